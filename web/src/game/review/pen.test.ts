import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Drawing } from '../../state/drawings';
import { game, line } from '../../test/fixtures';
import { Pen } from './pen.svelte';
import { Walk } from './walk.svelte';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const arrow = (board: 'a' | 'b', from = 'e2', to = 'e4'): Drawing => ({ board, ink: 'G', from, to });

function begin(comments: string[] = []) {
  const shown = game(
    line(
      '',
      [],
      [
        { seat: 'WhiteA', san: 'e4', comments },
        { seat: 'WhiteB', san: 'd4' },
      ],
    ),
  );
  const walk = new Walk(
    () => shown,
    { line: '', ply: 1 },
    () => undefined,
  );
  const written: string[] = [];
  const writer = {
    busy: false,
    accepts: true,
    comment: vi.fn((spot: { ply: number }, index: number | null, text: string) => {
      written.push(`${spot.ply} ${index ?? 'new'} ${text}`);
      return Promise.resolve(writer.accepts);
    }),
  };
  return { walk, writer, written, pen: new Pen(walk, writer) };
}

test('what is drawn on both boards within a moment becomes one comment', async () => {
  const { pen, written } = begin();
  pen.draw('a', [arrow('a')]);
  await vi.advanceTimersByTimeAsync(200);
  pen.draw('b', [arrow('b')]);
  expect(pen.drawings).toEqual([arrow('a'), arrow('b')]);
  await vi.advanceTimersByTimeAsync(299);
  expect([pen.draws, written]).toEqual([true, []]);
  await vi.advanceTimersByTimeAsync(1);
  expect([pen.draws, written]).toEqual([false, ['1 new [%cal AGe2e4,BGe2e4]']]);
});

test('the drawings of the comments are shown, and belong to the board of the half-move', () => {
  const { pen, walk } = begin(['well played [%cal Ge2e4]']);
  expect(pen.drawings).toEqual([arrow('a')]);
  walk.go({ line: '', ply: 2 });
  expect(pen.drawings).toEqual([]);
});

test('erasing keeps the words of a comment', async () => {
  const { pen, written } = begin(['well played [%cal Ge2e4]']);
  pen.erase();
  expect(pen.drawings).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  expect(written).toEqual(['1 0 well played']);
});

test('drawings at another half-move are written first, and to their own half-move', async () => {
  const { pen, walk, written } = begin();
  pen.draw('a', [arrow('a')]);
  walk.go({ line: '', ply: 2 });
  expect(pen.drawings).toEqual([]);
  pen.draw('b', [arrow('b')]);
  await vi.advanceTimersByTimeAsync(300);
  expect(written).toEqual(['1 new [%cal AGe2e4]', '2 new [%cal BGe2e4]']);
});

test('drawings wait while an edit runs', async () => {
  const { pen, writer, written } = begin();
  writer.busy = true;
  pen.draw('a', [arrow('a')]);
  await vi.advanceTimersByTimeAsync(900);
  expect([pen.draws, written]).toEqual([true, []]);
  writer.busy = false;
  await vi.advanceTimersByTimeAsync(300);
  expect([pen.draws, written.length]).toEqual([false, 1]);
});

test('what is drawn while drawings are written is not lost', async () => {
  const { pen, writer } = begin();
  let answer: (accepted: boolean) => void = () => undefined;
  writer.comment.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  pen.draw('a', [arrow('a')]);
  await vi.advanceTimersByTimeAsync(300);
  pen.draw('a', [arrow('a'), arrow('a', 'd2', 'd4')]);
  answer(true);
  await vi.advanceTimersByTimeAsync(0);
  expect([pen.draws, pen.drawings.length]).toEqual([true, 2]);
});

test('of drawings that are rejected, nothing more is written', async () => {
  const { pen, writer } = begin(['[%cal Ge2e4]', '[%csl Ge4]']);
  writer.accepts = false;
  pen.draw('a', []);
  await vi.advanceTimersByTimeAsync(300);
  expect([writer.comment.mock.calls.length, pen.draws]).toEqual([1, false]);
});

test('dropped drawings are not written', async () => {
  const { pen, written } = begin();
  pen.draw('a', [arrow('a')]);
  pen.drop();
  await vi.advanceTimersByTimeAsync(300);
  expect([pen.drawings, written]).toEqual([[], []]);
});
