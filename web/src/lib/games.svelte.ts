// A page of the list of games. The last answer stays until there is another.
import { ApiError, listGames, searchArchive } from '../api/client';
import type { OpenArchive, Rejection } from '../api/schema';
import { listingOf, listingOfFound, type Listed, type Listing } from './listing';
import { PAGE } from './paging';
import { NO_SEARCH, toQuery, type Search } from './search';

let answer = $state.raw<Listing | null>(null);
let rejection = $state.raw<Rejection | null>(null);
let loading = $state(false);
let request: AbortController | null = null;
let underWay: { key: string; done: Promise<void> } | null = null;
/** The last search. */
let lastSearch: Search = NO_SEARCH;
let lastArchive: OpenArchive | null = null;

export const gameList = {
  get answer(): Listing | null {
    return answer;
  },
  get rows(): readonly Listed[] {
    return answer?.games ?? [];
  },
  /** The search that the answer is for. */
  get search(): Search {
    return lastSearch;
  },
  get archive(): OpenArchive | null {
    return lastArchive;
  },
  /** Why there is no answer to the last search. */
  get rejection(): Rejection | null {
    return rejection;
  },
  get loading(): boolean {
    return loading;
  },

  /**
   * Loads a page, of files or of an archive. A pending request is canceled, unless it is the same: under load, a list that
   * is requested again and again would otherwise never appear.
   */
  load(search: Search, archive: OpenArchive | null): Promise<void> {
    const key = JSON.stringify([search, archive?.name ?? null]);
    if (underWay?.key === key) return underWay.done;
    const mine = { key, done: fetchPage(search, archive).finally(() => underWay === mine && (underWay = null)) };
    underWay = mine;
    return mine.done;
  },
};

async function fetchPage(search: Search, archive: OpenArchive | null): Promise<void> {
  request?.abort();
  const mine = new AbortController();
  request = mine;
  lastSearch = search;
  lastArchive = archive;
  loading = true;
  try {
    const rows = archive
      ? listingOfFound(await searchArchive(search.q, search.offset, PAGE, mine.signal), archive.games)
      : listingOf(await listGames(toQuery(search, PAGE), mine.signal));
    if (request !== mine) return;
    answer = rows;
    rejection = null;
  } catch (why) {
    if (request !== mine) return;
    rejection =
      why instanceof ApiError ? why.rejection : { message: String(why), line: null, column: null, excerpt: null };
  }
  loading = false;
}
