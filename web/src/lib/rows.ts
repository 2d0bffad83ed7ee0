// The texts of a game in the list.
import type { Row, Seat } from '../api/schema';

/** The seats of both teams; results are given for the first. */
export const TEAMS: readonly (readonly [Seat, Seat])[] = [
  ['WhiteA', 'BlackB'],
  ['BlackA', 'WhiteB'],
];

/** Describes a seat. */
export function seatTitle(seat: Seat): string {
  return `${seat.startsWith('White') ? 'White' : 'Black'} on board ${seat.slice(-1)}`;
}

export function playerName(row: Pick<Row, 'seats'>, seat: Seat): string {
  return row.seats[seat].name || '?';
}

/** Returns the team that won, 0 or 1, or null. */
export function winner(row: { winner: string | null }): number | null {
  if (row.winner === 'team1') return 0;
  return row.winner === 'team2' ? 1 : null;
}

const RESULTS: Record<string, string> = { team1: '1-0', team2: '0-1', draw: '½-½', '1/2-1/2': '½-½' };

const CONFLICTS: Record<string, string> = {
  'name-and-board': 'the end reason names another player than the mated one',
  'no-mate-on-board': 'the end reason says checkmate, but neither board is mate',
  'reason-and-board': 'the end reason says that nobody won, but a player is mated',
  'result-and-board': 'the result and the mate on the board contradict each other',
  'result-and-name': 'the result and the player named in the end reason contradict each other',
  'result-and-reason': 'the result and the end reason contradict each other',
  'tag-and-result': 'the Result tag and the result after the moves differ',
  'unknown-name': 'the end reason names an unknown player',
};

/** Describes a contradiction about the end of a game; empty if there is none. */
export function conflictText(row: Pick<Row, 'conflict' | 'result' | 'winner'>): string {
  if (row.conflict === null) return '';
  const written = RESULTS[row.result ?? ''] ?? row.result;
  const wrong = written !== null && written !== resultText(row) ? `. The file says ${written}` : '';
  return `Contradiction in the file: ${CONFLICTS[row.conflict] ?? row.conflict.replaceAll('-', ' ')}${wrong}`;
}

/** Writes the result by the winner, or as the file has it if the winner is unknown. */
export function resultText({ winner, result }: { winner: string | null; result: string | null }): string {
  return RESULTS[winner ?? ''] ?? RESULTS[result ?? ''] ?? result ?? '?';
}

/** Writes a date without its unknown parts. */
export function dateText(date: string | null): string {
  if (date === null) return '';
  const known = date.split('.').filter((part) => !part.includes('?'));
  return known.join('-');
}

/** Describes a row for screen readers. */
export function rowTitle(row: Pick<Row, 'game' | 'seats' | 'result' | 'winner' | 'state'>): string {
  const teams = TEAMS.map((seats) => seats.map((seat) => playerName(row, seat)).join(' and '));
  const state = row.state === 'ok' ? '' : `, ${row.state}`;
  return `Game ${row.game}${state}: ${teams.join(' against ')}, ${resultText(row)}`;
}

/** Writes a number with separators, such as 100,000. */
export function count(number: number): string {
  return number.toLocaleString('en');
}

/** Writes `1 file`, `2 files`. */
export function files(number: number): string {
  return `${count(number)} ${number === 1 ? 'file' : 'files'}`;
}

/** Writes `1 game`, `2 games`. */
export function games(number: number): string {
  return `${count(number)} ${number === 1 ? 'game' : 'games'}`;
}
