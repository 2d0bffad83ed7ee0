// The four clocks at any moment, also between two half-moves.
import type { BoardName, Clocks, Diagonals } from '../api/schema';
import type { Spot } from './address';
import { SEATS, seatOf } from './seats';
import { boardsAt, halfMoveAt, lastOn, sameSpot, type Tree } from './tree';

export function hasClocks(tree: Tree): boolean {
  return tree.game.clock_kind !== 'none';
}

/** Returns the time of a half-move since the start of the game, which is 0. */
export function timeAt(tree: Tree, spot: Spot): number | null {
  if (!hasClocks(tree)) return null;
  const halfMove = halfMoveAt(tree, spot);
  return halfMove ? halfMove.time : 0;
}

/** Returns the last clock times in the file. */
export function shownAt(tree: Tree, spot: Spot): Clocks {
  return halfMoveAt(tree, spot)?.clocks ?? tree.game.start.clocks;
}

/**
 * Returns the clocks at a time after a half-move.
 *
 * On each board, the clock of the side to move has run since the last half-move there. A single countdown for all players
 * has run since the last half-move on any board.
 */
export function clocksAt(tree: Tree, spot: Spot, time: number | null = timeAt(tree, spot)): Clocks {
  const timed = lastTimed(tree, spot);
  if (!sameSpot(timed, spot)) return clocksAt(tree, timed);
  const clocks = { ...shownAt(tree, spot) };
  if (time === null) return clocks;
  if (tree.game.clock_kind === 'countdown') {
    for (const seat of SEATS) clocks[seat] = run(clocks[seat], time - (timeAt(tree, spot) ?? time));
    return clocks;
  }
  const boards = boardsAt(tree, spot);
  for (const board of ['a', 'b'] as const) {
    const since = lastTimeOn(tree, spot, board);
    const seat = seatOf(board, boards[board].turn);
    if (since !== null) clocks[seat] = run(clocks[seat], time - since);
  }
  return clocks;
}

/** Returns `true` if the clocks are stopped: a variation without clock times shows those of where it begins. */
export function clocksAreStopped(tree: Tree, spot: Spot): boolean {
  return hasClocks(tree) && !sameSpot(lastTimed(tree, spot), spot);
}

/** Returns the last half-move with a clock time up to a spot of a variation, or where the variation leaves the main line. */
function lastTimed(tree: Tree, spot: Spot): Spot {
  const trunk = tree.lines.get(spot.line.split('/')[0] ?? '');
  if (spot.line === '' || !trunk) return spot;
  for (let { ply } = spot; ply > trunk.start; ply -= 1) {
    if (halfMoveAt(tree, { line: spot.line, ply })?.clock != null) return { line: spot.line, ply };
  }
  return { line: '', ply: trunk.start };
}

/** Returns how much more time a player on board A has than the player of the same color on board B. */
export function diagonalsOf(clocks: Clocks): Diagonals {
  return { white: minus(clocks.WhiteA, clocks.WhiteB), black: minus(clocks.BlackA, clocks.BlackB) };
}

function lastTimeOn(tree: Tree, spot: Spot, board: BoardName): number | null {
  const last = lastOn(tree, spot, board);
  if (!last) return 0;
  // Without the time of the last half-move, it isn't known since when the clock runs.
  return last.elapsed === null ? null : last.time;
}

/** A clock stops at zero, unless the file has a negative time. */
function run(clock: number | null, passed: number): number | null {
  if (clock === null) return null;
  return Math.max(clock - Math.max(passed, 0), Math.min(clock, 0));
}

function minus(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one - other;
}
