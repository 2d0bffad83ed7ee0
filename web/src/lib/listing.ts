// A page of games, of files or of the archive.
import type { FoundGames, Row, Rows } from '../api/schema';
import { archivedAddress, gameAddress, START } from '../state/address';

/** A game in the list. */
export interface Listed extends Omit<Row, 'line'> {
  /** A unique key. */
  key: string;
  address: string;
  /** The half-move that was found; null if the search was about games only. */
  ply: number | null;
}

export interface Listing {
  /** How many games are open. */
  total: number;
  /** How many of them match. */
  matched: number;
  reading: boolean;
  /** Whether it is from the archive. */
  archive: boolean;
  offset: number;
  games: Listed[];
}

export function listingOf(rows: Rows): Listing {
  const listed = (row: Row): Listed => ({
    ...row,
    key: `${row.file}/${row.game}`,
    address: gameAddress(row.file, row.game),
    ply: null,
  });
  return { ...rows, archive: false, games: rows.games.map(listed) };
}

/** Returns the list of the games that were found in the archive. */
export function listingOfFound(found: FoundGames, total: number): Listing {
  const games = found.games.map((game): Listed => {
    const { ply, seats, date, time_control, plies } = game;
    return {
      key: `archive:${game.game}`,
      address: archivedAddress(game.game, { ...START, ply: ply ?? 0 }),
      file: '',
      game: game.game,
      ply,
      seats,
      event: null,
      date,
      time_control,
      result: game.result as Listed['result'],
      winner: game.winner as Listed['winner'],
      conflict: null,
      end_reason: game.end?.replaceAll('-', ' ') ?? null,
      plies,
      state: game.state as Listed['state'],
    };
  });
  const { total: matched, offset } = found;
  return { total: Math.max(total, matched), matched, reading: false, archive: true, offset, games };
}
