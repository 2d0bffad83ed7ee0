// Seats, boards and colors.
import type { BoardName, Color, PieceLetter, PieceName, Seat } from '../api/schema';

export const SEATS: readonly Seat[] = ['WhiteA', 'BlackA', 'WhiteB', 'BlackB'];
export const LETTERS: readonly PieceLetter[] = ['Q', 'R', 'B', 'N', 'P'];

const NAMES: Record<PieceLetter, Exclude<PieceName, 'king'>> = {
  Q: 'queen',
  R: 'rook',
  B: 'bishop',
  N: 'knight',
  P: 'pawn',
};

export function seatOf(board: BoardName, color: Color): Seat {
  return `${color === 'white' ? 'White' : 'Black'}${board === 'a' ? 'A' : 'B'}`;
}

export function boardOf(seat: Seat): BoardName {
  return seat.endsWith('A') ? 'a' : 'b';
}

export function colorOf(seat: Seat): Color {
  return seat.startsWith('White') ? 'white' : 'black';
}

/** Returns the opponent on the same board. */
export function opponentOf(seat: Seat): Seat {
  return seatOf(boardOf(seat), otherColor(colorOf(seat)));
}

export function otherColor(color: Color): Color {
  return color === 'white' ? 'black' : 'white';
}

export function otherBoard(board: BoardName): BoardName {
  return board === 'a' ? 'b' : 'a';
}

export function pieceName(letter: PieceLetter): Exclude<PieceName, 'king'> {
  return NAMES[letter];
}

export function pieceLetter(name: string): PieceLetter | null {
  return LETTERS.find((letter) => NAMES[letter] === name) ?? null;
}

/** Describes a seat: "White on board A". */
export function seatWords(seat: Seat): string {
  return `${colorOf(seat) === 'white' ? 'White' : 'Black'} on board ${boardOf(seat).toUpperCase()}`;
}

/** Describes a seat in short, for players without a name: "White A". */
export function seatLabel(seat: Seat): string {
  return `${colorOf(seat) === 'white' ? 'White' : 'Black'} ${boardOf(seat).toUpperCase()}`;
}
