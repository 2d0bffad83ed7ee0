import { expect, test } from 'vitest';
import type { HalfMove } from '../api/schema';
import { timedGame } from '../test/fixtures';
import {
  lagText,
  repeats,
  shownComments,
  snapshotAfter,
  snapshotAtStart,
  snapshotBefore,
  timesText,
  unwrapped,
} from './annotations';

test('known times are listed', () => {
  expect(timesText({ used: 2_300, thinking: 1_500, lag: 120 })).toBe('used 2.3s, thought 1.5s, lag 0.1s');
  expect(timesText({ used: null, thinking: null, lag: 0 })).toBe('lag 0.0s');
  expect(timesText({ used: null, thinking: null, lag: null })).toBe('');
});

test('a diagram without words is shown, a comment without words is not', () => {
  const comments = [
    { index: 0, kind: 'diagram' as const, text: '' },
    { index: 1, kind: 'comment' as const, text: '' },
    { index: 2, kind: 'comment' as const, text: 'best' },
  ];
  expect(shownComments(comments).map(({ index }) => index)).toEqual([0, 2]);
});

test('lines that a file wrapped are joined, paragraphs are kept', () => {
  expect(unwrapped('King and queen. Kd1 is the only legal\nmove.')).toBe('King and queen. Kd1 is the only legal move.');
  expect(unwrapped('one \r\n  two')).toBe('one two');
  expect(unwrapped('one\ntwo\n \nthree')).toBe('one two\n\nthree');
  expect(unwrapped('one line')).toBe('one line');
});

test('a variation begins where its half-move was played', () => {
  const game = timedGame();
  const start = snapshotAtStart(game);
  const moves = game.main.half_moves;
  expect(snapshotBefore(moves, 0, start)).toEqual(start);
  expect(snapshotBefore(moves, 2, start)).toEqual(snapshotAfter(moves[1]!));
});

test('a variation that begins with the move of the main line', () => {
  const half = (label: string, uci: string) => ({ label, uci }) as HalfMove;
  expect(repeats(half('12A', 'g1f3'), half('12A', 'g1f3'))).toBe(true);
  expect(repeats(half('12A', 'd2d4'), half('12A', 'g1f3'))).toBe(false);
  expect(repeats(half('12A', 'd2d4'), undefined)).toBe(false);
});

test('lag and thinking time, short', () => {
  expect(lagText({ thinking: 2100, lag: 120 })).toBe('thought 2.1s lag 0.1');
  expect(lagText({ thinking: null, lag: null })).toBe('');
});
