// The places of boards and seats.
import type { BoardName, Color, Seat } from '../api/schema';
import { otherColor, seatOf } from './seats';

/** By default board A is on the left with White at the bottom, board B on the right with Black: a team is at the bottom. */
export function bottomColor(board: BoardName, flip: boolean): Color {
  return (board === 'a') !== flip ? 'white' : 'black';
}

export function boardOrder(swap: boolean): [BoardName, BoardName] {
  return swap ? ['b', 'a'] : ['a', 'b'];
}

export function topSeat(board: BoardName, flip: boolean): Seat {
  return seatOf(board, otherColor(bottomColor(board, flip)));
}

export function bottomSeat(board: BoardName, flip: boolean): Seat {
  return seatOf(board, bottomColor(board, flip));
}

/** Returns the column of a square from the left, and whether it is in the upper half of the board on the screen. */
export function promotionPlace(board: BoardName, square: string, flip: boolean): { column: number; top: boolean } {
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]);
  const white = bottomColor(board, flip) === 'white';
  return { column: white ? file : 7 - file, top: white ? rank > 4 : rank <= 4 };
}

/** Returns how to turn the boards to view the game as a seat: its board on the left, its pieces at the bottom. */
export function viewAs(seat: Seat): { flip: boolean; swap: boolean } {
  const board: BoardName = seat.endsWith('A') ? 'a' : 'b';
  return { flip: bottomSeat(board, false) !== seat, swap: board === 'b' };
}

/** Returns the seat that the game is viewed as: at the bottom left. */
export function viewingSeat(flip: boolean, swap: boolean): Seat {
  return bottomSeat(swap ? 'b' : 'a', flip);
}
