// A line as BPGN, from the half-moves that lead to it.
import type { HalfMove } from '../api/schema';

export function lineText(halfMoves: readonly HalfMove[]): string {
  return halfMoves.map(({ label, san, clock }) => `${label}. ${san}${clock === null ? '' : ` {${clock}}`}`).join(' ');
}
