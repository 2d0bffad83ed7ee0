// Which sound a move has.
import type { Clocks, HalfMove } from '../api/schema';
import { SEATS } from './seats';

export type Sound = 'move' | 'capture' | 'drop' | 'check' | 'low-time';

/** Below this a clock is low, in milliseconds. */
export const LOW = 10_000;

/** A check has priority. */
export function soundOf({ check, capture, drop }: Pick<HalfMove, 'check' | 'capture' | 'drop'>): Sound {
  if (check) return 'check';
  if (capture) return 'capture';
  return drop ? 'drop' : 'move';
}

/** Returns `true` if a clock has become low. */
export function becameLow(before: Clocks, now: Clocks): boolean {
  return SEATS.some((seat) => {
    const [then, left] = [before[seat], now[seat]];
    return then !== null && left !== null && then >= LOW && left < LOW && left > 0;
  });
}

/** A tone: when it begins and how long it is, in seconds, its pitches at both ends in hertz, and how loud it is. */
export interface Tone {
  at: number;
  length: number;
  from: number;
  to: number;
  gain: number;
  wave: 'sine' | 'triangle' | 'square';
}

const tone = (at: number, length: number, from: number, to: number, gain: number, wave: Tone['wave']): Tone => ({
  at,
  length,
  from,
  to,
  gain,
  wave,
});

export const TONES: Record<Sound, readonly Tone[]> = {
  move: [tone(0, 0.07, 320, 160, 0.35, 'triangle')],
  capture: [tone(0, 0.05, 520, 180, 0.4, 'square'), tone(0.03, 0.1, 200, 90, 0.45, 'triangle')],
  drop: [tone(0, 0.05, 180, 120, 0.4, 'triangle'), tone(0.05, 0.08, 420, 380, 0.25, 'sine')],
  check: [tone(0, 0.08, 660, 660, 0.25, 'triangle'), tone(0.09, 0.12, 880, 880, 0.25, 'triangle')],
  'low-time': [tone(0, 0.09, 1200, 1200, 0.18, 'sine'), tone(0.14, 0.09, 1200, 1200, 0.18, 'sine')],
};
