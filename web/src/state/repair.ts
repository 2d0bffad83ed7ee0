// Half-moves of the main line that can be repaired, including those after the replay stopped.
import type { BoardName, Game } from '../api/schema';

export type Repair = 'insert' | 'replace' | 'remove';

export interface RepairPlace {
  /** As in the file; null after the last half-move. */
  label: string | null;
  san: string;
  board: BoardName;
}

/** Returns a half-move of the main line, counted from 1. */
export function repairAt({ main }: Game, ply: number): RepairPlace {
  const played = main.half_moves[ply - 1];
  if (played) return { label: played.label, san: played.san, board: played.board };
  const unplayed = main.unplayed[ply - 1 - main.half_moves.length];
  if (!unplayed) return { label: null, san: '', board: 'a' };
  return { label: unplayed.label, san: unplayed.san, board: /b$/i.test(unplayed.label) ? 'b' : 'a' };
}
