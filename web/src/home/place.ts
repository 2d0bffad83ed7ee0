// Which game of the list was looked at last, so that Back leads to it.
import type { Row } from '../api/schema';

let last: string | null = null;

const name = (row: Row) => `${row.file}/${row.game}`;

export const lastPlace = {
  set(row: Row | undefined): void {
    last = row ? name(row) : null;
  },
  /** Returns the index of that game in a page of the list, or -1. */
  find(rows: readonly Row[]): number {
    return rows.findIndex((row) => name(row) === last);
  },
};
