// The clocks of a position that is set up: as they are typed, and in addresses.
import type { Clocks, Seat } from '../api/schema';
import { SEATS } from '../state/seats';

/** What was typed for each seat. */
export type Typed = Record<Seat, string>;

const each = (text: (seat: Seat, index: number) => string): Typed =>
  Object.fromEntries(SEATS.map((seat, index) => [seat, text(seat, index)])) as Typed;

/** Reads a clock as 3:05, 185 or 0:09.5, in milliseconds; null if it is not a clock. */
export function readClock(text: string): number | null {
  const found = /^(?:(\d{1,3}):)?(\d{1,5}(?:\.\d{1,3})?)$/.exec(text.trim());
  if (!found || (found[1] !== undefined && Number(found[2]) >= 60)) return null;
  return Math.round((Number(found[1] ?? 0) * 60 + Number(found[2])) * 1000);
}

/** Reads all four; null if one is missing or wrong. */
export function readClocks(typed: Typed): Record<Seat, number> | null {
  const clocks = SEATS.map((seat) => [seat, readClock(typed[seat])] as const);
  return clocks.every(([, ms]) => ms !== null) ? (Object.fromEntries(clocks) as Record<Seat, number>) : null;
}

export function isEmptyClocks(typed: Typed): boolean {
  return SEATS.every((seat) => typed[seat].trim() === '');
}

/** Reads four texts, separated by commas, from an address. Each is cut to the length of a clock. */
export function typedOf(text: string): Typed {
  const parts = text.split(',');
  return each((_, index) => (parts[index] ?? '').trim().slice(0, 10));
}

/** Writes them for an address; empty if all are. */
export function typedText(typed: Typed): string {
  return isEmptyClocks(typed) ? '' : SEATS.map((seat) => typed[seat].trim().replaceAll(',', '.')).join(',');
}

/** Writes clocks as a person types them, for an address; empty unless all are known. */
export function clocksText(clocks: Clocks): string {
  const known = SEATS.map((seat) => clocks[seat]);
  if (known.some((ms) => ms === null)) return '';
  return typedText(each((_, index) => typeClock(known[index] ?? 0)));
}

/** A clock that has run out has no time left. */
function typeClock(ms: number): string {
  const left = Math.max(Math.round(ms), 0);
  const rest = left % 60_000;
  return `${Math.floor(left / 60_000)}:${rest < 10_000 ? '0' : ''}${rest / 1000}`;
}
