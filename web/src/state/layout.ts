// Which board and which seat stands where.
import type { BoardName, Color, Seat } from '../api/schema';
import { otherColor, seatOf } from './seats';

/** Board A is on the left with White below, board B on the right with Black below: a team is one row. */
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

/** Where a square is on a board as it is seen: its column from the left, and whether it is in the upper half. */
export function promotionPlace(board: BoardName, square: string, flip: boolean): { column: number; top: boolean } {
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]);
  const white = bottomColor(board, flip) === 'white';
  return { column: white ? file : 7 - file, top: white ? rank > 4 : rank <= 4 };
}

/** How to look so that a seat's board is on the left, and the seat below. */
export function viewAs(seat: Seat): { flip: boolean; swap: boolean } {
  const board: BoardName = seat.endsWith('A') ? 'a' : 'b';
  return { flip: bottomSeat(board, false) !== seat, swap: board === 'b' };
}

/** The seat that looks so: below on the left. */
export function viewingSeat(flip: boolean, swap: boolean): Seat {
  return bottomSeat(swap ? 'b' : 'a', flip);
}
