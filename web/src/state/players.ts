// The names of the players.
import type { Game, Seat } from '../api/schema';
import { SEATS, seatLabel } from './seats';

/** Returns a player's name; empty if it is unknown. Some programs write a question mark then. */
export function playerName(game: Game, seat: Seat): string {
  const { name } = game.seats[seat];
  return /^\?*$/.test(name) ? '' : name;
}

/** Returns all four names, board by board: "Ann – Bob | Cid – Dee"; empty if all are unknown. */
export function playersText(game: Game): string {
  const names = SEATS.map((seat) => playerName(game, seat));
  if (names.every((name) => name === '')) return '';
  const [whiteA, blackA, whiteB, blackB] = names.map((name) => name || '?');
  return `${whiteA} – ${blackA} | ${whiteB} – ${blackB}`;
}

/** Returns a player's name, or else the seat: "White A". */
export function shownName(game: Game, seat: Seat): string {
  return playerName(game, seat) || seatLabel(seat);
}

/** Returns the seat of a player, ignoring case; null if they don't play. */
export function seatOfPlayer(game: Game, name: string): Seat | null {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return null;
  return SEATS.find((seat) => playerName(game, seat).toLowerCase() === wanted) ?? null;
}

/** Returns the names of all seats, for pictures. */
export function namesOf(game: Game): Record<Seat, string> {
  return Object.fromEntries(SEATS.map((seat) => [seat, shownName(game, seat)])) as Record<Seat, string>;
}
