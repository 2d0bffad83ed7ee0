// What each player captured, received, dropped and lost.
import type { HalfMove, PieceLetter, Reserve, Seat } from '../api/schema';
import { LETTERS, opponentOf } from './seats';

export type Values = Record<PieceLetter, number>;

export const CHESS_VALUES: Values = { P: 1, N: 3, B: 3, R: 5, Q: 9 };
export const BUGHOUSE_VALUES: Values = { P: 1.5, N: 3, B: 3, R: 4, Q: 7 };

export const ENTRIES = ['captured', 'received', 'dropped', 'lost'] as const;
export type Entry = (typeof ENTRIES)[number];
export type Account = Record<Entry, Reserve>;
export type Material = Record<Seat, Account>;

/** Adds up half-moves. A promoted piece counts as the pawn it is when captured; a piece that a promotion takes is lost. */
export function materialOf(halfMoves: readonly HalfMove[]): Material {
  const material: Material = { WhiteA: account(), BlackA: account(), WhiteB: account(), BlackB: account() };
  for (const { seat, drop, transfer, pawn_to, promotion } of halfMoves) {
    if (drop) material[seat].dropped[drop] += 1;
    if (transfer) {
      material[seat].captured[transfer.piece] += 1;
      material[transfer.seat].received[transfer.piece] += 1;
      material[opponentOf(seat)].lost[transfer.piece] += 1;
    }
    if (pawn_to) {
      material[pawn_to].received.P += 1;
      if (promotion) material[pawn_to].lost[promotion] += 1;
    }
  }
  return material;
}

export function worth(pieces: Reserve, values: Values): number {
  return LETTERS.reduce((sum, letter) => sum + pieces[letter] * values[letter], 0);
}

function account(): Account {
  const none = (): Reserve => ({ Q: 0, R: 0, B: 0, N: 0, P: 0 });
  return { captured: none(), received: none(), dropped: none(), lost: none() };
}
