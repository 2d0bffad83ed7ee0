// What an engine says, as numbers for bars and in words.
import type { BoardName, Color, Evaluated, EvaluatedLine, EvaluatedScore } from '../api/schema';
import { colorOf } from './seats';

/** So many hundredths of a pawn fill three quarters of the half of a bar. */
const STEEP = 1000;

/** How much of a board's bar is White's, from 0 to 1. */
export function whiteShare(evaluated: Evaluated, board: BoardName): number {
  const { seat, score } = evaluated[board];
  const own = shareOf(score);
  return colorOf(seat) === 'white' ? own : 1 - own;
}

/** How much of a bar is that of the seat to move. */
export function shareOf({ kind, centipawns, wins }: EvaluatedScore): number {
  if (kind === 'centipawns') return 0.5 + 0.5 * Math.tanh((centipawns ?? 0) / STEEP);
  return wins ? 1 : 0;
}

/** How much of the team's bar is that of White on board A and Black on board B. */
export function teamShare(evaluated: Evaluated): number {
  return evaluated.team.chance;
}

/** A score in short, for one color of its board: "+1.2", "mate in 3", "mated in 2?", "mate in 5, claimed". */
export function scoreText(score: EvaluatedScore, mover: Color, as: Color): string {
  const turned = mover !== as;
  if (score.kind === 'centipawns') {
    const pawns = ((turned ? -1 : 1) * (score.centipawns ?? 0)) / 100;
    return `${pawns < 0 ? '−' : '+'}${Math.abs(pawns).toFixed(1)}`;
  }
  const wins = turned ? !score.wins : score.wins;
  const text = score.moves === 0 ? 'mated' : `${wins ? 'mate' : 'mated'} in ${score.moves}`;
  if (score.kind === 'claimed-mate') return `${text}, claimed`;
  return score.strength === 'hard' ? text : `${text}, if nothing arrives`;
}

/** A line in words: its moves, and what it would need to go on. */
export function engineLineText({ moves, cut, needs }: EvaluatedLine): string {
  const text = moves.map(({ san }) => san).join(' ');
  if (cut === null) return text;
  return `${text} … ${needs ? `needs ${needs}` : 'cannot be played on'}`.trim();
}
