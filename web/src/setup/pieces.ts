// The colors and names of pieces.
import type { Color, PieceName } from '../api/schema';
import { LETTERS, pieceName } from '../state/seats';
import type { PlacedPiece } from './setup';

export function colorOf(piece: PlacedPiece): Color {
  return piece.charAt(0) === piece.charAt(0).toUpperCase() ? 'white' : 'black';
}

export function kindOf(piece: PlacedPiece): PieceName {
  const sign = piece.charAt(0).toUpperCase();
  const letter = LETTERS.find((letter) => letter === sign);
  return letter ? pieceName(letter) : 'king';
}

/** "white knight", "empty". */
export function pieceWords(piece: PlacedPiece | undefined): string {
  return piece ? `${colorOf(piece)} ${kindOf(piece)}` : 'empty';
}
