// A page of the list of games: the last answer stays until the next is there.
import { listGames } from '../api/client';
import type { Row, Rows } from '../api/schema';
import { PAGE } from './paging';
import { toQuery, type Search } from './search';

let answer = $state.raw<Rows | null>(null);
let error = $state<string | null>(null);
let loading = $state(false);
let request: AbortController | null = null;

export const gameList = {
  get answer(): Rows | null {
    return answer;
  },
  get rows(): readonly Row[] {
    return answer?.games ?? [];
  },
  get error(): string | null {
    return error;
  },
  get loading(): boolean {
    return loading;
  },

  /** Asks for a page; a request before it that has no answer yet is given up. */
  async load(search: Search): Promise<void> {
    request?.abort();
    const mine = new AbortController();
    request = mine;
    loading = true;
    try {
      const rows = await listGames(toQuery(search, PAGE), mine.signal);
      if (request !== mine) return;
      answer = rows;
      error = null;
    } catch (why) {
      if (request !== mine) return;
      error = (why as Error).message;
    }
    loading = false;
  },
};
