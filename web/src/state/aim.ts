// What a click, a key or a typed move on a board means. The server knows what is legal.
import type { BoardName, Color, LegalMoves, PieceLetter, Square } from '../api/schema';

/** The piece of a reserve that is selected for a drop. */
export interface Armed {
  board: BoardName;
  letter: PieceLetter;
}

export function dropUci(letter: PieceLetter, square: Square): string {
  return `${letter}@${square}`;
}

export function dropSquares(legal: LegalMoves | null, letter: PieceLetter): readonly Square[] {
  return legal?.drops[letter] ?? [];
}

export function needsPromotion(legal: LegalMoves | null, from: Square, to: Square): boolean {
  return legal?.promotions.includes(from + to) ?? false;
}

/** Moves a cursor in a direction on the screen, within the board. */
export function moveCursor(square: Square, by: 'left' | 'right' | 'up' | 'down', bottom: Color): Square {
  const sign = bottom === 'white' ? 1 : -1;
  const file = square.charCodeAt(0) - 97 + (by === 'right' ? sign : by === 'left' ? -sign : 0);
  const rank = Number(square[1]) + (by === 'up' ? sign : by === 'down' ? -sign : 0);
  const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
  return 'abcdefgh'.charAt(clamp(file, 0, 7)) + clamp(rank, 1, 8);
}

/** A label such as `12a.`, or a board, and then the move. */
const TYPED = /^(?:\d+\s*([ab])\s*\.+\s*|([ab])[\s.:]+)?([a-h1-8QRBNKPOqrbnkpo0@x=+#:-]{2,10})$/i;
const UCI = /^(?:[qrbnp]@[a-h][1-8]|[a-h][1-8][a-h][1-8][qrbn]?)$/i;

/** Reads a typed move: `A e2e4`, `b N@e5`, `12A. Nf3`, or without a board for the selected one. */
export function readTyped(text: string, focus: BoardName): { board: BoardName; uci: string } | null {
  const found = TYPED.exec(text.trim());
  const move = found?.[3];
  if (!move) return null;
  const board = ((found[1] ?? found[2])?.toLowerCase() as BoardName | undefined) ?? focus;
  // The server also reads SAN.
  if (!UCI.test(move)) return { board, uci: move };
  const uci = move.includes('@') ? move.charAt(0).toUpperCase() + move.slice(1).toLowerCase() : move.toLowerCase();
  return { board, uci };
}
