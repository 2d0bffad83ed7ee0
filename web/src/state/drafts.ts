// Unsaved changes, which the browser keeps.
import type { Game } from '../api/schema';
import { archivedAddress, gameAddress, positionAddress, type Spot } from './address';
import { nameOf } from './carried';

export interface Draft {
  /** The game before the changes. */
  original: string;
  text: string;
  spot: Spot;
  /** When it was kept, in milliseconds. */
  time: number;
  /** Where it is opened, and what it is a draft of; empty if unknown. */
  address: string;
  players: string;
  file: string;
}

/** A draft in a list. */
export interface ListedDraft extends Draft {
  name: string;
  /** The key of the file that must be open for it; null if it needs none. */
  needs: string | null;
}

/** Returns the name of a draft: where the game is from, or else how it begins. */
export function draftName(
  source: Game['source'],
  archived: boolean,
  { boards }: Game['start'],
  carried: string | null = null,
): string {
  if (carried !== null) return `text/${nameOf(carried)}`;
  if (!source) return `position/${boards.a.bfen}|${boards.b.bfen}`;
  return archived ? `archive/${source.game}` : `game/${source.file}/${source.game}`;
}

/** Where drafts are kept: the browser's storage, or a map in tests. */
export interface DraftStore {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const PREFIX = 'draft:';
/** The last moment that `Date` supports. */
const LAST_MOMENT = 8.64e15;
/** The most drafts; the oldest is deleted first. */
export const MOST = 30;

/** Keeps a draft. Returns `false` if that fails. */
export function keepDraft(draftStore: DraftStore, name: string, draft: Draft): boolean {
  try {
    draftStore.setItem(PREFIX + name, JSON.stringify(draft));
    prune(draftStore);
    return true;
  } catch {
    // There is no room, or no storage.
    return false;
  }
}

/** Finds a draft by name; null if there is none or it can't be read. */
export function findDraft(draftStore: DraftStore, name: string): Draft | null {
  try {
    return read(draftStore.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

export function dropDraft(draftStore: DraftStore, name: string): void {
  try {
    draftStore.removeItem(PREFIX + name);
  } catch {
    // No storage: nothing was kept.
  }
}

/** Lists all drafts, the newest first. */
export function listDrafts(draftStore: DraftStore): ListedDraft[] {
  try {
    const drafts = namesOf(draftStore).map((name): ListedDraft | null => {
      const draft = findDraft(draftStore, name);
      return draft && { ...draft, name, needs: fileOf(name), address: draft.address || addressOf(name) };
    });
    return drafts.filter((draft) => draft !== null).sort((one, other) => other.time - one.time);
  } catch {
    return [];
  }
}

const GAME = /^game\/(.*)\/(\d+)$/;

function fileOf(name: string): string | null {
  return GAME.exec(name)?.[1] ?? null;
}

/** Derives the address of an older draft, which has none. For a game from a link it is unknown. */
function addressOf(name: string): string {
  const [, file, game] = GAME.exec(name) ?? [];
  if (file !== undefined) return gameAddress(file, Number(game));
  const [kind = '', ...rest] = name.split('/');
  if (kind === 'archive') return archivedAddress(Number(rest[0]));
  const [a, b] = rest.join('/').split('|');
  return kind === 'position' && a && b ? positionAddress(a, b) : '';
}

function namesOf(draftStore: DraftStore): string[] {
  const keys = Array.from({ length: draftStore.length }, (_, index) => draftStore.key(index) ?? '');
  return keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
}

function read(text: string | null): Draft | null {
  const found = JSON.parse(text ?? 'null') as Partial<Draft>;
  const { original, text: changed, spot, time } = found;
  if (typeof original !== 'string' || typeof changed !== 'string' || !spot) return null;
  if (typeof spot.line !== 'string' || typeof spot.ply !== 'number') return null;
  const words = (value: unknown) => (typeof value === 'string' ? value : '');
  const [address, players, file] = [words(found.address), words(found.players), words(found.file)];
  // Only addresses of this site count.
  const own = /^\/(?![/\\])/.test(address) ? address : '';
  const moment = Number(time);
  const isMoment = Math.abs(moment) <= LAST_MOMENT;
  return { original, text: changed, spot, time: isMoment ? moment : 0, address: own, players, file };
}

function prune(draftStore: DraftStore): void {
  const drafts = namesOf(draftStore);
  if (drafts.length <= MOST) return;
  const time = (name: string) => findDraft(draftStore, name)?.time ?? 0;
  const oldest = drafts.map((name) => [time(name), name] as const).sort(([one], [other]) => one - other);
  for (const [, name] of oldest.slice(0, drafts.length - MOST)) draftStore.removeItem(PREFIX + name);
}
