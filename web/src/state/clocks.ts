// What the four clocks show at a moment, also between two half-moves.
import type { BoardName, Clocks, Diagonals } from '../api/schema';
import type { Spot } from './address';
import { SEATS, seatOf } from './seats';
import { boardsAt, halfMoveAt, lastOn, sameSpot, type Tree } from './tree';

export function hasClocks(tree: Tree): boolean {
  return tree.game.clock_kind !== 'none';
}

/** The time of a half-move since the start; the start is 0. */
export function timeAt(tree: Tree, spot: Spot): number | null {
  if (!hasClocks(tree)) return null;
  const halfMove = halfMoveAt(tree, spot);
  return halfMove ? halfMove.time : 0;
}

/** What the clocks showed last, as it is recorded. */
export function shownAt(tree: Tree, spot: Spot): Clocks {
  return halfMoveAt(tree, spot)?.clocks ?? tree.game.start.clocks;
}

/**
 * What the clocks show at a time after a half-move.
 *
 * On each board the side to move runs: its clock showed something last, and since the last half-move on that board
 * time has passed. One countdown for all runs for all since the last half-move on any board.
 */
export function clocksAt(tree: Tree, spot: Spot, time: number | null = timeAt(tree, spot)): Clocks {
  const stood = lastTimed(tree, spot);
  if (!sameSpot(stood, spot)) return clocksAt(tree, stood);
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

/** Whether the clocks stand: a variation that carries none shows those of where it left what was timed. */
export function clocksAreStopped(tree: Tree, spot: Spot): boolean {
  return hasClocks(tree) && !sameSpot(lastTimed(tree, spot), spot);
}

/** The last half-move before a spot of a variation that has a clock, or where the variation leaves the main line. */
function lastTimed(tree: Tree, spot: Spot): Spot {
  const trunk = tree.lines.get(spot.line.split('/')[0] ?? '');
  if (spot.line === '' || !trunk) return spot;
  for (let { ply } = spot; ply > trunk.start; ply -= 1) {
    if (halfMoveAt(tree, { line: spot.line, ply })?.clock != null) return { line: spot.line, ply };
  }
  return { line: '', ply: trunk.start };
}

/** How much more time the player on board A has than the one of the same color on board B. */
export function diagonalsOf(clocks: Clocks): Diagonals {
  return { white: minus(clocks.WhiteA, clocks.WhiteB), black: minus(clocks.BlackA, clocks.BlackB) };
}

function lastTimeOn(tree: Tree, spot: Spot, board: BoardName): number | null {
  const last = lastOn(tree, spot, board);
  if (!last) return 0;
  // The clocks of its own board do not tell when it was: nobody knows since when the next one thinks.
  return last.elapsed === null ? null : last.time;
}

/** A clock stops at zero, unless the record itself went below. */
function run(clock: number | null, passed: number): number | null {
  if (clock === null) return null;
  return Math.max(clock - Math.max(passed, 0), Math.min(clock, 0));
}

function minus(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one - other;
}
