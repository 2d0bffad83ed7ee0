// Who plays, as far as it is known.
import type { Game, Seat } from '../api/schema';
import { SEATS, seatLabel } from './seats';

/** A player's name; empty if it is not known. Some writers put a question mark then. */
export function playerName(game: Game, seat: Seat): string {
  const { name } = game.seats[seat];
  return /^\?*$/.test(name) ? '' : name;
}

/** All four, board by board: "Ann – Bob | Cid – Dee"; empty if nobody is known. */
export function playersText(game: Game): string {
  const names = SEATS.map((seat) => playerName(game, seat));
  if (names.every((name) => name === '')) return '';
  const [whiteA, blackA, whiteB, blackB] = names.map((name) => name || '?');
  return `${whiteA} – ${blackA} | ${whiteB} – ${blackB}`;
}

/** A player's name, or else where he sits: "White A". */
export function shownName(game: Game, seat: Seat): string {
  return playerName(game, seat) || seatLabel(seat);
}

/** Where a player sits, however his name is written; null if he does not play. */
export function seatOfPlayer(game: Game, name: string): Seat | null {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return null;
  return SEATS.find((seat) => playerName(game, seat).toLowerCase() === wanted) ?? null;
}

/** The names of all seats, for pictures. */
export function namesOf(game: Game): Record<Seat, string> {
  return Object.fromEntries(SEATS.map((seat) => [seat, shownName(game, seat)])) as Record<Seat, string>;
}
