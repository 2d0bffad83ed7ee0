// When a move is announced to screen readers: quick playback must not pile up announcements.

/** The minimum time between two announcements in playback, in milliseconds. */
export const PAUSE = 1500;

/** Returns how long to wait before an announcement. */
export function speechDelay(now: number, lastSpoken: number, playing: boolean): number {
  return playing ? Math.max(lastSpoken + PAUSE - now, 0) : 0;
}
