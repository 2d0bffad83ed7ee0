// Undo and redo: every version of the game, and the current move in it.
import type { Game } from '../api/schema';
import type { Spot } from './address';

export interface Version {
  game: Game;
  /** The current move after the edit. */
  spot: Spot;
  /** The current move before the edit. */
  from: Spot;
}

export interface History {
  versions: readonly Version[];
  at: number;
  /** The version that is saved. */
  saved: number;
}

/** Long games are large, so the list is limited. */
export const MOST_VERSIONS = 100;

export function begin(game: Game, spot: Spot): History {
  return { versions: [{ game, spot, from: spot }], at: 0, saved: 0 };
}

/** Adds a version. Undone versions are deleted. */
export function add(history: History, version: Version): History {
  const kept = [...history.versions.slice(0, history.at + 1), version];
  const dropped = Math.max(kept.length - MOST_VERSIONS, 0);
  // The saved version may be among the deleted ones.
  const saved = history.saved > history.at ? -1 : history.saved - dropped;
  return { versions: kept.slice(dropped), at: kept.length - 1 - dropped, saved: Math.max(saved, -1) };
}

/** Goes back one version, to the current move before its edit. */
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
