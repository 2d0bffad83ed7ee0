import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import type { Legal, LegalMoves } from '../../api/schema';
import { timedGame } from '../../test/fixtures';
import { Review } from '../review.svelte';

vi.mock('../../api/client', { spy: true });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

const moves = (changes: Partial<LegalMoves> = {}): LegalMoves => ({
  turn: 'white',
  moves: {},
  drops: {},
  promotions: [],
  promote_to: [],
  ...changes,
});

/** A game at its second half-move, with these legal moves on board A. */
async function begin(a: Partial<LegalMoves> = {}) {
  const review = new Review(timedGame(), { line: '', ply: 2, flip: false, swap: false });
  const legal: Legal = { a: moves(a), b: moves() };
  vi.mocked(client.legalMoves).mockResolvedValue(legal);
  vi.mocked(client.editText).mockReturnValue(new Promise(() => undefined));
  review.answers.askMoves(review.walk.boards, []);
  await vi.advanceTimersByTimeAsync(100);
  return review;
}

/** The moves that were sent. */
async function played(): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(0);
  return vi.mocked(client.editText).mock.calls.map(([, edit]) => (edit.kind === 'play' ? edit.board + edit.uci : ''));
}

const KNIGHT = { drops: { N: ['f3', 'g5'] } };

test('at first, keys are for the board of the current move', async () => {
  expect((await begin()).aim.focus).toBe('b');
});

test('a piece of the reserve is armed, aimed with keys, and dropped', async () => {
  const review = await begin(KNIGHT);
  review.perform({ do: 'other-board' });
  review.perform({ do: 'arm', letter: 'N' });
  // The cursor begins at a square where the piece can be dropped.
  expect([review.aim.armed, review.aim.cursor]).toEqual([{ board: 'a', letter: 'N' }, 'f3']);
  review.perform({ do: 'aim', by: 'right' });
  review.perform({ do: 'aim', by: 'up' });
  expect(review.aim.cursor).toBe('g4');
  review.perform({ do: 'aim', by: 'up' });
  review.perform({ do: 'drop' });
  expect(await played()).toEqual(['aN@g5']);
  expect(review.aim.armed).toBeNull();
});

test('keys aim from the side of the player at the bottom', async () => {
  const review = await begin(KNIGHT);
  review.perform({ do: 'flip' });
  review.aim.arm('a', 'N');
  review.perform({ do: 'aim', by: 'up' });
  expect(review.aim.cursor).toBe('f2');
});

test('a piece that cannot be dropped is not armed, and a message says so', async () => {
  const review = await begin(KNIGHT);
  review.aim.arm('a', 'N');
  review.aim.arm('a', 'Q');
  expect(review.aim.armed).toBeNull();
  expect(review.messages.shown).toEqual({
    kind: 'rejected',
    text: 'You can’t drop a queen on board A now.',
    excerpt: null,
  });
  review.aim.arm('a', 'N');
  expect(review.messages.shown).toBeNull();
});

test('an armed piece is put back: by arming it again, on the other board, with Escape, after a step', async () => {
  const review = await begin(KNIGHT);
  const ways = [
    () => review.aim.arm('a', 'N'),
    () => review.aim.focusOn('b'),
    () => review.perform({ do: 'cancel' }),
    () => review.perform({ do: 'next' }),
  ];
  for (const way of ways) {
    review.aim.arm('a', 'N');
    expect(review.aim.armed).not.toBeNull();
    way();
    expect(review.aim.armed).toBeNull();
  }
});

test('a drop on a square where it is not legal only draws the boards again', async () => {
  const review = await begin(KNIGHT);
  review.aim.arm('a', 'N');
  const before = review.walk.redraw;
  review.aim.clickSquare('a', 'e4');
  expect([await played(), review.walk.redraw, review.aim.armed]).toEqual([[], before + 1, null]);
});

test('a click on a square without an armed piece selects the board', async () => {
  const review = await begin();
  review.aim.clickSquare('a', 'e4');
  expect([review.aim.focus, await played()]).toEqual(['a', []]);
});

test('a move is sent at once, a promotion when the piece is chosen', async () => {
  const review = await begin({ promotions: ['e7e8'] });
  review.aim.move('a', 'e7', 'e8');
  expect([review.aim.promotion, await played()]).toEqual([{ board: 'a', from: 'e7', to: 'e8' }, []]);
  review.aim.promote('q');
  expect([review.aim.promotion, await played()]).toEqual([null, ['ae7e8q']]);
});

test('a plain move needs no choice', async () => {
  const review = await begin({ promotions: ['e7e8'] });
  review.aim.move('a', 'd7', 'd5');
  expect(await played()).toEqual(['ad7d5']);
});

test('a canceled promotion puts the pawn back', async () => {
  const review = await begin({ promotions: ['e7e8'] });
  for (const cancel of [() => review.aim.promote(null), () => review.perform({ do: 'cancel' })]) {
    review.aim.move('a', 'e7', 'e8');
    const before = review.walk.redraw;
    cancel();
    expect([review.aim.promotion, review.walk.redraw]).toEqual([null, before + 1]);
  }
  review.aim.move('a', 'e7', 'e8');
  review.perform({ do: 'next' });
  expect([review.aim.promotion, await played()]).toEqual([null, []]);
});
