// Where the browser keeps drafts. If storage is disabled, even accessing it throws.
import type { DraftStore } from './state/drafts';

/** A store that keeps nothing. */
const NO_STORE: DraftStore = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => {
    throw new Error('storage is disabled');
  },
  removeItem: () => undefined,
};

export function draftStore(): DraftStore {
  try {
    return localStorage;
  } catch {
    return NO_STORE;
  }
}
