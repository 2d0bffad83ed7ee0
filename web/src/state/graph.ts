// The clocks over real time, as numbers to draw.
import type { Seat } from '../api/schema';
import { clocksAt, diagonalsOf, timeAt } from './clocks';
import { spokenTime } from './format';
import { SEATS, seatWords } from './seats';
import { halfMoveAt, type Tree } from './tree';

export type GraphMode = 'clocks' | 'differences';

export interface Curve {
  name: string;
  seat: Seat | 'white' | 'black';
  /** In seconds. */
  values: (number | null)[];
}

export interface Mark {
  ply: number;
  /** In seconds. */
  time: number;
  kind: 'capture' | 'drop' | 'check';
}

export interface Graph {
  /** In seconds since the start. */
  times: number[];
  curves: Curve[];
  marks: Mark[];
}

/** Makes the graph of the main line. */
export function graphOf(tree: Tree, mode: GraphMode): Graph {
  const graph: Graph = { times: [], curves: curves(mode), marks: [] };
  const plies = tree.game.main.half_moves.length;
  for (let ply = 0; ply <= plies; ply += 1) {
    const spot = { line: '', ply };
    const time = timeAt(tree, spot);
    if (time === null) continue;
    graph.times.push(time / 1000);
    const clocks = clocksAt(tree, spot);
    const differences = diagonalsOf(clocks);
    for (const { seat, values } of graph.curves) {
      const value = seat === 'white' || seat === 'black' ? differences[seat] : clocks[seat];
      values.push(value === null ? null : value / 1000);
    }
    const halfMove = halfMoveAt(tree, spot);
    if (!halfMove) continue;
    const mark = (kind: Mark['kind']) => graph.marks.push({ ply, time: time / 1000, kind });
    if (halfMove.capture) mark('capture');
    if (halfMove.drop) mark('drop');
    if (halfMove.check) mark('check');
  }
  return graph;
}

/** The last half-move of the main line at or before a time, in milliseconds. */
export function plyAtTime(tree: Tree, time: number): number {
  return tree.game.main.half_moves.findLastIndex((halfMove) => halfMove.time !== null && halfMove.time <= time) + 1;
}

/** The graph in words, for those who cannot see it. */
export function graphWords(tree: Tree): string {
  const last = { line: '', ply: tree.game.main.half_moves.length };
  const clocks = clocksAt(tree, last);
  const left = SEATS.map((seat) => `${seatWords(seat)} ${spokenTime(clocks[seat])}`).join(', ');
  const sits = tree.game.sits.map((sit) => `${seatWords(sit.seat)} sat ${spokenTime(sit.time)}`);
  const waits = sits.length > 0 ? ` ${sits.join('. ')}.` : '';
  return `The game took ${spokenTime(timeAt(tree, last))}. At the end the clocks show: ${left}.${waits}`;
}

function curves(mode: GraphMode): Curve[] {
  if (mode === 'clocks') return SEATS.map((seat) => ({ name: seat, seat, values: [] }));
  return [
    { name: 'WhiteA − WhiteB', seat: 'white', values: [] },
    { name: 'BlackA − BlackB', seat: 'black', values: [] },
  ];
}
