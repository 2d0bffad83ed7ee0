// One function for each request of the HTTP API.
import type {
  Analysis,
  ArchivePlayer,
  ArchivePlayers,
  Boards,
  Clocks,
  Edit,
  Edited,
  Evaluated,
  Explored,
  ExploredYears,
  File as OpenFile,
  Files,
  FoundGames,
  Game,
  Legal,
  GameMistakes,
  Notations,
  Opened,
  Rejection,
  Rows,
  Saved,
  Seat,
} from './schema';
import type { operations } from '#openapi';
import { NoAnswer, send } from '#send';

export type GamesQuery = NonNullable<operations['listGames']['parameters']['query']>;

export type ExploreQuery = operations['explore']['parameters']['query'];

/** A request that was rejected, or that did not reach the server. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly rejection: Rejection,
  ) {
    super(rejection.message);
  }
}

export const listFiles = () => ask<Files>('GET', '/api/files');
export const listGames = (query: GamesQuery, signal?: AbortSignal) =>
  ask<Rows>('GET', '/api/games' + search(query), undefined, signal);
export const openText = (body: Blob, name?: string) => ask<Opened>('POST', '/api/files' + search({ name }), body);
export const closeUpload = (key: string) => ask<void>('DELETE', filePath(key));
export const reloadFile = (key: string) => ask<OpenFile>('POST', filePath(key) + '/reload');
export const openGame = (key: string, game: number) => ask<Game>('GET', `${filePath(key)}/games/${game}`);
export const openPosition = (text: string) => ask<Game>('GET', '/api/position' + search({ text }));
export const replayText = (text: string) => ask<Game>('POST', '/api/game', { text });
export const editText = (text: string, edit: Edit) => ask<Edited>('POST', '/api/edit', { text, edit });
export const legalMoves = (a: string, b: string, rules: Record<string, string>) =>
  ask<Legal>('GET', '/api/legal' + search({ a, b, ...rules }));
export const analyzeBoards = (a: string, b: string, rules: Record<string, string>, signal?: AbortSignal) =>
  ask<Analysis>('GET', '/api/analysis' + search({ a, b, ...rules }), undefined, signal);
export const evaluateBoards = (a: string, b: string, rules: Record<string, string>, signal?: AbortSignal) =>
  ask<Evaluated>('GET', '/api/evaluation' + search({ a, b, ...rules }), undefined, signal);
export const askEngine = (a: string, b: string, rules: Record<string, string>, signal?: AbortSignal) =>
  ask<Evaluated>('GET', '/api/engine' + search({ a, b, ...rules }), undefined, signal);
export const findMistakes = (text: string, signal?: AbortSignal) =>
  ask<GameMistakes>('POST', '/api/mistakes', { text }, signal);
export const notations = (a: string, b: string, clocks: Clocks) =>
  ask<Notations>('GET', '/api/notations' + search({ a, b, ...wholeClocks(clocks) }));
export const saveText = (text: string, name: string, overwrite: boolean) =>
  ask<Saved>('POST', '/api/save', { text, name, overwrite });
/** Replaces a game in its file. `original` is its text when it was opened. */
export const replaceGame = (key: string, game: number, text: string, original: string) =>
  ask<Saved>('PUT', `${filePath(key)}/games/${game}`, { text, original, overwrite: true });

export const explore = (query: ExploreQuery, signal?: AbortSignal) =>
  ask<Explored>('GET', '/api/explore' + search(query), undefined, signal);
export const exploreYears = (query: ExploreQuery, signal?: AbortSignal) =>
  ask<ExploredYears>('GET', '/api/explore/years' + search(query), undefined, signal);
export const searchArchive = (q: string, offset: number, limit: number, signal?: AbortSignal) =>
  ask<FoundGames>('GET', '/api/search' + search({ q, offset, limit }), undefined, signal);
export const openArchived = (game: number) => ask<Game>('GET', `/api/archive/games/${game}`);
export const archivePlayers = (prefix: string, limit: number, signal?: AbortSignal) =>
  ask<ArchivePlayers>('GET', '/api/archive/players' + search({ prefix, limit }), undefined, signal);
export const archivePlayer = (name: string, signal?: AbortSignal) =>
  ask<ArchivePlayer>('GET', `/api/archive/players/${encodeURIComponent(name)}`, undefined, signal);

/** The address of a picture of both boards. */
export function svgAddress(
  boards: Boards,
  clocks: Clocks,
  view: { flip?: boolean; swap?: boolean; names?: Record<Seat, string> } = {},
): string {
  const { flip, swap, names = {} } = view;
  return (
    '/api/svg' +
    search({
      a: boards.a.bfen,
      b: boards.b.bfen,
      flip: flip || undefined,
      swap: swap || undefined,
      ...wholeClocks(clocks),
      ...Object.fromEntries(Object.entries(names).map(([seat, name]) => [`${seat}Name`, name])),
    })
  );
}

function wholeClocks(clocks: Clocks): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(clocks).map(([seat, ms]: [string, number | null]) => [seat, ms === null ? null : Math.round(ms)]),
  );
}

/** Makes the query of an address. Missing values are left out. */
export function search(query: Record<string, string | number | boolean | null | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text ? '?' + text : '';
}

function filePath(key: string): string {
  return '/api/files/' + encodeURIComponent(key);
}

async function ask<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const carried = body === undefined || body instanceof Blob ? body : JSON.stringify(body);
  const { status, text } = await send(method, path, carried, signal).catch((error: unknown) => {
    throw error instanceof NoAnswer ? plain(0, error.message) : error;
  });
  if (status === 204) return undefined as T;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw plain(status, `The server’s answer can’t be read (status ${status}).`);
  }
  if (status < 200 || status > 299) {
    const rejection = (value as { error?: Rejection }).error;
    throw rejection
      ? new ApiError(status, rejection)
      : plain(status, `The server rejected the request (status ${status}).`);
  }
  return value as T;
}

/** Fetches a picture on the static site. */
export async function fetchPicture(address: string): Promise<Blob> {
  const { text } = await send('GET', address, undefined, undefined);
  return new Blob([text], { type: 'image/svg+xml' });
}

function plain(status: number, message: string): ApiError {
  return new ApiError(status, { message, line: null, column: null, excerpt: null });
}
