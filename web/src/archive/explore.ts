// The explorer's query about a position, and how its answer is shown.
import type { ExploreQuery } from '../api/client';
import type { Boards, BoardName, Explored, LegalMoves, PieceLetter } from '../api/schema';
import { games } from '../lib/rows';
import { isWhole as isWholeField } from '../lib/search';

/** Which position is looked up: one of the boards, or both together. */
export type What = BoardName | 'both';

export type ReservesMatch = 'any' | 'at-least' | 'exactly';

/** All filters as typed; empty if unused. */
export interface Filters {
  player: string;
  partner: string;
  against: string;
  seat: string;
  color: string;
  min: string;
  max: string;
  from: string;
  to: string;
  control: string;
  result: string;
  end: string;
}

export type FilterName = keyof Filters;

export const NO_FILTERS: Filters = {
  player: '',
  partner: '',
  against: '',
  seat: '',
  color: '',
  min: '',
  max: '',
  from: '',
  to: '',
  control: '',
  result: '',
  end: '',
};

const CONTROL = /^\d{1,5}(\.\d+)?\+\d{1,4}(\.\d+)?$/;

/** Returns `true` if a filter can be used. A rating, a date or a time control may be typed only in part. */
export function isWhole(name: FilterName, value: string): boolean {
  if (name === 'control') return value === '' || CONTROL.test(value);
  if (name === 'min' || name === 'max' || name === 'from' || name === 'to') return isWholeField(name, value);
  return true;
}

/** Counts the filters that are on. */
export function countFilters(filters: Filters): number {
  return Object.entries(filters).filter(([name, value]: [string, string]) => {
    return value.trim() !== '' && isWhole(name as FilterName, value.trim());
  }).length;
}

/** Makes the request for a position. */
export function toQuery(boards: Boards, what: What, reserves: ReservesMatch, filters: Filters): ExploreQuery {
  const position = what === 'both' ? `${boards.a.bfen} | ${boards.b.bfen}` : boards[what].bfen;
  const query: ExploreQuery = { position };
  if (reserves !== 'any') query.reserves = reserves;
  const text = (name: FilterName): string | undefined => {
    const value = filters[name].trim();
    return value !== '' && isWhole(name, value) ? value : undefined;
  };
  const set = <K extends keyof ExploreQuery>(name: K, value: ExploreQuery[K] | undefined) => {
    if (value !== undefined) query[name] = value;
  };
  set('player', text('player'));
  set('partner', text('partner'));
  set('against', text('against'));
  set('seat', text('seat') as ExploreQuery['seat']);
  set('color', text('color') as ExploreQuery['color']);
  set('min_rating', asNumber(text('min')));
  set('max_rating', asNumber(text('max')));
  set('from', text('from'));
  set('to', text('to'));
  set('time_control', text('control'));
  set('result', text('result') as ExploreQuery['result']);
  set('end', text('end'));
  return query;
}

/** Removes the move counters: positions that differ only by them are the same to the explorer. */
export function withoutCounters(bfen: string): string {
  return bfen.split(' ').slice(0, 4).join(' ');
}

function asNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** Says what is counted: "4,000 boards in 2,000 games". Both boards together are counted once per game. */
export function countText({ total, total_games }: Pick<Explored, 'total' | 'total_games'>): string {
  const boards = `${total.toLocaleString('en')} ${total === 1 ? 'board' : 'boards'}`;
  return total === total_games ? games(total_games) : `${boards} in ${games(total_games)}`;
}

/** Writes a share: 37%, and 0.4% below one. */
export function percent(part: number, whole: number): string {
  if (whole <= 0) return '';
  const share = (100 * part) / whole;
  if (share > 0 && share < 1) return share < 0.1 ? '<0.1%' : `${share.toFixed(1)}%`;
  return `${Math.round(share)}%`;
}

/** Writes a count in short: 950, 12.3k, 4.1M. */
export function short(count: number): string {
  if (count < 10_000) return count.toLocaleString('en');
  if (count < 999_500) return `${(count / 1000).toFixed(count < 99_950 ? 1 : 0)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

/** Writes a time in seconds. */
export function seconds(ms: number | null): string {
  if (ms === null) return '';
  return `${(ms / 1000).toFixed(ms < 9_950 ? 1 : 0)}s`;
}

/** Returns a team's share of the points, from 0 to 1; null if no result is known. */
export function points(score: { won: number; drawn: number; lost: number }): number | null {
  const known = score.won + score.drawn + score.lost;
  return known === 0 ? null : (score.won + score.drawn / 2) / known;
}

/** Describes a score: "won 12, drawn 1, lost 7". */
export function scoreWords(score: { games: number; won: number; drawn: number; lost: number }): string {
  const { games, won, drawn, lost } = score;
  const unknown = games - won - drawn - lost;
  return `won ${won}, drawn ${drawn}, lost ${lost}${unknown > 0 ? `, unknown ${unknown}` : ''}`;
}

/** Returns `true` if a move can be played now, or if the legal moves aren't known yet. */
export function isPossible(legal: LegalMoves | null, uci: string): boolean {
  if (!legal) return true;
  const drop = /^([QRBNP])@([a-h][1-8])$/.exec(uci);
  if (drop) return legal.drops[drop[1] as PieceLetter]?.includes(drop[2]!) ?? false;
  // A promotion that takes its piece from the other board is written differently; the server validates it.
  if (!/^[a-h][1-8][a-h][1-8][qrbn]?$/.test(uci)) return true;
  return legal.moves[uci.slice(0, 2)]?.includes(uci.slice(2, 4)) ?? false;
}
