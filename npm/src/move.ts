import * as rules from '../wasm/rules.js';
import { attempt, demandText } from './error.js';
import { demandRules } from './rules.js';
import { BY_NUMBER, squareOf, type Piece, type ReservePiece, type Square } from './words.js';

/** By their numbers; there are few enough to keep them all. */
const shared: (Move | undefined)[] = [];
/** Promotions that take a piece from the other board have larger numbers. */
const others = new Map<number, Move>();
const FEW = 1 << 15;
const DROP = 7;

/** A move or drop. There is one object for each, so that two are equal if they are the same object. */
export class Move {
  /** The square that is left; `null` for a drop. */
  readonly from: Square | null;
  /** The square that is reached. */
  readonly to: Square;
  /** What is dropped; `null` if a piece moves. */
  readonly drop: ReservePiece | null;
  /** What a pawn becomes. */
  readonly promotion: ReservePiece | null;
  /** The square of the other board that a promotion takes its piece from, under rules that know that. */
  readonly stolenFrom: Square | null;
  /** The move in UCI: `e2e4`, `e7e8q`, `N@f3`. */
  readonly uci: string;

  private constructor(
    /** @internal */
    readonly number: number,
  ) {
    const kind = (number >> 12) & 7;
    const stolen = number >> 15;
    this.from = kind === DROP ? null : squareOf(number & 63);
    this.to = squareOf((number >> 6) & 63);
    this.drop = kind === DROP ? piece(number & 63) : null;
    this.promotion = kind === DROP || kind === 0 ? null : piece(kind);
    this.stolenFrom = stolen === 0 ? null : squareOf(stolen - 1);
    this.uci = rules.uci(number);
  }

  /** Reads a move in UCI, whatever the board. */
  static fromUci(text: string): Move {
    demandRules();
    return Move.of(attempt(() => rules.readUci(demandText(text))));
  }

  /** @internal */
  static of(number: number): Move {
    const known = number < FEW ? shared[number] : others.get(number);
    if (known) return known;
    const made = new Move(number);
    if (number < FEW) shared[number] = made;
    else others.set(number, made);
    return made;
  }

  /** Returns the move in UCI. */
  toString(): string {
    return this.uci;
  }

  toJSON(): string {
    return this.uci;
  }
}

// A kind that is dropped or promoted to is no king.
function piece(number: number): ReservePiece {
  return BY_NUMBER[number] as Piece as ReservePiece;
}

/** @internal Makes moves of numbers. */
export function movesOf(numbers: Uint32Array): Move[] {
  const count = numbers.length;
  const moves = new Array<Move>(count);
  for (let index = 0; index < count; index++) {
    const number = numbers[index] as number;
    moves[index] = shared[number] ?? Move.of(number);
  }
  return moves;
}

/** @internal Returns the number of a move; what is none is rejected, as no compiler may have looked at it. */
export function numberOf(move: Move): number {
  const number = move?.number;
  if (number === undefined) throw new TypeError(`expected a Move, or a text such as e2e4 or N@f3, got ${String(move)}`);
  return number;
}

/** @internal Lists where each piece can go. A promotion is one place, whatever the pawn becomes. */
export function destsOf(moves: readonly Move[]): Map<Square, Square[]> {
  return grouped(moves, ({ from }) => from);
}

/** @internal Lists where each kind of piece can be dropped. */
export function dropsOf(moves: readonly Move[]): Map<ReservePiece, Square[]> {
  return grouped(moves, ({ drop }) => drop);
}

function grouped<Key>(moves: readonly Move[], keyOf: (move: Move) => Key | null): Map<Key, Square[]> {
  const squares = new Map<Key, Set<Square>>();
  for (const move of moves) {
    const key = keyOf(move);
    if (key === null) continue;
    const known = squares.get(key);
    if (known) known.add(move.to);
    else squares.set(key, new Set([move.to]));
  }
  return new Map([...squares].map(([key, to]) => [key, [...to]]));
}

/** @internal Tells UCI from SAN. Drops are written alike. */
export function looksLikeUci(text: string): boolean {
  return /^[a-h][1-8][a-h][1-8]/.test(text);
}
