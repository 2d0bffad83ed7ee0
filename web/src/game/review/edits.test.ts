import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import type { Edit, Edited, Game, Saved } from '../../api/schema';
import type { Draft } from '../../state/drafts';
import { game, line, timedGame, type Short } from '../../test/fixtures';
import { Edits, type Origin } from './edits.svelte';
import { Messages } from './messages.svelte';
import { Walk } from './walk.svelte';

vi.mock('../../api/client', { spy: true });

beforeEach(() => void vi.stubGlobal('cancelAnimationFrame', () => undefined));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

const SOURCE = { file: 'f1', name: 'club.bpgn', game: 3, line: 20 };

const MOVES: Short[] = [
  { seat: 'WhiteA', san: 'e4' },
  { seat: 'WhiteB', san: 'd4' },
  { seat: 'BlackA', san: 'e5' },
];

/** A game of the first moves, whose text is their number. */
function moves(count: number): Game {
  return game(line('', [], MOVES.slice(0, count)), { text: `text ${count}`, source: SOURCE });
}

function begin(opened = moves(1), ply = 1, origin: Origin = {}) {
  const messages = new Messages();
  const walk: Walk = new Walk(
    () => edits.game,
    { line: '', ply },
    () => undefined,
  );
  const edits = new Edits(opened, walk, messages, origin);
  return { messages, walk, edits };
}

/** Answers the next edit with a game of some moves, at its end. */
function answer(count: number, changes: Partial<Edited> = {}): void {
  const edited: Edited = { changed: true, game: moves(count), line: '', ply: count, ...changes };
  vi.mocked(client.editText).mockResolvedValueOnce(edited);
}

const PLAY: Edit = { kind: 'play', line: '', ply: 1, board: 'b', uci: 'd2d4' };

test('a move is played after the current one, and becomes the current one', async () => {
  const { edits, walk } = begin();
  answer(2);
  const redraw = walk.redraw;
  expect(await edits.play('b', 'd2d4')).toBe(true);
  expect(vi.mocked(client.editText).mock.calls).toEqual([['text 1', PLAY]]);
  expect([edits.game.text, walk.spot.ply, edits.unsaved]).toEqual(['text 2', 2, true]);
  // A piece was moved by hand, so the boards are drawn again.
  expect(walk.redraw).toBe(redraw + 1);
});

test('playing a move that is there already changes nothing, but goes to it', async () => {
  const { edits, walk } = begin(moves(3));
  answer(3, { changed: false, ply: 2 });
  await edits.edit(PLAY);
  expect([walk.spot.ply, edits.unsaved, edits.canUndo]).toEqual([2, false, false]);
});

test('a rejected edit changes nothing, and says why', async () => {
  const { edits, messages, walk } = begin();
  const rejection = { message: 'not a legal move', line: null, column: null, excerpt: null };
  vi.mocked(client.editText).mockRejectedValueOnce(new client.ApiError(422, rejection));
  expect(await edits.edit(PLAY)).toBe(false);
  expect(messages.shown).toMatchObject({ kind: 'rejected', text: 'not a legal move' });
  expect([edits.game.text, edits.busy, edits.unsaved, walk.redraw]).toEqual(['text 1', false, false, 1]);
});

test('an edit closes the message of the one before', async () => {
  const { edits, messages } = begin();
  messages.notify('Saved.');
  answer(2);
  await edits.edit(PLAY);
  expect(messages.shown).toBeNull();
});

test('while an edit runs, there is no other, and no undo', async () => {
  const { edits } = begin();
  answer(2);
  await edits.edit(PLAY);
  let finish: (edited: Edited) => void = () => undefined;
  vi.mocked(client.editText).mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
  const running = edits.edit(PLAY);
  await Promise.resolve();
  expect(edits.busy).toBe(true);
  expect(await edits.edit(PLAY)).toBe(false);
  edits.undo();
  finish({ changed: true, game: moves(3), line: '', ply: 3 });
  await running;
  expect([edits.game.text, vi.mocked(client.editText).mock.calls.length]).toEqual(['text 3', 2]);
});

test('a move that BPGN stores later than it was played comes with a message', async () => {
  const { edits, messages } = begin();
  answer(3);
  await edits.edit({ ...PLAY, ply: 0 });
  expect(messages.shown).toMatchObject({ kind: 'done', text: expect.stringContaining('after half-move 2') as string });
});

test('undo goes back to where the edit was made, redo to where it led', async () => {
  const { edits, walk } = begin();
  answer(3);
  await edits.edit(PLAY);
  walk.go({ line: '', ply: 2 });
  edits.undo();
  expect([edits.game.text, walk.spot.ply, edits.unsaved, edits.canRedo]).toEqual(['text 1', 1, false, true]);
  edits.redo();
  expect([edits.game.text, walk.spot.ply, edits.unsaved, edits.canRedo]).toEqual(['text 3', 3, true, false]);
});

