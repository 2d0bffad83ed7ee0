// Arrows and circles on the boards, as comments have them: `[%csl AGe4] [%cal BRe2e4]`.
//
// A circle is a board, a color and a square; an arrow has two squares. Without a board, it is on the board of the
// half-move: programs for one board write it like that.
import type { BoardName, Comment, Square } from '../api/schema';

export type Ink = 'G' | 'R' | 'Y' | 'B';

export interface Drawing {
  board: BoardName;
  ink: Ink;
  from: Square;
  /** The end of an arrow; null for a circle. */
  to: Square | null;
}

const COMMAND = /\[%(csl|cal)\s+([^\]]*)\]/g;
const CIRCLE = /^([AB]?)([GRYB])([a-h][1-8])$/;
const ARROW = /^([AB]?)([GRYB])([a-h][1-8])([a-h][1-8])$/;

/** Reads the arrows and circles in a text. Invalid ones are ignored. */
export function drawingsIn(text: string, board: BoardName): Drawing[] {
  const drawings: Drawing[] = [];
  for (const [, kind, items = ''] of text.matchAll(COMMAND)) {
    for (const item of items.split(',')) {
      const found = (kind === 'csl' ? CIRCLE : ARROW).exec(item.trim());
      if (!found) continue;
      const [, letter, ink, from = '', to] = found;
      const named = letter === '' ? board : (letter?.toLowerCase() as BoardName);
      drawings.push({ board: named, ink: ink as Ink, from, to: to ?? null });
    }
  }
  return drawings.filter((drawing, at) => drawings.findIndex((other) => sameDrawing(other, drawing)) === at);
}

/** Returns all arrows and circles of a half-move. */
export function drawingsOf(comments: readonly Comment[], board: BoardName): Drawing[] {
  return comments.flatMap(({ text }) => drawingsIn(text, board));
}

/** Returns a comment without arrows and circles. */
export function withoutDrawings(text: string): string {
  return text
    .replace(COMMAND, '')
    .replace(/\s{2,}/g, (space) => (space.includes('\n') ? '\n' : ' '))
    .trim();
}

/** Returns `true` if a comment has arrows or circles. */
export function hasDrawings(text: string): boolean {
  return text.search(COMMAND) >= 0;
}

/** Writes arrows and circles; empty if there are none. */
export function drawingsText(drawings: readonly Drawing[]): string {
  const item = ({ board, ink, from, to }: Drawing) => `${board.toUpperCase()}${ink}${from}${to ?? ''}`;
  const command = (name: string, some: readonly Drawing[]) =>
    some.length === 0 ? '' : `[%${name} ${some.map(item).join(',')}]`;
  const circles = command(
    'csl',
    drawings.filter(({ to }) => to === null),
  );
  const arrows = command(
    'cal',
    drawings.filter(({ to }) => to !== null),
  );
  return [circles, arrows].filter((text) => text !== '').join(' ');
}

/** Replaces the words of a comment, and keeps its arrows and circles. */
export function withWords(text: string, words: string): string {
  const drawn = [...text.matchAll(COMMAND)].map(([command]) => command);
  return [words.trim(), ...drawn].filter((part) => part !== '').join(' ');
}

/** A change of one comment: `index` is null for a new one, and an empty text deletes it. */
export interface Change {
  index: number | null;
  text: string;
}

/**
 * Returns the changes after which the comments have exactly these drawings: the first comment with drawings gets them, the
 * others lose theirs. The last comment is changed first, so indexes stay valid.
 */
export function changesFor(comments: readonly Comment[], drawings: readonly Drawing[]): Change[] {
  const drawn = comments.filter(({ text }) => hasDrawings(text));
  const changes = drawn.map(({ index, text }, at): Change => {
    const parts = [withoutDrawings(text), at === 0 ? drawingsText(drawings) : ''];
    return { index, text: parts.filter((part) => part !== '').join(' ') };
  });
  if (drawn.length === 0 && drawings.length > 0) changes.push({ index: null, text: drawingsText(drawings) });
  return changes.reverse();
}

export function sameDrawing(one: Drawing, other: Drawing): boolean {
  return one.board === other.board && one.ink === other.ink && one.from === other.from && one.to === other.to;
}
