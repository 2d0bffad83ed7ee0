import { expect, test } from 'vitest';
import { clocks, game, line, timedGame } from '../test/fixtures';
import { clocksAt, clocksAreStopped, diagonalsOf, shownAt, timeAt } from './clocks';
import { treeOf } from './tree';

const timed = treeOf(timedGame());

test('at the start all clocks are full', () => {
  expect(clocksAt(timed, { line: '', ply: 0 })).toEqual(clocks(180_000));
});

test('on each board the side to move runs since the last half-move there', () => {
  // After 2A. exd5 at 14 s: BlackA just began to think, BlackB has been thinking since 1.5 s.
  const spot = { line: '', ply: 4 };
  expect(shownAt(timed, spot).BlackB).toBe(180_000);
  expect(clocksAt(timed, spot)).toEqual({ WhiteA: 170_000, BlackA: 176_000, WhiteB: 178_500, BlackB: 167_500 });
  expect(clocksAt(timed, spot, 17_000)).toEqual({
    WhiteA: 170_000,
    BlackA: 173_000,
    WhiteB: 178_500,
    BlackB: 164_500,
  });
});

test('a clock doesn’t run if the start of the turn is unknown', () => {
  const main = line(
    '',
    [],
    [
      { seat: 'WhiteB', san: 'e4', time: 0 },
      { seat: 'WhiteA', san: 'e4', left: 170_000, time: 10_000 },
    ],
    clocks(180_000),
  );
  const oneBoard = treeOf(game(main, { clock_kind: 'four-clocks' }));
  expect(clocksAt(oneBoard, { line: '', ply: 2 }, 12_000)).toEqual({
    WhiteA: 170_000,
    BlackA: 178_000,
    WhiteB: 180_000,
    BlackB: 180_000,
  });
});

test('at a half-move, the clock shows the time in the file', () => {
  const before = clocksAt(timed, { line: '', ply: 4 }, 21_500);
  const after = clocksAt(timed, { line: '', ply: 5 });
  expect(before.BlackB).toBe(160_000);
  expect(after.BlackB).toBe(160_000);
});

test('a clock stops at zero, unless the file has a negative time', () => {
  const late = clocksAt(timed, { line: '', ply: 5 }, 1_000_000);
  expect(late.WhiteB).toBe(0);
  const negative = treeOf(
    game(line('', [], [{ seat: 'WhiteA', san: 'e4', left: -200, time: 180_200 }], clocks(180_000)), {
      clock_kind: 'four-clocks',
    }),
  );
  expect(clocksAt(negative, { line: '', ply: 1 }).WhiteA).toBe(-200);
});

test('one countdown runs for all', () => {
  const main = line('', [], [{ seat: 'WhiteA', san: 'e4', left: 90_000, time: 10_000 }], clocks(100_000));
  main.half_moves[0]!.clocks = clocks(90_000);
  const countdown = treeOf(game(main, { clock_kind: 'countdown' }));
  expect(clocksAt(countdown, { line: '', ply: 1 }, 13_000)).toEqual(clocks(87_000));
});

test('without clocks there is nothing to show', () => {
  const plain = treeOf(game(line('', [], [{ seat: 'WhiteA', san: 'e4' }])));
  expect(timeAt(plain, { line: '', ply: 0 })).toBeNull();
  expect(clocksAt(plain, { line: '', ply: 1 })).toEqual(clocks(null));
});

test('diagonals are signed', () => {
  expect(diagonalsOf({ WhiteA: 170, BlackA: 176, WhiteB: 178, BlackB: 160 })).toEqual({ white: -8, black: 16 });
  expect(diagonalsOf({ WhiteA: null, BlackA: 1, WhiteB: 2, BlackB: 3 })).toEqual({ white: null, black: -2 });
});

test('a variation without clocks shows the clocks and diagonals at its start', () => {
  const there = clocksAt(timed, { line: '', ply: 2 });
  for (const spot of [
    { line: '3.1', ply: 3 },
    { line: '3.1', ply: 5 },
    { line: '3.1/4.1', ply: 4 },
  ]) {
    expect(clocksAreStopped(timed, spot)).toBe(true);
    expect(clocksAt(timed, spot)).toEqual(there);
    expect(diagonalsOf(clocksAt(timed, spot))).toEqual(diagonalsOf(there));
  }
  expect(clocksAreStopped(timed, { line: '', ply: 4 })).toBe(false);
});
