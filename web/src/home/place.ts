// Which game of the list was looked at last, so that Back leads to it.
import type { Listed } from './listing';

let last: string | null = null;

export const lastPlace = {
  set(row: Pick<Listed, 'key'> | undefined): void {
    last = row ? row.key : null;
  },
  /** Returns the index of that game in a page of the list, or -1. */
  find(rows: readonly Pick<Listed, 'key'>[]): number {
    return rows.findIndex((row) => row.key === last);
  },
};
