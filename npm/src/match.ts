/// <reference lib="esnext.disposable" preserve="true" />
import { RawMatch } from '../wasm/rules.js';
import { Board } from './board.js';
import { attempt, isLegal, demandText } from './error.js';
import { free } from './freed.js';
import { destsOf, dropsOf, looksLikeUci, Move, movesOf, numberOf } from './move.js';
import { demandRules, written } from './rules.js';
import {
  pieceOf,
  reserveOf,
  type BoardName,
  type Reserve,
  type ReservePiece,
  type Rules,
  type Seat,
  type Square,
} from './words.js';

/** How a match ended. */
export interface Outcome {
  /** The team that won. Team 1 is WhiteA and BlackB. */
  readonly winner: 'team1' | 'team2' | null;
  /** Why, such as `checkmate`, `flag` or `resignation`. */
  readonly cause: string;
  /** The player who lost or decided it. */
  readonly seat: Seat | null;
  /** The result in BPGN. */
  readonly result: '1-0' | '0-1' | '1/2-1/2' | '*';
  /** A sentence for people. */
  readonly message: string;
}

/** The options of a new match. */
export interface MatchOptions {
  /** Both boards in BFEN, separated by ` | `. Default: the starting position. */
  position?: string;
  /** The rule preset. Default: `standard`. */
  rules?: Rules;
  /** The initial time of each clock in milliseconds. Default: three minutes. */
  baseMs?: number;
  /** The increment per move in milliseconds. Default: 0. */
  incrementMs?: number;
}

/** A half-move of the match. */
export interface Step {
  readonly seat: Seat;
  readonly move: Move;
}

const BOARDS: readonly BoardName[] = ['a', 'b'];

/**
 * A match: two boards, transfers between them, and four clocks. It never reads the system clock: pass timestamps in
 * milliseconds, counted from any moment.
 */
export class Match {
  /** @internal */
  raw: RawMatch;

  constructor(options: MatchOptions = {}) {
    demandRules();
    const { position = '', rules = 'standard', baseMs = 180_000, incrementMs = 0 } = options;
    this.raw = attempt(() => RawMatch.begin(demandText(position), demandText(rules), time(baseMs), time(incrementMs)));
  }

  /** Starts the clocks of both boards. */
  start(now: number): void {
    this.raw.start(time(now));
  }

  /** Returns all legal moves of a board, or none if the match is over. */
  legalMoves(board: BoardName): Move[] {
    return movesOf(written((scratch) => this.raw.legalMoves(isB(board), scratch)));
  }

  /** Returns the destinations of each piece on a board, in the format of chessground's `movable.dests`. */
  dests(board: BoardName): Map<Square, Square[]> {
    return destsOf(this.legalMoves(board));
  }

  /** Returns the squares on which the side to move can drop each piece type on a board. */
  drops(board: BoardName): Map<ReservePiece, Square[]> {
    return dropsOf(this.legalMoves(board));
  }

  /** Returns `true` if a move is legal on a board. Strings that are not a legal move in UCI or SAN return `false`. */
  isLegal(board: BoardName, move: Move | string): boolean {
    const moves = this.legalMoves(board);
    return isLegal(() => moves.includes(this.move(board, move)));
  }

  /** Reads a move of a board in UCI or SAN. Moves in SAN must be legal. */
  read(board: BoardName, text: string): Move {
    const read = () =>
      looksLikeUci(demandText(text)) ? this.raw.readUci(isB(board), text) : this.raw.readSan(isB(board), text);
    return Move.of(attempt(read));
  }

  /** Plays a move, given as a `Move`, UCI or SAN, and returns it. Throws a `BughouseError` if it is not legal. */
  play(board: BoardName, move: Move | string, now?: number): Move {
    const played = this.move(board, move);
    const number = numberOf(played);
    const moment = now === undefined ? undefined : time(now);
    if (!this.raw.play(isB(board), number, moment)) {
      attempt(() => this.raw.whyIllegal(isB(board), number, moment));
    }
    return played;
  }

  /** Undoes the last half-move of both boards and returns it; `null` if none was played. */
  undo(): Move | null {
    const number = this.raw.undo();
    return number === undefined ? null : Move.of(number);
  }

  /** The half-moves played so far on both boards. */
  get history(): Step[] {
    const lines = this.raw.steps().split('\n').filter(Boolean);
    return lines.map((line) => {
      const [seat, number] = line.split(' ');
      return { seat: seat as Seat, move: Move.of(Number(number)) };
    });
  }

