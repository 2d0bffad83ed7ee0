import { expect, test } from 'vitest';
import { game, line, timedGame } from '../test/fixtures';
import { advance, gapAfter, playedGap, SPEEDS, timeOf } from './playback';
import { treeOf } from './tree';

const timed = treeOf(timedGame());
const start = { spot: { line: '', ply: 0 }, into: 0 };

test('half-moves appear in order, when they are due', () => {
  expect([0, 1, 2, 3, 4, 5].map((ply) => gapAfter(timed, { line: '', ply }))).toEqual([
    1000,
    500,
    3500,
    9000,
    7500,
    null,
  ]);
  expect(advance(timed, start, 999, false)).toEqual({ spot: { line: '', ply: 0 }, into: 999, ended: false });
  expect(advance(timed, start, 1000, false)).toEqual({ spot: { line: '', ply: 1 }, into: 0, ended: false });
});

test('no half-move is skipped after a long pause', () => {
  const first = advance(timed, start, 1600, false);
  expect(first).toEqual({ spot: { line: '', ply: 1 }, into: 600, ended: false });
  // The next half-move is overdue, but the clocks don't run past it.
  expect(timeOf(timed, first, false)).toBe(1500);
  expect(advance(timed, first, 0, false)).toEqual({ spot: { line: '', ply: 2 }, into: 100, ended: false });
  const late = { spot: { line: '', ply: 4 }, into: 60_000 };
  expect(advance(timed, late, 16, false)).toEqual({ spot: { line: '', ply: 5 }, into: 0, ended: true });
  expect(advance(timed, { spot: { line: '', ply: 5 }, into: 0 }, 16, false).ended).toBe(true);
});

test('each speed shows the same half-moves in the same order', () => {
  expect(SPEEDS).toEqual([0.5, 1, 2, 5, 10]);
  for (const speed of SPEEDS) {
    const seen: number[] = [];
    let frames = 0;
    let moment: ReturnType<typeof advance> = { ...start, ended: false };
    while (!moment.ended) {
      moment = advance(timed, moment, 16 * speed, false);
      frames += 1;
      if (seen.at(-1) !== moment.spot.ply) seen.push(moment.spot.ply);
    }
    expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
    // 21.5 s of the game, and one frame to notice the end.
    expect(Math.abs((frames * 16 * speed) / 21_500 - 1)).toBeLessThan(0.02);
  }
});

test('a sit is skipped except for its end', () => {
  const sitting = treeOf(timedGame({ sits: [{ seat: 'BlackB', from_ply: 2, to_ply: 5, time: 20_000 }] }));
  expect(playedGap(sitting, { line: '', ply: 1 }, true)).toBe(500);
  expect(playedGap(sitting, { line: '', ply: 3 }, true)).toBe(1000);
  expect(playedGap(sitting, { line: '', ply: 3 }, false)).toBe(9000);
  // Half-move 4 is due at 14 s: half a second before, the clocks show 13.5 s.
  expect(timeOf(sitting, { spot: { line: '', ply: 3 }, into: 500 }, true)).toBe(13_500);
  expect(timeOf(sitting, { spot: { line: '', ply: 3 }, into: 500 }, false)).toBe(5_500);
  expect(timeOf(sitting, { spot: { line: '', ply: 3 }, into: 0 }, true)).toBe(5_000);
});

test('without clocks, playback shows one half-move per second', () => {
  const plain = treeOf(
    game(
      line(
        '',
        [],
        [
          { seat: 'WhiteA', san: 'e4' },
          { seat: 'WhiteB', san: 'e4' },
        ],
      ),
    ),
  );
  const first = advance(plain, start, 1999, false);
  expect(first).toEqual({ spot: { line: '', ply: 1 }, into: 999, ended: false });
  expect(advance(plain, first, 1, false)).toEqual({ spot: { line: '', ply: 2 }, into: 0, ended: true });
  expect(timeOf(plain, { spot: { line: '', ply: 1 }, into: 500 }, false)).toBeNull();
});

test('a variation without times is played at one half-move per second, with stopped clocks', () => {
  const spot = { line: '3.1', ply: 3 };
  expect(gapAfter(timed, spot)).toBe(1000);
  expect(timeOf(timed, { spot, into: 700 }, false)).toBe(1500);
});
