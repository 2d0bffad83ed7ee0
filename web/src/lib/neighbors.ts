// The previous and next game: in the list, or else in the file or the archive.
import type { File, Files, Game } from '../api/schema';
import { archivedAddress, gameAddress } from '../state/address';
import type { Listing } from './listing';
import { placeOf } from './paging';

/** The address of another game. */
export interface Neighbor {
  address: string;
  /** The offset in the list that must be loaded first; null if the game is in the loaded part. */
  offset: number | null;
  /** Whether it is the last game there, not the first. */
  last: boolean;
}

export interface Neighbors {
  previous: Neighbor | null;
  next: Neighbor | null;
}

type Source = NonNullable<Game['source']>;

/** The key of a game in the list. */
export function rowKey({ file, game }: Pick<Source, 'file' | 'game'>, archived: boolean): string {
  return archived ? `archive:${game}` : `${file}/${game}`;
}

export function neighborsOf(
  source: Source | null,
  archived: boolean,
  { answer }: { answer: Listing | null },
  files: Files | null,
  file: File | undefined,
): Neighbors {
  if (!source) return { previous: null, next: null };
  const at = answer?.games.findIndex((row) => row.key === rowKey(source, archived)) ?? -1;
  if (answer && at >= 0) {
    const place = placeOf(answer.offset, answer.games.length, answer.matched);
    const row = (index: number, offset: number | null): Neighbor | null => {
      const there = answer.games[index];
      if (there) return { address: there.address, offset: null, last: false };
      return offset === null ? null : { address: '', offset, last: index < 0 };
    };
    return { previous: row(at - 1, place.previous), next: row(at + 1, place.next) };
  }
  const [least, most] = archived ? [0, (files?.archive?.games ?? 0) - 1] : [1, file?.games ?? 0];
  const number = (game: number): Neighbor | null => {
    if (game < least || game > most) return null;
    const address = archived ? archivedAddress(game) : gameAddress(source.file, game);
    return { address, offset: null, last: false };
  };
  return { previous: number(source.game - 1), next: number(source.game + 1) };
}
