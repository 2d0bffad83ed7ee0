// What is said about half-moves: comments, diagrams, times.
import type { BoardName, Boards, Clocks, Comment, Game, HalfMove } from '../api/schema';
import { hasDrawings, withoutDrawings } from './drawings';
import { usedText } from './format';
import { withClocks } from './withClocks';

/** How things stand at a place of a line. */
export interface Snapshot {
  boards: Boards;
  clocks: Clocks;
}

export function snapshotAfter(halfMove: HalfMove): Snapshot {
  return { boards: halfMove.boards, clocks: halfMove.running };
}

export function snapshotAtStart({ start }: Game): Snapshot {
  return { boards: start.boards, clocks: start.clocks };
}

/** Writes both boards as an address has them: with the clocks, if they are known. */
export function textsOf({ boards, clocks }: Snapshot): Record<BoardName, string> {
  const [a, b] = [boards.a.bfen, boards.b.bfen];
  return withClocks(a, b, clocks) ?? { a, b };
}

/** How things stand before the half-move of an index in a line that begins at a place. */
export function snapshotBefore(halfMoves: readonly HalfMove[], index: number, start: Snapshot): Snapshot {
  const before = halfMoves[index - 1];
  return before ? snapshotAfter(before) : start;
}

/** A diagram is drawn, all else is text; empty text is nothing, and arrows and circles are on the boards. */
export function shownComments(comments: readonly Comment[]): Comment[] {
  const words = comments.map((comment) => {
    const text = hasDrawings(comment.text) ? withoutDrawings(comment.text) : comment.text;
    return { ...comment, text: unwrapped(text) };
  });
  return words.filter(({ kind, text }) => kind === 'diagram' || text !== '');
}

/** Files wrap comments at the width of a line. Joins such lines; an empty line still separates paragraphs. */
export function unwrapped(text: string): string {
  const paragraphs = text.split(/\n[^\S\n]*\n/);
  return paragraphs.map((paragraph) => paragraph.replace(/\s*\n\s*/g, ' ')).join('\n\n');
}

/** The times of a half-move in words, as far as they are known. */
export function timesText({ used, thinking, lag }: Pick<HalfMove, 'used' | 'thinking' | 'lag'>): string {
  const parts = [
    used === null ? '' : `${usedText(used)} s used`,
    thinking === null ? '' : `${usedText(thinking)} s thought`,
    lag === null ? '' : `${lag} ms lag`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Whether a variation begins with the half-move that it hangs on, since a record has no other place for it. */
export function repeats(first: HalfMove, instead: HalfMove | undefined): boolean {
  return instead !== undefined && first.label === instead.label && first.uci === instead.uci;
}

/** Lag and thinking time as they are recorded, short; empty if there are none. */
export function recordedText({ thinking, lag }: Pick<HalfMove, 'thinking' | 'lag'>): string {
  const parts = [thinking === null ? '' : `T ${usedText(thinking)}`, lag === null ? '' : `L ${lag}`];
  return parts.filter((part) => part !== '').join(' ');
}
