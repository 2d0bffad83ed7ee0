// Undo and redo: every state of the record, and where one stood in it.
import type { Game } from '../api/schema';
import type { Spot } from './address';

export interface Version {
  game: Game;
  /** Where the edit leads to. */
  spot: Spot;
  /** Where one stood before the edit. */
  from: Spot;
}

export interface History {
  versions: readonly Version[];
  at: number;
  /** The version that is saved. */
  saved: number;
}

/** Records of many half-moves are large, so the list has an end. */
export const MOST_VERSIONS = 100;

export function begin(game: Game, spot: Spot): History {
  return { versions: [{ game, spot, from: spot }], at: 0, saved: 0 };
}

/** Adds a version; what was undone is gone. */
export function add(history: History, version: Version): History {
  const kept = [...history.versions.slice(0, history.at + 1), version];
  const dropped = Math.max(kept.length - MOST_VERSIONS, 0);
  // The saved version may be among what is gone.
  const saved = history.saved > history.at ? -1 : history.saved - dropped;
  return { versions: kept.slice(dropped), at: kept.length - 1 - dropped, saved: Math.max(saved, -1) };
}

/** Goes back one version, to where one stood when it was changed. */
export function undo(history: History): { history: History; game: Game; spot: Spot } | null {
  const undone = history.versions[history.at];
  const version = history.versions[history.at - 1];
  if (!undone || !version) return null;
  return { history: { ...history, at: history.at - 1 }, game: version.game, spot: undone.from };
}

export function redo(history: History): { history: History; game: Game; spot: Spot } | null {
  const version = history.versions[history.at + 1];
  if (!version) return null;
  return { history: { ...history, at: history.at + 1 }, game: version.game, spot: version.spot };
}

export function markSaved(history: History): History {
  return { ...history, saved: history.at };
}

export function isUnsaved(history: History): boolean {
  return history.at !== history.saved;
}
