import { beforeEach, expect, test, vi } from 'vitest';
import { game, line, timedGame } from '../test/fixtures';
import { Review } from './review.svelte';

beforeEach(() => void vi.stubGlobal('cancelAnimationFrame', () => undefined));

const VIEW = { line: '', ply: 2, flip: false, swap: true };
const SOURCE = { file: 'f 1', name: 'club.bpgn', game: 3, line: 20 };

test('the address is that of the game in its file, in the archive, or packed in a link', () => {
  const opened = timedGame({ source: SOURCE });
  expect(new Review(opened, VIEW).address()).toBe('/game/f%201/3?ply=2&swap=1');
  expect(new Review(opened, VIEW, { archived: true }).address()).toBe('/archive/3?ply=2&swap=1');
  expect(new Review(opened, VIEW, { carried: 'x' }).address(true)).toBe('/embed/text/x?ply=2&swap=1');
});

test('a position has no address as a game; its draft is found at the address of its start', () => {
  const review = new Review(timedGame(), VIEW);
  expect(review.address()).toBeNull();
  expect(review.draftAddress()).toContain('/position?');
  expect(review.draftAddress()).toContain('ply=2');
});

test('a view that does not exist leads to the nearest half-move', () => {
  expect(new Review(timedGame(), { ...VIEW, ply: 99 }).walk.spot).toEqual({ line: '', ply: 5 });
});

test('a draft is shown at its half-move, with its board selected', () => {
  const draft = game(line('', [], [{ seat: 'WhiteB', san: 'd4' }]));
  const review = new Review(timedGame(), VIEW, { draft: { game: draft, spot: { line: '', ply: 1 } } });
  expect([review.game, review.walk.halfMove?.san, review.aim.focus]).toEqual([draft, 'd4', 'b']);
});

test('keys turn boards, select one, step and play; others are not for a game', () => {
  const review = new Review(timedGame(), VIEW);
  for (const name of ['flip', 'swap', 'other-board', 'next'] as const) expect(review.perform({ do: name })).toBe(true);
  expect([review.view, review.aim.focus]).toEqual([{ line: '', ply: 3, flip: true, swap: false }, 'a']);
  for (const name of ['save', 'help', 'search'] as const) expect(review.perform({ do: name })).toBe(false);
});

test('viewing as a player selects their board', () => {
  const review = new Review(timedGame(), VIEW);
  review.viewAs('BlackB');
  expect([review.view.flip, review.view.swap, review.aim.focus]).toEqual([false, true, 'b']);
  review.viewAs('BlackA');
  expect([review.view.flip, review.view.swap, review.aim.focus]).toEqual([true, false, 'a']);
});
