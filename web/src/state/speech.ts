// What is spoken, and when: quick playback must not pile up words.

/** The least time between two half-moves that are spoken in playback. */
export const PAUSE = 1500;

/** How long to wait before a text may be spoken. */
export function speechDelay(now: number, lastSpoken: number, playing: boolean): number {
  return playing ? Math.max(lastSpoken + PAUSE - now, 0) : 0;
}
