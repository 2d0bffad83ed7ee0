// Steps by the wheel of a mouse, or two fingers on a touchpad.

/** The distance of one step, in pixels. A notch of a mouse wheel is about a hundred. */
export const STEP = 80;
/** After such a pause, in milliseconds, a new turn begins. */
export const PAUSE = 250;

export interface Wheel {
  /** The rest of the turn, in pixels. */
  rest: number;
  /** The time of the last turn. */
  time: number;
}

export const STILL: Wheel = { rest: 0, time: -Infinity };

/** Turns the wheel: returns how many half-moves to go, forward if it is positive, by one at most. */
export function turn(wheel: Wheel, delta: number, mode: number, time: number): { wheel: Wheel; steps: -1 | 0 | 1 } {
  // Some browsers report lines or pages instead of pixels.
  const pixels = mode === 0 ? delta : Math.sign(delta) * STEP;
  const begins = time - wheel.time > PAUSE || Math.sign(wheel.rest) === -Math.sign(pixels);
  const rest = (begins ? 0 : wheel.rest) + pixels;
  if (Math.abs(rest) < STEP) return { wheel: { rest, time }, steps: 0 };
  return { wheel: { rest: 0, time }, steps: rest > 0 ? 1 : -1 };
}
