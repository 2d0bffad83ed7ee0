// The result of a game in words: the winners' names, and how.
import type { Game, Seat } from '../api/schema';
import { shownName } from './players';

const TEAMS: Record<string, readonly [Seat, Seat]> = { team1: ['WhiteA', 'BlackB'], team2: ['BlackA', 'WhiteB'] };

const LOST: Record<string, string> = {
  checkmate: 'was checkmated',
  time: 'ran out of time',
  resignation: 'resigned',
  partner: 'lost on the partner’s board',
};

const WON: Record<string, string> = { time: 'on time', partner: 'on the partner’s board' };

const DRAWN: Record<string, string> = {
  'drawn-by-agreement': 'by agreement',
  'drawn-by-repetition': 'by repetition',
  'drawn-by-fifty-moves': 'by the fifty-move rule',
  'drawn-by-adjudication': 'by adjudication',
  stalemate: 'by stalemate',
  'both-flags': 'both players ran out of time',
  'partners-game-drawn': 'on the partner’s board',
  'no-material': 'nobody can mate',
  'flag-without-material': 'the player with time can’t mate',
  'mate-on-both-boards': 'mate on both boards',
};

export interface Finish {
  /** "Anna and Dee won", "Drawn". */
  who: string;
  how: string;
}

/** Describes the result; null if it is unknown. */
export function finishOf(game: Game): Finish | null {
  const { winner, by, loser_seat } = game.outcome;
  const reason = by ?? '';
  if (winner === 'draw') return { who: 'Drawn', how: DRAWN[reason] ?? '' };
  const team = TEAMS[winner ?? ''];
  if (!team) return null;
  const who = `${shownName(game, team[0])} and ${shownName(game, team[1])} won`;
  const how = reason && `by ${reason.replaceAll('-', ' ')}`;
  if (!loser_seat) return { who, how: WON[reason] ?? how };
  const loser = shownName(game, loser_seat);
  return { who, how: how && `${loser} ${LOST[reason] ?? `lost ${how}`}` };
}
