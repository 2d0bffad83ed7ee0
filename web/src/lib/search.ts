// The search of the list of games: read from the address, written to it, and sent to the server.
import type { GamesQuery } from '../api/client';

/** All fields as typed; empty if unused. */
export interface Search {
  player: string;
  partner: string;
  min: string;
  max: string;
  from: string;
  to: string;
  result: string;
  end: string;
  file: string;
  /** `archive` to list its games. */
  in: string;
  /** The query to the archive. */
  q: string;
  /** The order of games from files; empty for file order. */
  sort: string;
  offset: number;
}

export const NO_SEARCH: Search = {
  player: '',
  partner: '',
  min: '',
  max: '',
  from: '',
  to: '',
  result: '',
  end: '',
  file: '',
  in: '',
  q: '',
  sort: '',
  offset: 0,
};

export const RESULTS = ['1-0', '0-1', '1/2-1/2', '*'] as const;
/** Results that need a player. */
export const RESULTS_OF_PLAYER = ['won', 'lost'] as const;

/** The orders to choose from. */
export const SORTS = ['-date', 'date', '-rating', 'rating', 'player', '-player', '-plies', 'plies'] as const;

/** Their names. */
export const SORT_NAMES: Record<(typeof SORTS)[number], string> = {
  '-date': 'newest first',
  date: 'oldest first',
  '-rating': 'strongest first',
  rating: 'weakest first',
  player: 'player, A to Z',
  '-player': 'player, Z to A',
  '-plies': 'longest first',
  plies: 'shortest first',
};

const TEXTS = ['player', 'partner', 'min', 'max', 'from', 'to', 'result', 'end', 'file'] as const;
export type TextField = (typeof TEXTS)[number];

const RATING = /^\d{1,4}$/;
const DAY = /^\d{4}([-.]\d{2}([-.]\d{2})?)?$/;

/** Returns `true` if a field can be used. A rating or a date may be typed only in part. */
export function isWhole(field: TextField, value: string): boolean {
  if (value === '') return true;
  if (field === 'min' || field === 'max') return RATING.test(value);
  if (field === 'from' || field === 'to') return DAY.test(value) && isInCalendar(value);
  return true;
}

/** Returns `true` if the calendar has such a month or day. */
function isInCalendar(value: string): boolean {
  const [year = 0, month = 1, day = 1] = value.split(/[-.]/).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Reads the query of an address. Invalid values are ignored. */
export function readSearch(query: string): Search {
  const params = new URLSearchParams(query);
  const search = { ...NO_SEARCH };
  for (const field of TEXTS) {
    const value = params.get(field)?.trim() ?? '';
    if (isWhole(field, value)) search[field] = value;
  }
  if (params.get('in') === 'archive') search.in = 'archive';
  search.q = params.get('q') ?? '';
  search.sort = SORTS.find((sort) => sort === params.get('sort')) ?? '';
  const offset = Number(params.get('offset') ?? 0);
  if (Number.isSafeInteger(offset) && offset > 0) search.offset = offset;
  return search;
}

/** Writes the address of the list. */
export function searchAddress(search: Search): string {
  const params = new URLSearchParams();
  for (const field of TEXTS) {
    const value = search[field].trim();
    if (value !== '' && isWhole(field, value)) params.set(field, value);
  }
  if (search.in !== '') params.set('in', search.in);
  if (search.q.trim() !== '') params.set('q', search.q);
  if (search.sort !== '') params.set('sort', search.sort);
  if (search.offset > 0) params.set('offset', String(search.offset));
  const text = params.toString();
  return text ? '/?' + text : '/';
}

/** Makes the request. Fields typed only in part are left out, and results that lack their player. */
export function toQuery(search: Search, limit: number): GamesQuery {
  const query: GamesQuery = { limit };
  if (search.offset > 0) query.offset = search.offset;
  const text = (field: TextField) => {
    const value = search[field].trim();
    return value !== '' && isWhole(field, value) ? value : undefined;
  };
  const [player, partner, end, file] = [text('player'), text('partner'), text('end'), text('file')];
  if (player) query.player = player;
  if (partner) query.partner = partner;
  if (end) query.end = end;
  if (file) query.file = file;
  const [min, max, from, to] = [text('min'), text('max'), text('from'), text('to')];
  if (min) query.min_rating = Number(min);
  if (max) query.max_rating = Number(max);
  if (from) query.from = from;
  if (to) query.to = to;
  const result = [...RESULTS, ...(player ? RESULTS_OF_PLAYER : [])].find((known) => known === search.result);
  if (result) query.result = result;
  const sort = SORTS.find((known) => known === search.sort);
  if (sort) query.sort = sort;
  return query;
}

/** Counts the fields in use. */
export function countFields(search: Search): number {
  return TEXTS.filter((field) => field !== 'file' && search[field].trim() !== '').length;
}

/** Returns `true` if no field is in use, on any page of the list. */
export function isEmptySearch(search: Search): boolean {
  return TEXTS.every((field) => search[field].trim() === '');
}

/** Describes a search, for an empty list. */
export function inWords(search: Search, fileName: string): string {
  const parts: string[] = [];
  const { player, partner, min, max, from, to, result, end } = search;
  if (player) parts.push(`player “${player}”`);
  if (partner) parts.push(`partner “${partner}”`);
  if (min || max) parts.push(`rating ${span(min, max)}`);
  if (from || to) parts.push(`date ${span(from, to)}`);
  if (result) parts.push(`result ${result}`);
  if (end) parts.push(`result by ${end}`);
  if (fileName) parts.push(`file ${fileName}`);
  return parts.join(', ');
}

function span(least: string, most: string): string {
  if (least && most) return `${least} to ${most}`;
  return least ? `from ${least}` : `to ${most}`;
}
