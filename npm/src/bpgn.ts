/**
 * Game files in BPGN: read, replay, edit, check.
 * @module bughouse-chess/bpgn
 */
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

/**
 * A replayed game: all lines, with both boards and the clocks after each half-move.
 * @interface
 */
export type Game = Schemas['Game'];
/**
 * A line of a game: the main line or a variation.
 * @interface
 */
export type Line = Schemas['Line'];
/**
 * A replayed half-move.
 * @interface
 */
export type HalfMove = Schemas['HalfMove'];
/** A change to a game. */
export type Edit = Schemas['Edit'];
/**
 * A changed game, and the half-move to show.
 * @interface
 */
export type Edited = Schemas['Edited'];
/**
 * A problem in a game, and where.
 * @interface
 */
export type Diagnostic = Schemas['Diagnostic'];

/** A half-move as written in the file. */
export interface WrittenMove {
  /** The number of the move on its board. */
  readonly number: number;
  readonly seat: Seat;
  /** Number and seat in BPGN: `12b`. */
  readonly label: string;
  readonly san: string;
  /** The player's clock after it, in milliseconds. */
  readonly clock_ms: number | null;
}

/** A game as written in the file. */
export interface WrittenGame {
  /** Its number in the input, from 1. */
  readonly number: number;
  /** The line it begins in, from 1. */
  readonly line: number;
  readonly tags: Readonly<Record<string, string>>;
  /** The half-moves of the main line. */
  readonly moves: readonly WrittenMove[];
  /** The result after the moves. */
  readonly result: string | null;
  /** The BPGN of the game. */
  readonly text: string;
}

/** The result of checking a game. */
export interface CheckedGame {
  /** The name that you passed. */
  readonly file: string;
  readonly game: number;
  readonly line: number;
  readonly tags: Readonly<Record<string, string>>;
  /** How many half-moves the main line has. */
  readonly plies: number;
  /** The state of the game: `ok`, `repaired` or `broken`. */
  readonly state: Schemas['State'];
  /** The half-move that can't be played. */
  readonly stopped_at: Schemas['StoppedAt'] | null;
  /** Both boards in BFEN after the last half-move that could be played. */
  readonly final: Readonly<Record<BoardName, string>>;
  readonly outcome: Schemas['Outcome'];
  readonly diagnostics: readonly Diagnostic[];
}

/** A converted game. */
export interface Made {
  readonly text: string;
  /** The detected input format. */
  readonly kind: 'bpgn' | 'position' | 'chesscom';
  /** Notes for people. */
  readonly notes: readonly string[];
}

/** Games as a string or bytes; bytes may be compressed with gzip or bzip2. */
export type Games = string | Uint8Array | ArrayBuffer;

let ready = false;
let loading: Promise<void> | null = null;

/** Loads the BPGN part of the library. Call it once. By default, it loads the file next to this module. */
export function init(source?: Source | Promise<Source>): Promise<void> {
  if (ready) return Promise.resolve();
  loading ??= load(source ?? new URL('../wasm/records_bg.wasm', import.meta.url))
    .then(initSync)
    .finally(() => (loading = null));
  return loading;
}

/** Loads the BPGN part of the library synchronously, from bytes or a compiled module. */
export function initSync(source: BufferSource | WebAssembly.Module): void {
  if (ready) return;
  start({ module: source });
  ready = true;
}

/** Reads games lazily, one after the other. */
export function* readGames(games: Games): Generator<WrittenGame, void, undefined> {
  demand();
  const raw = attempt(() => new RawGames(bytesOf(games)));
  try {
    for (let next = raw.next(); next !== undefined; next = raw.next()) yield JSON.parse(next) as WrittenGame;
  } finally {
    raw.free();
  }
}

/** Replays one game on both boards. `stopped_at` and `diagnostics` report what can't be played. */
export function replay(text: string): Game {
  demand();
  return JSON.parse(attempt(() => rawReplay(demandText(text)))) as Game;
}

/** Changes a game: plays moves, sets comments, NAGs and tags, repairs it. The input is not modified. */
export function edit(text: string, change: Edit): Edited {
  demand();
  return JSON.parse(attempt(() => rawEdit(demandText(text), JSON.stringify(change ?? null)))) as Edited;
}

/** Replays each game and reports problems. With `strict`, deviations from the standard are errors. */
export function check(games: Games, options: { strict?: boolean; name?: string } = {}): CheckedGame[] {
  demand();
  const { strict = false, name = '' } = options;
  return JSON.parse(attempt(() => rawCheck(bytesOf(games), demandText(name), strict))) as CheckedGame[];
}

/** Converts other formats to BPGN: chess.com JSON, UCI moves, a position. */
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
    throw new TypeError(`expected a string or bytes, got ${String(games)}`);
  return games instanceof Uint8Array ? games : new Uint8Array(games);
}
