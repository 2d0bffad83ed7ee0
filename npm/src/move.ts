import * as rules from '../wasm/rules.js';
import { attempt, demandText } from './error.js';
import { demandRules } from './rules.js';
import { BY_NUMBER, squareOf, type Piece, type ReservePiece, type Square } from './words.js';

/** All moves by number; there are few enough to keep. */
const shared: (Move | undefined)[] = [];
/** Promotions that take a piece from the other board have larger numbers. */
const others = new Map<number, Move>();
const FEW = 1 << 15;
const DROP = 7;

/** A move or drop. There is one object per move, so `===` compares them. */
export class Move {
  /** The origin square; `null` for a drop. */
  readonly from: Square | null;
  /** The destination square. */
  readonly to: Square;
  /** The dropped piece; `null` for other moves. */
  readonly drop: ReservePiece | null;
  /** The piece that a pawn is promoted to. */
  readonly promotion: ReservePiece | null;
  /** The square on the other board from which a promotion takes its piece, if the rules have that. */
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

  /** Reads a move in UCI without a board. */
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

// A king is never dropped or promoted to.
function piece(number: number): ReservePiece {
  return BY_NUMBER[number] as Piece as ReservePiece;
}

/** @internal Converts numbers to moves. */
export function movesOf(numbers: Uint32Array): Move[] {
  const count = numbers.length;
  const moves = new Array<Move>(count);
  for (let index = 0; index < count; index++) {
    const number = numbers[index] as number;
    moves[index] = shared[number] ?? Move.of(number);
  }
  return moves;
}

/** @internal Returns the number of a move, and checks its type for callers without TypeScript. */
export function numberOf(move: Move): number {
  const number = move?.number;
  if (number === undefined)
    throw new TypeError(`expected a Move or a string such as e2e4 or N@f3, got ${String(move)}`);
  return number;
}

/** @internal Returns the destinations of each piece. All promotions to one square are one destination. */
export function destsOf(moves: readonly Move[]): Map<Square, Square[]> {
  return grouped(moves, ({ from }) => from);
}

/** @internal Returns the squares on which each piece type can be dropped. */
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

/** @internal Returns `true` for UCI. Drops are the same in UCI and SAN. */
export function looksLikeUci(text: string): boolean {
  return /^[a-h][1-8][a-h][1-8]/.test(text);
}
