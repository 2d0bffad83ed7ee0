// The answers of an engine, as numbers for bars and in words.
import type { BoardName, Color, Evaluated, EvaluatedLine, EvaluatedScore } from '../api/schema';
import { colorOf } from './seats';

/** At this score in centipawns, three quarters of one half of a bar are filled. */
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

/** The score, in centipawns, that the built-in search gives to a mate that only a new piece could stop. */
const SOFT_MATE = 3000;

/** A score in short, for one color of its board: "+1.2", "mate in 3", "mate in 5 (unverified)". */
export function scoreText(score: EvaluatedScore, mover: Color, as: Color): string {
  const turned = mover !== as;
  if (score.kind === 'centipawns') {
    if (Math.abs(score.centipawns ?? 0) === SOFT_MATE) {
      return `${(score.centipawns === SOFT_MATE) !== turned ? 'wins' : 'loses'} unless fed`;
    }
    const pawns = ((turned ? -1 : 1) * (score.centipawns ?? 0)) / 100;
    return `${pawns < 0 ? '−' : '+'}${Math.abs(pawns).toFixed(1)}`;
  }
  const wins = turned ? !score.wins : score.wins;
  const text = score.moves === 0 ? 'mated' : `${wins ? 'mate' : 'mated'} in ${score.moves}`;
  if (score.kind === 'claimed-mate') return `${text} (unverified)`;
  return score.strength === 'hard' ? text : `${text} unless fed`;
}

/** A line in words: its moves, and what it would need to continue. */
export function engineLineText({ moves, cut, needs }: EvaluatedLine): string {
  const text = moves.map(({ san }) => san).join(' ');
  if (cut === null) return text;
  return `${text} … ${needs ? `needs ${needs}` : 'line ends here'}`.trim();
}
