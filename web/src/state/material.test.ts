import { expect, test } from 'vitest';
import { line } from '../test/fixtures';
import { BUGHOUSE_VALUES, CHESS_VALUES, materialOf, worth } from './material';

const none = { Q: 0, R: 0, B: 0, N: 0, P: 0 };

test('a capture counts for three players', () => {
  const { half_moves } = line(
    '',
    [],
    [
      { seat: 'WhiteA', san: 'exd5', takes: ['P', 'BlackB'] },
      { seat: 'BlackB', san: 'P@e3', drop: 'P' },
      { seat: 'BlackA', san: 'Qxd5', takes: ['Q', 'WhiteB'] },
    ],
  );
  const material = materialOf(half_moves);
  expect(material.WhiteA).toEqual({
    captured: { ...none, P: 1 },
    received: none,
    dropped: none,
    lost: { ...none, Q: 1 },
  });
  expect(material.BlackB).toEqual({
    captured: none,
    received: { ...none, P: 1 },
    dropped: { ...none, P: 1 },
    lost: none,
  });
  expect(material.BlackA.captured.Q).toBe(1);
  expect(material.BlackA.lost.P).toBe(1);
  expect(material.WhiteB.received.Q).toBe(1);
});

test('the worth of pieces depends on the values', () => {
  const pieces = { Q: 1, R: 1, B: 1, N: 1, P: 3 };
  expect(worth(pieces, CHESS_VALUES)).toBe(23);
  expect(worth(pieces, BUGHOUSE_VALUES)).toBe(21.5);
});
