import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prefs } from '../../prefs.svelte';
import type { Spot } from '../../state/address';
import { game, line, timedGame } from '../../test/fixtures';
import { Walk } from './walk.svelte';

const main = (ply: number): Spot => ({ line: '', ply });

function begin(spot = main(0), shown = timedGame()) {
  const onmove = vi.fn();
  return { walk: new Walk(() => shown, spot, onmove), onmove };
}

/** The frames that were requested; time passes only between them. */
let frames: FrameRequestCallback[] = [];
let now = 0;

beforeEach(() => {
  Object.assign(prefs, { speed: 1, skipSits: false });
  frames = [];
  now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function frame(ms: number): void {
  now += ms;
  const due = frames;
  frames = [];
  for (const callback of due) callback(now);
}

test('pieces glide for one half-move in either direction, not for a jump', () => {
  const { walk } = begin();
  walk.go(main(1));
  expect([walk.glides, walk.forward]).toEqual([true, 1]);
  walk.go(main(4));
  expect([walk.glides, walk.forward]).toEqual([false, 1]);
  walk.go(main(3));
  expect([walk.glides, walk.forward]).toEqual([true, 1]);
});

test('a step into a variation glides, a step to the variation next to it does not', () => {
  const { walk } = begin(main(2));
  walk.go({ line: '3.1', ply: 3 });
  expect([walk.glides, walk.forward]).toEqual([true, 1]);
  expect(walk.step('next-alternative', 'a')).toBe(true);
  expect([walk.spot, walk.glides]).toEqual([{ line: '3.2', ply: 3 }, false]);
});

test('another half-move is reported, the same one again is not', () => {
  const { walk, onmove } = begin(main(1));
  walk.go(main(1));
  walk.go(null);
  expect(onmove).not.toHaveBeenCalled();
  walk.go(main(2));
  expect(onmove).toHaveBeenCalledTimes(1);
});

test('a half-move that does not exist leads to the nearest one', () => {
  const { walk } = begin();
  walk.go(main(99));
  expect(walk.spot).toEqual(main(5));
  walk.go({ line: '4.9', ply: 7 });
  expect(walk.spot).toEqual(main(5));
});

test('keys step along the line, on a board, and between captures', () => {
  const { walk } = begin();
  const after = (name: Parameters<Walk['step']>[0], focus: 'a' | 'b' = 'a') => {
    expect(walk.step(name, focus)).toBe(true);
    return walk.spot.ply;
  };
  expect([after('next'), after('next-on-board'), after('next-on-board', 'b')]).toEqual([1, 3, 5]);
  expect([after('previous-capture'), after('previous'), after('last'), after('first')]).toEqual([4, 3, 5, 0]);
  // At the start there is nothing to go back to.
  expect(after('previous')).toBe(0);
  expect(walk.step('flip', 'a')).toBe(false);
});

test('the boards, the comments and the clocks are those of the current move', () => {
  const { walk } = begin(main(4));
  expect(walk.halfMove?.san).toBe('exd5');
  expect(walk.boards.a.bfen).toBe('exd5-4');
  expect([walk.time, walk.clocks.WhiteA]).toEqual([14_000, 170_000]);
  expect(walk.snapshot.boards).toBe(walk.boards);
  walk.go(main(0));
  expect([walk.halfMove, walk.time, walk.comments]).toEqual([null, 0, []]);
});

test('only games with four clocks have diagonals', () => {
  expect(begin(main(2)).walk.diagonals.white).toBe(179_000 - 178_500);
  expect(begin(main(2), timedGame({ clock_kind: 'countdown' })).walk.diagonals.white).toBeNull();
});

test('playback shows each half-move when it is due, with running clocks, and stops at the end', () => {
  const { walk } = begin();
  walk.togglePlaying();
  expect(walk.playing).toBe(true);
  for (let ms = 0; ms < 1200; ms += 100) frame(100);
  expect([walk.spot.ply, walk.time, walk.clocks.WhiteB]).toEqual([1, 1200, 178_800]);
  expect(walk.forward).toBe(1);
  prefs.speed = 10;
  for (let ms = 0; ms < 2100; ms += 100) frame(100);
  expect([walk.spot.ply, walk.playing, frames.length]).toEqual([5, false, 0]);
});

test('playback does not skip what it missed in the background', () => {
  const { walk } = begin();
  walk.togglePlaying();
  frame(60_000);
  expect([walk.spot.ply, walk.time]).toEqual([0, 250]);
});

test('playback starts over at the end, and pauses', () => {
  const { walk } = begin(main(5));
  walk.togglePlaying();
  expect([walk.spot.ply, walk.playing]).toEqual([0, true]);
  walk.togglePlaying();
  frame(2000);
  expect([walk.spot.ply, walk.playing]).toEqual([0, false]);
});

test('a step during playback starts its half-move from the beginning', () => {
  const { walk } = begin(main(3));
  walk.togglePlaying();
  for (let ms = 0; ms < 800; ms += 200) frame(200);
  expect(walk.time).toBe(5800);
  walk.go(main(3));
  expect([walk.time, walk.playing]).toEqual([5000, true]);
});

test('in a game that was replaced, the nearest half-move is shown without a step', () => {
  let shown = timedGame();
  const onmove = vi.fn();
  const walk = new Walk(() => shown, main(5), onmove);
  shown = game(line('', [], [{ seat: 'WhiteA', san: 'e4' }]));
  walk.settle();
  expect([walk.spot, walk.forward, onmove.mock.calls.length]).toEqual([main(1), 0, 0]);
});
