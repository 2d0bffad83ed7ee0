// The game of the list that was open last: Back leads to it.
import type { Listed } from './listing';

let last: string | null = null;

let address = $state('/');
let scroll = 0;

export const lastPlace = {
  /** The last address of the list, with its search and page. */
  get address(): string {
    return address;
  },
  /** Remembers the address of the list and how far it is scrolled. */
  see(seen: string, down: number): void {
    address = seen;
    scroll = down;
  },
  /** How far the list was scrolled, if it is the same one. */
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
