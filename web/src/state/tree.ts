// A game as lines to step through.
import type { BoardName, Boards, Game, HalfMove, Line } from '../api/schema';
import type { Spot } from './address';

export interface Tree {
  game: Game;
  lines: Map<string, Line>;
  /** By line, all half-moves that lead to its end, from the start of the game. */
  sequences: Map<string, HalfMove[]>;
}

export function treeOf(game: Game): Tree {
  const tree: Tree = { game, lines: new Map(), sequences: new Map() };
  // A list instead of recursion: variations may nest deeper than the stack.
  const open: [Line, HalfMove[]][] = [[game.main, []]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [line, above] = next;
    const sequence = [...above.slice(0, line.start), ...line.half_moves];
    tree.lines.set(line.path, line);
    tree.sequences.set(line.path, sequence);
    // Where the replay stopped, a variation may still be playable.
    for (const halfMove of [...line.half_moves, ...line.unplayed]) {
      for (const variation of halfMove.variations) open.push([variation, sequence]);
    }
  }
  return tree;
}

export function parentPath(path: string): string | null {
  if (path === '') return null;
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** The half-moves that lead to a spot. */
export function movesTo(tree: Tree, spot: Spot): HalfMove[] {
  return (tree.sequences.get(spot.line) ?? []).slice(0, spot.ply);
}

/** The half-move at a spot; the start has none. */
export function halfMoveAt(tree: Tree, spot: Spot): HalfMove | null {
  return tree.sequences.get(spot.line)?.[spot.ply - 1] ?? null;
}

/** Returns the last half-move on a board up to a spot. It copies nothing: it runs for each half-move of a long game. */
export function lastOn(tree: Tree, spot: Spot, board: BoardName): HalfMove | null {
  const sequence = tree.sequences.get(spot.line) ?? [];
  for (let at = Math.min(spot.ply, sequence.length) - 1; at >= 0; at -= 1) {
    if (sequence[at]?.board === board) return sequence[at] ?? null;
  }
  return null;
}

export function boardsAt(tree: Tree, spot: Spot): Boards {
  return halfMoveAt(tree, spot)?.boards ?? tree.game.start.boards;
}

/** Returns the nearest spot that exists. A half-move belongs to the line that contains it. */
export function settle(tree: Tree, spot: Spot): Spot {
  let path = spot.line;
  for (;;) {
    const line = tree.lines.get(path);
    const parent = parentPath(path);
    if (line && (spot.ply > line.start || parent === null)) break;
    if (parent === null) return { line: '', ply: 0 };
    path = parent;
  }
  const end = tree.sequences.get(path)?.length ?? 0;
  return { line: path, ply: Math.min(Math.max(spot.ply, 0), end) };
}

export function next(tree: Tree, spot: Spot): Spot | null {
  const length = tree.sequences.get(spot.line)?.length ?? 0;
  return spot.ply < length ? { line: spot.line, ply: spot.ply + 1 } : null;
}

export function previous(tree: Tree, spot: Spot): Spot | null {
  return spot.ply > 0 ? settle(tree, { line: spot.line, ply: spot.ply - 1 }) : null;
}

export function lineEnd(tree: Tree, spot: Spot): Spot {
  return { line: spot.line, ply: tree.sequences.get(spot.line)?.length ?? 0 };
}

/** The next half-move of a kind along the line. */
function nextWhere(tree: Tree, spot: Spot, wanted: (halfMove: HalfMove) => boolean): Spot | null {
  const sequence = tree.sequences.get(spot.line) ?? [];
  const index = sequence.findIndex((halfMove, at) => at >= spot.ply && wanted(halfMove));
  return index < 0 ? null : { line: spot.line, ply: index + 1 };
}

/** The half-move of a kind before this one. */
function previousWhere(tree: Tree, spot: Spot, wanted: (halfMove: HalfMove) => boolean): Spot | null {
  const index = movesTo(tree, { line: spot.line, ply: spot.ply - 1 }).findLastIndex(wanted);
  return index < 0 ? null : settle(tree, { line: spot.line, ply: index + 1 });
}

export function nextOnBoard(tree: Tree, spot: Spot, board: BoardName): Spot | null {
  return nextWhere(tree, spot, (halfMove) => halfMove.board === board);
}

/** Goes back until the board changes: its last half-move is not played yet, the one before it just was. */
export function previousOnBoard(tree: Tree, spot: Spot, board: BoardName): Spot | null {
  const onBoard = (halfMove: HalfMove) => halfMove.board === board;
  const last = movesTo(tree, spot).findLastIndex(onBoard) + 1;
  if (last === 0) return null;
  return previousWhere(tree, { line: spot.line, ply: last }, onBoard) ?? { line: '', ply: 0 };
}

export function nextCapture(tree: Tree, spot: Spot): Spot | null {
  return nextWhere(tree, spot, (halfMove) => halfMove.capture !== null);
}

export function previousCapture(tree: Tree, spot: Spot): Spot | null {
  return previousWhere(tree, spot, (halfMove) => halfMove.capture !== null);
}

/** The half-moves that could be played in the place of this one, itself among them, in order. */
export function alternatives(tree: Tree, spot: Spot): Spot[] {
  const line = tree.lines.get(spot.line);
  if (!line || spot.ply === 0) return [];
  const parent = parentPath(spot.line);
  const base: Spot = parent !== null && spot.ply === line.start + 1 ? { line: parent, ply: spot.ply } : spot;
  const variations = variationsAt(tree, base)
    .filter((variation) => variation.half_moves.length > 0)
    .map((variation) => ({ line: variation.path, ply: spot.ply }));
  return halfMoveAt(tree, base) ? [base, ...variations] : variations;
}

/** Returns the variations for a half-move, which may be one that could not be played. */
function variationsAt(tree: Tree, { line: path, ply }: Spot): readonly Line[] {
  const line = tree.lines.get(path);
  if (!line) return [];
  return [...line.half_moves, ...line.unplayed][ply - line.start - 1]?.variations ?? [];
}

/** Returns the alternative `by` places further down. */
export function alternative(tree: Tree, spot: Spot, by: 1 | -1): Spot | null {
  const all = alternatives(tree, spot);
  const at = all.findIndex((other) => sameSpot(other, spot));
  return (at >= 0 && all[at + by]) || null;
}

export function sameSpot(one: Spot, other: Spot): boolean {
  return one.line === other.line && one.ply === other.ply;
}

/** Returns `true` at the end of the main line, where the outcome applies. */
export function isEndOfGame(tree: Tree, spot: Spot): boolean {
  return spot.line === '' && spot.ply === tree.game.main.half_moves.length && tree.game.main.stopped === null;
}
