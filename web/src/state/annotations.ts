// Comments, diagrams and times of half-moves.
import type { BoardName, Boards, Clocks, Comment, Game, HalfMove } from '../api/schema';
import { hasDrawings, withoutDrawings } from './drawings';
import { usedText } from './format';
import { withClocks } from './withClocks';

/** Boards and clocks at a place of a line. */
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

/** Writes both boards for an address, with the clocks if they are known. */
export function textsOf({ boards, clocks }: Snapshot): Record<BoardName, string> {
  const [a, b] = [boards.a.bfen, boards.b.bfen];
  return withClocks(a, b, clocks) ?? { a, b };
}

/** Returns boards and clocks before a half-move of a line, given those at its start. */
export function snapshotBefore(halfMoves: readonly HalfMove[], index: number, start: Snapshot): Snapshot {
  const before = halfMoves[index - 1];
  return before ? snapshotAfter(before) : start;
}

/** Returns the comments to show: without arrows and circles, which are on the boards, and without empty ones. */
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

/** The times of a half-move in words, if they are known. */
export function timesText({ used, thinking, lag }: Pick<HalfMove, 'used' | 'thinking' | 'lag'>): string {
  const parts = [
    used === null ? '' : `used ${usedText(used)}`,
    thinking === null ? '' : `thought ${usedText(thinking)}`,
    lag === null ? '' : `lag ${(lag / 1000).toFixed(1)}s`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Returns `true` if a variation begins with the half-move that it is attached to: BPGN has no other place for it. */
export function repeats(first: HalfMove, instead: HalfMove | undefined): boolean {
  return instead !== undefined && first.label === instead.label && first.uci === instead.uci;
}

/** Lag and thinking time in short; empty if there are none. */
export function lagText({ thinking, lag }: Pick<HalfMove, 'thinking' | 'lag'>): string {
  const parts = [
    thinking === null ? '' : `thought ${usedText(thinking)}`,
    lag === null ? '' : `lag ${(lag / 1000).toFixed(1)}`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}
