// Playback at the original speed: when the next half-move is due.
import type { Spot } from './address';
import { hasClocks, timeAt } from './clocks';
import { halfMoveAt, next, type Tree } from './tree';

export const SPEEDS = [0.5, 1, 2, 5, 10] as const;
export type Speed = (typeof SPEEDS)[number];

/** The pause before a half-move without a clock time, in milliseconds. */
export const UNTIMED = 1000;
/** The rest of a long wait that is skipped, in milliseconds. */
export const SKIPPED = 1000;

/** A moment of a game: the last half-move, and the time since. */
export interface Moment {
  spot: Spot;
  /** In milliseconds of the game; of a skipped wait only the rest counts. */
  into: number;
}

/** Returns the time from a half-move to the next one, in milliseconds; null at the end of the line. */
export function gapAfter(tree: Tree, spot: Spot): number | null {
  const following = next(tree, spot);
  if (!following) return null;
  const now = timeAt(tree, spot);
  const then = halfMoveAt(tree, following);
  if (now === null || then === null || then.time === null || then.clock === null) return UNTIMED;
  return Math.max(then.time - now, 0);
}

/** Like `gapAfter`, with long waits cut short if they are skipped. */
export function playedGap(tree: Tree, spot: Spot, skipSits: boolean): number | null {
  const gap = gapAfter(tree, spot);
  return gap !== null && skipSits && gap > SKIPPED && someoneSits(tree, spot) ? SKIPPED : gap;
}

/**
 * Advances by some milliseconds of the game, by one half-move at most: each one is shown. The rest of the time is carried
 * over to the next one.
 */
export function advance(
  tree: Tree,
  { spot, into }: Moment,
  ms: number,
  skipSits: boolean,
): Moment & { ended: boolean } {
  const passed = into + ms;
  const gap = playedGap(tree, spot, skipSits);
  const following = next(tree, spot);
  if (gap === null || following === null) return { spot, into: 0, ended: true };
  if (passed < gap) return { spot, into: passed, ended: false };
  const ended = next(tree, following) === null;
  return { spot: following, into: ended ? 0 : passed - gap, ended };
}

/** Returns the time of the game at a moment. Of a skipped wait, the end is shown. */
export function timeOf(tree: Tree, moment: Moment, skipSits: boolean): number | null {
  const time = timeAt(tree, moment.spot);
  if (time === null) return null;
  const gap = gapAfter(tree, moment.spot);
  const played = playedGap(tree, moment.spot, skipSits);
  // Half-moves without a clock time take no time.
  if (gap === null || played === null || moment.into <= 0 || !isTimed(tree, moment.spot)) return time;
  return time + gap - played + Math.min(moment.into, played);
}

function isTimed(tree: Tree, spot: Spot): boolean {
  const following = next(tree, spot);
  return following !== null && halfMoveAt(tree, following)?.clock !== null;
}

function someoneSits(tree: Tree, { line, ply }: Spot): boolean {
  return hasClocks(tree) && line === '' && tree.game.sits.some((sit) => sit.from_ply <= ply && ply < sit.to_ply);
}
