// The result of a game in words: the winners' names, and how.
import type { Game, Seat } from '../api/schema';
import { shownName } from './players';

const TEAMS: Record<string, readonly [Seat, Seat]> = { team1: ['WhiteA', 'BlackB'], team2: ['BlackA', 'WhiteB'] };

const HOW: Record<string, string> = {
  checkmate: 'was checkmated',
  time: 'ran out of time',
  resignation: 'resigned',
};

export interface Finish {
  /** "Anna and Dee won", "Drawn". */
  who: string;
  how: string;
}

/** Describes the result; null if it is unknown. */
export function finishOf(game: Game): Finish | null {
  const { winner, by, loser_seat } = game.outcome;
  const how = (by ?? '').replaceAll('-', ' ');
  if (winner === 'draw') return { who: 'Drawn', how: how && `by ${how}` };
  const team = TEAMS[winner ?? ''];
  if (!team) return null;
  const who = `${shownName(game, team[0])} and ${shownName(game, team[1])} won`;
  if (!loser_seat) return { who, how: how && `by ${how}` };
  const word = HOW[by ?? ''];
  const loser = shownName(game, loser_seat);
  return { who, how: word ? `${loser} ${word}` : how && `${loser} lost by ${how}` };
}
