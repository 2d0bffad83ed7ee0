// A page of the list of games: the last answer stays until the next is there.
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
/** What was asked last. */
let asked: Search = NO_SEARCH;
let askedArchive: OpenArchive | null = null;

export const gameList = {
  get answer(): Listing | null {
    return answer;
  },
  get rows(): readonly Listed[] {
    return answer?.games ?? [];
  },
  /** What the answer is to. */
  get search(): Search {
    return asked;
  },
  get archive(): OpenArchive | null {
    return askedArchive;
  },
  /** Why there is no answer to what was asked last. */
  get rejection(): Rejection | null {
    return rejection;
  },
  get loading(): boolean {
    return loading;
  },

  /**
   * Asks for a page, of files or of an archive. A request before it that has no answer yet is given up, unless it asks
   * the same: under load a list that is asked for again and again would else never be there.
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
  asked = search;
  askedArchive = archive;
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
