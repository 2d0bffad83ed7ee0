// Where the browser keeps drafts. Some browsers forbid it, and then even to look for it fails.
import type { DraftStore } from './state/drafts';

/** A place that keeps nothing. */
const NOWHERE: DraftStore = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => {
    throw new Error('this browser keeps nothing');
  },
  removeItem: () => undefined,
};

export function draftStore(): DraftStore {
  try {
    return localStorage;
  } catch {
    return NOWHERE;
  }
}
