// From a game to others, and back to the list.
import { tick } from 'svelte';
import type { Neighbor } from '../lib/neighbors';
import { gameList } from '../lib/games.svelte';
import { lastPlace } from '../lib/place.svelte';
import { searchAddress } from '../lib/search';
import { router } from '../router.svelte';

/** Goes to the previous or next game. It may be on another page of the list, which is loaded first. */
export async function goToNeighbor(to: Neighbor | null): Promise<void> {
  if (!to) return;
  if (to.offset === null) {
    router.go(to.address);
    return;
  }
  const search = { ...gameList.search, offset: to.offset };
  await gameList.load(search, gameList.archive);
  lastPlace.see(searchAddress(search), 0);
  const row = to.last ? gameList.rows.at(-1) : gameList.rows[0];
  if (row) router.go(row.address);
}

/** Goes to the list, to search there. */
export function goToSearch(): void {
  // Otherwise the list would focus the last game.
  lastPlace.set(undefined);
  router.go('/');
  void tick().then(() =>
    document.querySelector<HTMLElement>('[data-testid=search-player], [data-testid=query]')?.focus(),
  );
}
