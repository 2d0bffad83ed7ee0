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
