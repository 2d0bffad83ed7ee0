// The clocks over real time, as numbers to draw.
import type { Seat } from '../api/schema';
import { clocksAt, diagonalsOf, timeAt } from './clocks';
import { clockText, signedText, spokenTime } from './format';
import { shownName } from './players';
import { SEATS, seatWords } from './seats';
import { halfMoveAt, type Tree } from './tree';

export type GraphMode = 'clocks' | 'diagonals';

export interface Curve {
  name: string;
  seat: Seat | 'white' | 'black';
  /** A variable of the style sheet. */
  color: string;
  /** In seconds. */
  values: (number | null)[];
}

const COLORS: Record<Curve['seat'], string> = {
  WhiteA: '--seat-white-a',
  BlackA: '--seat-black-a',
  WhiteB: '--seat-white-b',
  BlackB: '--seat-black-b',
  white: '--seat-white-a',
  black: '--seat-black-a',
};

export interface Mark {
  ply: number;
  /** In seconds. */
  time: number;
  kind: 'capture' | 'drop' | 'check' | 'mistake';
}

export interface Graph {
  /** In seconds since the start. */
  times: number[];
  curves: Curve[];
  marks: Mark[];
}

/** Makes the graph of the main line. */
export function graphOf(tree: Tree, mode: GraphMode): Graph {
  const graph: Graph = { times: [], curves: curves(tree, mode), marks: [] };
  const plies = tree.game.main.half_moves.length;
  for (let ply = 0; ply <= plies; ply += 1) {
    const spot = { line: '', ply };
    const time = timeAt(tree, spot);
    if (time === null) continue;
    graph.times.push(time / 1000);
    const clocks = clocksAt(tree, spot);
    const diagonals = diagonalsOf(clocks);
    for (const { seat, values } of graph.curves) {
      const value = seat === 'white' || seat === 'black' ? diagonals[seat] : clocks[seat];
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

/** The mistakes on the graph, given by half-moves of the main line. */
export function mistakesOf(tree: Tree, plies: readonly number[]): Mark[] {
  return plies.flatMap((ply) => {
    const time = timeAt(tree, { line: '', ply });
    return time === null ? [] : [{ ply, time: time / 1000, kind: 'mistake' as const }];
  });
}

/** Returns the last half-move of the main line at or before a time, in milliseconds. */
export function plyAtTime(tree: Tree, time: number): number {
  return tree.game.main.half_moves.findLastIndex((halfMove) => halfMove.time !== null && halfMove.time <= time) + 1;
}

/** What the graph shows at a time: the half-move, its time, and the value of each curve, as texts. */
export interface Reading {
  ply: number;
  what: string;
  time: string;
  values: string[];
}

/** Reads the graph at a time, in milliseconds. */
export function readingAt(tree: Tree, graph: Graph, mode: GraphMode, time: number): Reading {
  const ply = plyAtTime(tree, time);
  const halfMove = halfMoveAt(tree, { line: '', ply });
  // Half-moves without a time are not on the graph.
  const at = graph.times.findLastIndex((seconds) => seconds * 1000 <= Math.max(time, 0));
  const text = (seconds: number | null | undefined) => {
    const ms = seconds === null || seconds === undefined ? null : seconds * 1000;
    return mode === 'clocks' ? clockText(ms) : signedText(ms);
  };
  return {
    ply,
    what: halfMove ? `${halfMove.label}. ${halfMove.san}` : 'Start',
    time: clockText(Math.max(graph.times[at] ?? 0, 0) * 1000),
    values: graph.curves.map(({ values }) => text(values[at])),
  };
}

/** Describes the graph for screen readers. */
export function graphWords(tree: Tree): string {
  const last = { line: '', ply: tree.game.main.half_moves.length };
  const clocks = clocksAt(tree, last);
  const left = SEATS.map((seat) => `${seatWords(seat)} ${spokenTime(clocks[seat])}`).join(', ');
  const sits = tree.game.sits.map((sit) => `${seatWords(sit.seat)} sat ${spokenTime(sit.time)}`);
  const waits = sits.length > 0 ? ` ${sits.join('. ')}.` : '';
  return `The game took ${spokenTime(timeAt(tree, last))}. At the end the clocks show: ${left}.${waits}`;
}

function curves({ game }: Tree, mode: GraphMode): Curve[] {
  const curve = (seat: Curve['seat'], name: string): Curve => ({ name, seat, color: COLORS[seat], values: [] });
  const name = (seat: Seat) => shownName(game, seat);
  if (mode === 'clocks') return SEATS.map((seat) => curve(seat, name(seat)));
  return [
    curve('white', `${name('WhiteA')} − ${name('WhiteB')}`),
    curve('black', `${name('BlackA')} − ${name('BlackB')}`),
  ];
}
