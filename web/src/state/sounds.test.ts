import { expect, test } from 'vitest';
import { becameLow, soundOf, TONES } from './sounds';

const quiet = { check: false, capture: null, drop: null };

test('each kind of half-move has its sound', () => {
  const capture = { piece: 'pawn', promoted: false, square: 'e4' } as const;
  expect(soundOf(quiet)).toBe('move');
  expect(soundOf({ ...quiet, drop: 'N' })).toBe('drop');
  expect(soundOf({ ...quiet, capture })).toBe('capture');
  expect(soundOf({ check: true, capture, drop: null })).toBe('check');
});

test('a clock is low once', () => {
  const clocks = (left: number | null) => ({ WhiteA: left, BlackA: 60_000, WhiteB: null, BlackB: 9_000 });
  expect(becameLow(clocks(10_000), clocks(9_900))).toBe(true);
  expect(becameLow(clocks(9_900), clocks(9_800))).toBe(false);
  expect(becameLow(clocks(null), clocks(9_800))).toBe(false);
});

test('no sound is longer than half a second', () => {
  for (const tones of Object.values(TONES)) {
    expect(tones.length).toBeGreaterThan(0);
    for (const { at, length } of tones) expect(at + length).toBeLessThan(0.5);
  }
});
