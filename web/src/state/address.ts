// Addresses in the web UI, and what they show.

/** A half-move: the line it is in, and its number from the start of the game. */
export interface Spot {
  line: string;
  ply: number;
}

/** The current move, and how the boards are turned. */
export interface View extends Spot {
  flip: boolean;
  swap: boolean;
}

export type Route =
  | { page: 'home' }
  | { page: 'game'; embed: boolean; key: string; game: number; view: View }
  | { page: 'archived'; embed: boolean; game: number; view: View }
  | { page: 'player'; name: string }
  | { page: 'position'; embed: boolean; a: string; b: string; view: View }
  | { page: 'text'; embed: boolean; data: string; view: View }
  /** The clocks are unparsed. */
  | { page: 'setup'; a: string | null; b: string | null; clocks: string }
  | { page: 'unknown' };

const LINE = /^\d+\.\d+(\/\d+\.\d+)*$/;

/** Reads an address: the path and the query. */
export function readAddress(path: string, query: string): Route {
  const params = new URLSearchParams(query);
  const parts = path.split('/').filter((part) => part !== '');
  const embed = parts[0] === 'embed';
  if (embed) parts.shift();
  else if (parts.length === 0) return { page: 'home' };
  if (parts[0] === 'game' && parts.length === 3) {
    const key = decode(parts[1] ?? '');
    const game = Number(parts[2]);
    if (key !== null && Number.isSafeInteger(game) && game >= 1) {
      return { page: 'game', embed, key, game, view: readView(params) };
    }
  }
  if (parts[0] === 'archive' && parts.length === 2 && /^\d{1,10}$/.test(parts[1] ?? '')) {
    return { page: 'archived', embed, game: Number(parts[1]), view: readView(params) };
  }
  if (parts[0] === 'player' && parts.length === 2 && !embed) {
    const name = decode(parts[1] ?? '');
    if (name !== null) return { page: 'player', name };
  }
  if (parts[0] === 'text' && parts.length === 2) {
    return { page: 'text', embed, data: parts[1] ?? '', view: readView(params) };
  }
  const a = params.get('a');
  const b = params.get('b');
  if (parts[0] === 'setup' && parts.length === 1 && !embed)
    return { page: 'setup', a, b, clocks: params.get('clocks') ?? '' };
  if (parts[0] === 'position' && parts.length === 1 && a !== null && b !== null) {
    return { page: 'position', embed, a, b, view: readView(params) };
  }
  return { page: 'unknown' };
}

/** Writes the address of a game at a half-move. */
export function gameAddress(key: string, game: number, view: View = START, embed = false): string {
  return `${embed ? '/embed' : ''}/game/${encodeURIComponent(key)}/${game}${query(writeView(view))}`;
}

/** Writes the address of a game of the archive at a half-move. */
export function archivedAddress(game: number, view: View = START, embed = false): string {
  return `${embed ? '/embed' : ''}/archive/${game}${query(writeView(view))}`;
}

/** Writes an address that contains the game, at a half-move. */
export function textAddress(data: string, view: View = START, embed = false): string {
  return `${embed ? '/embed' : ''}/text/${data}${query(writeView(view))}`;
}

/** Writes the address of a player of the archive. */
export function playerAddress(name: string): string {
  return `/player/${encodeURIComponent(name)}`;
}

/** Writes the address of the games of the archive that a query is about. */
export function queryAddress(text: string): string {
  return `/${query([
    ['in', 'archive'],
    ['q', text],
  ])}`;
}

/** Writes the address of a position. */
export function positionAddress(a: string, b: string, view: View = START, embed = false): string {
  return `${embed ? '/embed' : ''}/position${query([['a', a], ['b', b], ...writeView(view)])}`;
}

/** Writes the address for setting up a position, with unparsed clocks. */
export function setupAddress(a: string, b: string, clocks = ''): string {
  const pairs: [string, string][] = [
    ['a', a],
    ['b', b],
  ];
  return `/setup${query(clocks === '' ? pairs : [...pairs, ['clocks', clocks]])}`;
}

export const START: View = { line: '', ply: 0, flip: false, swap: false };

/** Returns `true` if an address says how boards are turned. Otherwise preferences decide. */
export function saysTurned(query: string): boolean {
  const params = new URLSearchParams(query);
  return params.has('flip') || params.has('swap');
}

function readView(params: URLSearchParams): View {
  const line = params.get('line') ?? '';
  const ply = Number(params.get('ply') ?? 0);
  return {
    line: LINE.test(line) ? line : '',
    ply: Number.isSafeInteger(ply) && ply >= 0 ? ply : 0,
    flip: params.get('flip') === '1',
    swap: params.get('swap') === '1',
  };
}

function writeView(view: View): [string, string][] {
  const pairs: [string, string][] = [];
  if (view.ply > 0) pairs.push(['ply', String(view.ply)]);
  if (view.line) pairs.push(['line', view.line]);
  if (view.flip) pairs.push(['flip', '1']);
  if (view.swap) pairs.push(['swap', '1']);
  return pairs;
}

function query(pairs: [string, string][]): string {
  // A slash needs no escape in a query, and lines and boards have many.
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2F', '/')}`).join('&');
  return text ? '?' + text : '';
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
