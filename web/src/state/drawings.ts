// Arrows and circles on the boards, as they stand in comments: `[%csl AGe4] [%cal BRe2e4]`.
//
// A circle is a board, a color and a square, an arrow has two squares. Without a board it is meant for the board of the
// half-move, as programs write it that know one board alone.
import type { BoardName, Comment, Square } from '../api/schema';

export type Ink = 'G' | 'R' | 'Y' | 'B';

export interface Drawing {
  board: BoardName;
  ink: Ink;
  from: Square;
  /** Where an arrow leads; a circle has none. */
  to: Square | null;
}

const COMMAND = /\[%(csl|cal)\s+([^\]]*)\]/g;
const CIRCLE = /^([AB]?)([GRYB])([a-h][1-8])$/;
const ARROW = /^([AB]?)([GRYB])([a-h][1-8])([a-h][1-8])$/;

/** Reads what is drawn in a text; what cannot be read is nothing. */
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

/** All that is drawn at a half-move. */
export function drawingsOf(comments: readonly Comment[], board: BoardName): Drawing[] {
  return comments.flatMap(({ text }) => drawingsIn(text, board));
}

/** The words of a comment, without what is drawn. */
export function withoutDrawings(text: string): string {
  return text
    .replace(COMMAND, '')
    .replace(/\s{2,}/g, (space) => (space.includes('\n') ? '\n' : ' '))
    .trim();
}

/** Whether anything is drawn in a comment. */
export function hasDrawings(text: string): boolean {
  return text.search(COMMAND) >= 0;
}

/** Writes what is drawn; empty if it is nothing. */
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

/** Puts other words before what is drawn in a comment. */
export function withWords(text: string, words: string): string {
  const drawn = [...text.matchAll(COMMAND)].map(([command]) => command);
  return [words.trim(), ...drawn].filter((part) => part !== '').join(' ');
}

/** A change of one comment: `index` is null for a new one, and an empty text takes it out. */
export interface Change {
  index: number | null;
  text: string;
}

/**
 * The changes after which all that is drawn is `shapes`: the first comment with drawings gets them, the others lose
 * theirs. They are in an order in which none moves a comment that is still to be changed.
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