test('a drawing is unsaved, and undo takes back only the drawing', async () => {
  vi.useFakeTimers();
  const { edits } = begin();
  answer(2);
  await edits.edit(PLAY);
  edits.markSaved();
  edits.pen.draw('a', [{ board: 'a', ink: 'G', from: 'e4', to: null }]);
  expect(edits.unsaved).toBe(true);
  edits.undo();
  expect([edits.unsaved, edits.game.text]).toEqual([false, 'text 2']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(client.editText).toHaveBeenCalledTimes(1);
});

test('a drawing becomes a comment before the next edit, and the current move stays', async () => {
  vi.useFakeTimers();
  const { edits, walk } = begin(moves(2), 2);
  edits.pen.draw('a', [{ board: 'a', ink: 'G', from: 'e4', to: null }]);
  walk.go({ line: '', ply: 1 });
  answer(2);
  answer(3);
  await edits.edit(PLAY);
  expect(vi.mocked(client.editText).mock.calls.map(([, edit]) => edit)).toEqual([
    { kind: 'comment', line: '', ply: 2, index: null, text: '[%csl AGe4]' },
    PLAY,
  ]);
  edits.undo();
  expect(walk.spot.ply).toBe(1);
});

test('saving to the file replaces the text that was read from it, then the text that was saved', async () => {
  const { edits } = begin();
  vi.mocked(client.replaceGame).mockResolvedValue({ bytes: 9, key: 'f1', name: 'club.bpgn' } satisfies Saved);
  answer(2);
  await edits.edit(PLAY);
  await edits.writeBack(SOURCE);
  edits.markSaved();
  expect([edits.unsaved, edits.original]).toEqual([false, 'text 2']);
  answer(3);
  await edits.edit(PLAY);
  expect(edits.unsaved).toBe(true);
  await edits.writeBack(SOURCE);
  expect(vi.mocked(client.replaceGame).mock.calls).toEqual([
    ['f1', 3, 'text 2', 'text 1'],
    ['f1', 3, 'text 3', 'text 2'],
  ]);
});

test('if saving fails, the game stays unsaved, and its file is as it was', async () => {
  const { edits } = begin();
  vi.mocked(client.replaceGame).mockRejectedValueOnce(new Error('the file has changed'));
  answer(2);
  await edits.edit(PLAY);
  await expect(edits.writeBack(SOURCE)).rejects.toThrow('the file has changed');
  expect([edits.unsaved, edits.original]).toEqual([true, 'text 1']);
});

test('a game of the archive that is saved to a new file is from that file', async () => {
  const { edits } = begin(moves(1), 1, { archived: true });
  expect(edits.draftName).toBe('archive/3');
  vi.mocked(client.saveText).mockResolvedValueOnce({ bytes: 9, key: 'f9', name: 'mine.bpgn' });
  await edits.saveNew('mine', false);
  expect([edits.archived, edits.source?.name, edits.draftName]).toEqual([false, 'mine.bpgn', 'game/f9/1']);
});

test('edited games keep where they are from', async () => {
  const { edits } = begin();
  answer(2, { game: { ...moves(2), source: null } });
  await edits.edit(PLAY);
  expect([edits.source, edits.draftName]).toEqual([SOURCE, 'game/f1/3']);
});

test('a restored draft can be undone, and discarded', () => {
  const { edits, walk } = begin();
  edits.restore(moves(3), { line: '', ply: 9 });
  expect([edits.game.text, walk.spot.ply, edits.fromDraft, edits.unsaved]).toEqual(['text 3', 3, true, true]);
  edits.discard();
  expect([edits.game.text, walk.spot.ply, edits.fromDraft, edits.unsaved]).toEqual(['text 1', 1, false, false]);
  edits.restore(moves(2), { line: '', ply: 2 });
  edits.undo();
  expect([edits.game.text, walk.spot.ply]).toEqual(['text 1', 1]);
});

const OTHER: Draft = {
  original: 'older text',
  text: 'older text, changed',
  spot: { line: '', ply: 2 },
  time: 0,
  address: '',
  players: '',
  file: '',
};

test('saving a draft of another version may replace only that version', async () => {
  const { edits, walk } = begin(moves(1), 1, { otherDraft: OTHER });
  vi.mocked(client.replayText).mockResolvedValueOnce(moves(2));
  await edits.takeOther();
  expect(vi.mocked(client.replayText).mock.calls).toEqual([['older text, changed']]);
  expect([edits.otherDraft, edits.original, edits.game.text, walk.spot.ply]).toEqual([null, 'older text', 'text 2', 2]);
});

test('a draft of another version that cannot be read stays, until it is discarded', async () => {
  const { edits, messages } = begin(moves(1), 1, { otherDraft: OTHER });
  vi.mocked(client.replayText).mockRejectedValueOnce(new Error('not BPGN'));
  await edits.takeOther();
  expect([edits.otherDraft, edits.original, messages.shown?.kind]).toEqual([OTHER, 'text 1', 'rejected']);
  edits.dropOther();
  expect(edits.otherDraft).toBeNull();
});

test('an edit ends playback', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 1);
  const { edits, walk } = begin(timedGame(), 0);
  walk.togglePlaying();
  answer(2);
  await edits.edit(PLAY);
  expect(walk.playing).toBe(false);
});
