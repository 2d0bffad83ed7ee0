// Which game of the list was looked at last, so that Back leads to it.
import type { Listed } from './listing';

let last: string | null = null;

let address = $state('/');
let scroll = 0;

export const lastPlace = {
  /** The address of the list as it was seen last, with its search and page. */
  get address(): string {
    return address;
  },
  /** Remembers the list as it is seen. */
  see(seen: string, down: number): void {
    address = seen;
    scroll = down;
  },
  /** How far down the list was scrolled, if it is the same one. */
  scrollOf(seen: string): number {
    return seen === address ? scroll : 0;
  },
  set(row: Pick<Listed, 'key'> | undefined): void {
    last = row ? row.key : null;
  },
  /** Returns the index of that game in a page of the list, or -1. */
  find(rows: readonly Pick<Listed, 'key'>[]): number {
    return rows.findIndex((row) => row.key === last);
  },
};