  /** Returns a legal move in SAN. */
  san(board: BoardName, move: Move | string): string {
    return attempt(() => this.raw.san(isB(board), numberOf(this.move(board, move))));
  }

  private move(board: BoardName, move: Move | string): Move {
    return typeof move === 'string' ? this.read(board, move) : move;
  }

  /** Returns a copy of a board. */
  board(board: BoardName): Board {
    return Board.of(this.raw.board(isB(board)));
  }

  /** Returns the seat to move on a board. */
  toMove(board: BoardName): Seat {
    return this.raw.toMove(isB(board)) as Seat;
  }

  /** Returns the reserve of a player. */
  reserve(seat: Seat): Reserve {
    return reserveOf(attempt(() => this.raw.reserve(demandText(seat))));
  }

  /** Returns the time on a clock in milliseconds, at the given timestamp or at the latest one passed so far. */
  clock(seat: Seat, now?: number): number {
    return attempt(() => this.raw.clock(demandText(seat), now === undefined ? undefined : time(now)));
  }

  /** The outcome; `null` while the match is in progress. */
  get outcome(): Outcome | null {
    const text = this.raw.outcome();
    if (text === undefined) return null;
    const [winner, cause = '', seat, result, ...message] = text.split('\n');
    return {
      winner: (winner || null) as Outcome['winner'],
      cause,
      seat: (seat || null) as Seat | null,
      result: result as Outcome['result'],
      message: message.join('\n'),
    };
  }

  /** The frozen players, and the pieces that would help each. */
  get frozen(): Partial<Record<Seat, ReservePiece[]>> {
    const frozen: Partial<Record<Seat, ReservePiece[]>> = {};
    for (const board of BOARDS) {
      const [seat, letters = ''] = this.raw.frozen(isB(board)).split(':');
      if (seat) frozen[seat as Seat] = [...letters].map((letter) => pieceOf(letter) as ReservePiece);
    }
    return frozen;
  }

  /** Returns the captures on the other board that would send a frozen player a piece that helps. */
  freeingCaptures(board: BoardName): Move[] {
    return movesOf(written((scratch) => this.raw.freeingCaptures(isB(board), scratch)));
  }

  /** Ends the match: a player resigns. */
  resign(seat: Seat, now?: number): void {
    end(this.raw, 'resign', seat, now);
  }

  /** Ends the match in a draw by agreement. */
  agreeDraw(now?: number): void {
    end(this.raw, 'draw', '', now);
  }

  /** Ends the match without a result. */
  abort(now?: number): void {
    end(this.raw, 'abort', '', now);
  }

  /** Claims that a player ran out of time. Throws if they did not. */
  claimFlag(seat: Seat, now: number): void {
    end(this.raw, 'flag', seat, now);
  }

  /** Claims a draw by threefold repetition on a board. */
  claimRepetition(board: BoardName, now?: number): void {
    end(this.raw, 'repetition', this.toMove(board), now);
  }

  /** Claims a draw by the fifty-move rule on a board, if the rules have it. */
  claimFiftyMoves(board: BoardName, now?: number): void {
    end(this.raw, 'fifty-moves', this.toMove(board), now);
  }

  /** Returns both boards in BFEN, separated by ` | `. */
  toBfen(): string {
    return this.raw.bfen();
  }

  /** A stable 64-bit key of both boards. */
  get key(): bigint {
    return this.raw.key();
  }

  /** Returns a copy with the same history. */
  copy(): Match {
    const copy = Object.create(Match.prototype) as Match;
    copy.raw = this.raw.copy();
    return copy;
  }

  /** Frees the memory immediately. The match can't be used afterwards. Freeing it twice is harmless. */
  free(): void {
    free(this);
  }

  [Symbol.dispose](): void {
    this.free();
  }

  /** Returns both boards in BFEN. */
  toString(): string {
    return this.toBfen();
  }
}

function end(raw: RawMatch, how: string, seat: Seat | '', now: number | undefined): void {
  attempt(() => raw.end(how, demandText(seat), now === undefined ? undefined : time(now)));
}

function isB(board: BoardName): boolean {
  if (board !== 'a' && board !== 'b') throw new RangeError(`expected board a or b, got ${String(board)}`);
  return board === 'b';
}

function time(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`expected a time in milliseconds, got ${value}`);
  return value;
}
