// Records of games in BPGN: read, replayed, edited, checked.
import {
  check as rawCheck,
  edit as rawEdit,
  initSync as start,
  RawGames,
  replay as rawReplay,
  toBpgn as rawToBpgn,
} from '../wasm/records.js';
import { attempt, demandText } from './error.js';
import { load, type Source } from './load.js';
import type { components } from './openapi.js';
import type { BoardName, Seat } from './words.js';

export { BughouseError } from './error.js';
export type { Source } from './load.js';
export type { BoardName, Seat } from './words.js';

type Schemas = components['schemas'];

/** A game that was replayed: all lines, with both boards and the clocks after each half-move. */
export type Game = Schemas['Game'];
/** A line of a game: the main line or a variation. */
export type Line = Schemas['Line'];
/** A half-move that was replayed. */
export type HalfMove = Schemas['HalfMove'];
/** What to change in a record. */
export type Edit = Schemas['Edit'];
/** A record that was changed, and where to stand in it. */
export type Edited = Schemas['Edited'];
/** A problem in a game, and where. */
export type Diagnostic = Schemas['Diagnostic'];

/** A half-move as it is written. */
export interface WrittenMove {
  /** The number of the move on its board. */
  readonly number: number;
  readonly seat: Seat;
  /** Number and seat as BPGN has them: `12b`. */
  readonly label: string;
  readonly san: string;
  /** What the clock showed after it, in milliseconds. */
  readonly clock_ms: number | null;
}

/** A game as it is written. */
export interface WrittenGame {
  /** Its number in the text, from 1. */
  readonly number: number;
  /** The line it begins in, from 1. */
  readonly line: number;
  readonly tags: Readonly<Record<string, string>>;
  /** The half-moves of the main line. */
  readonly moves: readonly WrittenMove[];
  /** The result after the moves. */
  readonly result: string | null;
  /** The record. */
  readonly text: string;
}

/** What a check says about a game. */
export interface CheckedGame {
  /** The name that was given. */
  readonly file: string;
  readonly game: number;
  readonly line: number;
  readonly tags: Readonly<Record<string, string>>;
  /** How many half-moves the main line has. */
  readonly plies: number;
  /** How it came through. */
  readonly state: Schemas['State'];
  /** The half-move that cannot be played. */
  readonly stopped_at: Schemas['StoppedAt'] | null;
  /** Both boards in BFEN after what was played. */
  readonly final: Readonly<Record<BoardName, string>>;
  readonly outcome: Schemas['Outcome'];
  readonly diagnostics: readonly Diagnostic[];
}

/** A text that became a record. */
export interface Made {
  readonly text: string;
  /** What it was taken for. */
  readonly kind: 'bpgn' | 'position' | 'chesscom';
  /** What a person should know. */
  readonly notes: readonly string[];
}

/** Games as text or bytes; bytes may be packed by gzip or bzip2. */
export type Games = string | Uint8Array | ArrayBuffer;

let ready = false;
let loading: Promise<void> | null = null;

/** Loads what reads records. It is enough to call it once. Without a source, the file beside this module is taken. */
export function init(source?: Source | Promise<Source>): Promise<void> {
  if (ready) return Promise.resolve();
  loading ??= load(source ?? new URL('../wasm/records_bg.wasm', import.meta.url))
    .then(initSync)
    .finally(() => (loading = null));
  return loading;
}

/** Loads what reads records at once, from bytes or a compiled module. */
export function initSync(source: BufferSource | WebAssembly.Module): void {
  if (ready) return;
  start({ module: source });
  ready = true;
}

/** Reads games one after the other, each when it is asked for. */
export function* readGames(games: Games): Generator<WrittenGame, void, undefined> {
  demand();
  const raw = attempt(() => new RawGames(bytesOf(games)));
  try {
    for (let next = raw.next(); next !== undefined; next = raw.next()) yield JSON.parse(next) as WrittenGame;
  } finally {
    raw.free();
  }
}

/** Replays a record of one game on both boards. What cannot be played is told in `stopped_at` and `diagnostics`. */
export function replay(text: string): Game {
  demand();
  return JSON.parse(attempt(() => rawReplay(demandText(text)))) as Game;
}

/** Changes a record of one game: plays moves, sets comments, marks and tags, repairs. The text is not touched. */
export function edit(text: string, change: Edit): Edited {
  demand();
  return JSON.parse(attempt(() => rawEdit(demandText(text), JSON.stringify(change ?? null)))) as Edited;
}

/** Plays each game and tells what is notable. Strictly: by the letter of the standard. */
export function check(games: Games, options: { strict?: boolean; name?: string } = {}): CheckedGame[] {
  demand();
  const { strict = false, name = '' } = options;
  return JSON.parse(attempt(() => rawCheck(bytesOf(games), demandText(name), strict))) as CheckedGame[];
}

/** Makes a record of other texts: boards of chess.com as JSON, half-moves in UCI, a position. */
export function toBpgn(text: Games): Made {
  demand();
  return JSON.parse(attempt(() => rawToBpgn(bytesOf(text)))) as Made;
}

function demand(): void {
  if (!ready) throw new Error("call `await init()` of 'bughouse-chess/bpgn' before anything else");
}

function bytesOf(games: Games): Uint8Array {
  if (typeof games === 'string') return new TextEncoder().encode(games);
  if (!(games instanceof ArrayBuffer || ArrayBuffer.isView(games)))
    throw new TypeError(`expected a text or bytes, got ${String(games)}`);
  return games instanceof Uint8Array ? games : new Uint8Array(games);
}
