import { expect, test } from 'vitest';
import type { HalfMove } from '../api/schema';
import { timedGame } from '../test/fixtures';
import {
  recordedText,
  repeats,
  shownComments,
  snapshotAfter,
  snapshotAtStart,
  snapshotBefore,
  timesText,
  unwrapped,
} from './annotations';

test('times are told as far as they are known', () => {
  expect(timesText({ used: 2_300, thinking: 1_500, lag: 120 })).toBe('2.3 s used, 1.5 s thought, 120 ms lag');
  expect(timesText({ used: null, thinking: null, lag: 0 })).toBe('0 ms lag');
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
  expect(unwrapped('as it is')).toBe('as it is');
});

test('a variation begins where its half-move was played', () => {
  const game = timedGame();
  const start = snapshotAtStart(game);
  const moves = game.main.half_moves;
  expect(snapshotBefore(moves, 0, start)).toEqual(start);
  expect(snapshotBefore(moves, 2, start)).toEqual(snapshotAfter(moves[1]!));
});

test('a variation that begins with what was played', () => {
  const half = (label: string, uci: string) => ({ label, uci }) as HalfMove;
  expect(repeats(half('12A', 'g1f3'), half('12A', 'g1f3'))).toBe(true);
  expect(repeats(half('12A', 'd2d4'), half('12A', 'g1f3'))).toBe(false);
  expect(repeats(half('12A', 'd2d4'), undefined)).toBe(false);
});

test('lag and thinking time, short', () => {
  expect(recordedText({ thinking: 2100, lag: 120 })).toBe('T 2.1 L 120');
  expect(recordedText({ thinking: null, lag: null })).toBe('');
});
