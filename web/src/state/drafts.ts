// Changes that are not saved yet, as they are kept in the browser.
import type { Game } from '../api/schema';
import type { Spot } from './address';
import { nameOf } from './carried';

export interface Draft {
  /** The record before it was changed. */
  original: string;
  text: string;
  spot: Spot;
  /** When it was kept, in milliseconds. */
  time: number;
}

/** What a draft is kept under: where the record is from, or else how it begins. */
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

/** What drafts are kept in: the browser's storage, or a map in tests. */
export interface Shelf {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const PREFIX = 'draft:';
/** The most drafts; the oldest goes first. */
export const MOST = 30;

/** Keeps a draft of what a name stands for; tells whether it could be. */
export function keepDraft(shelf: Shelf, name: string, draft: Draft): boolean {
  try {
    shelf.setItem(PREFIX + name, JSON.stringify(draft));
    prune(shelf);
    return true;
  } catch {
    // There is no room, or no storage.
    return false;
  }
}

/** Finds the draft of a name; what cannot be read is none. */
export function findDraft(shelf: Shelf, name: string): Draft | null {
  try {
    return read(shelf.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

export function dropDraft(shelf: Shelf, name: string): void {
  try {
    shelf.removeItem(PREFIX + name);
  } catch {
    // No storage: nothing was kept.
  }
}

function read(text: string | null): Draft | null {
  const { original, text: changed, spot, time } = JSON.parse(text ?? 'null') as Partial<Draft>;
  if (typeof original !== 'string' || typeof changed !== 'string' || !spot) return null;
  if (typeof spot.line !== 'string' || typeof spot.ply !== 'number') return null;
  return { original, text: changed, spot, time: Number(time) || 0 };
}

function prune(shelf: Shelf): void {
  const names = Array.from({ length: shelf.length }, (_, index) => shelf.key(index) ?? '');
  const drafts = names.filter((name) => name.startsWith(PREFIX));
  if (drafts.length <= MOST) return;
  const time = (key: string) => findDraft(shelf, key.slice(PREFIX.length))?.time ?? 0;
  const oldest = drafts.map((key) => [time(key), key] as const).sort(([one], [other]) => one - other);
  for (const [, key] of oldest.slice(0, drafts.length - MOST)) shelf.removeItem(key);
}
