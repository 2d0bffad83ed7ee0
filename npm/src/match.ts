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
  /** The team that won: the first is that of WhiteA. */
  readonly winner: 'team1' | 'team2' | null;
  /** Why, such as `checkmate`, `flag` or `resignation`. */
  readonly cause: string;
  /** Who lost, or who decided it. */
  readonly seat: Seat | null;
  /** The result as BPGN has it. */
  readonly result: '1-0' | '0-1' | '1/2-1/2' | '*';
  /** In words. */
  readonly message: string;
}

/** How a match begins. */
export interface MatchOptions {
  /** Both boards in BFEN with a bar between them; without it, the starting position. */
  position?: string;
  /** Whose rules; `fics` if nothing is said. */
  rules?: Rules;
  /** What each clock shows, in milliseconds; three minutes if nothing is said. */
  baseMs?: number;
  /** What each move adds, in milliseconds. */
  incrementMs?: number;
}

/** A half-move that was played. */
export interface Step {
  readonly seat: Seat;
  readonly move: Move;
}

const BOARDS: readonly BoardName[] = ['a', 'b'];

/**
 * A match: both boards, what one hands to the other, and four clocks. It reads no clock: whoever plays tells the time, in
 * milliseconds from any moment.
 */
export class Match {
  /** @internal */
  raw: RawMatch;

  constructor(options: MatchOptions = {}) {
    demandRules();
    const { position = '', rules = 'fics', baseMs = 180_000, incrementMs = 0 } = options;
    this.raw = attempt(() => RawMatch.begin(demandText(position), demandText(rules), time(baseMs), time(incrementMs)));
  }

  /** Starts the clocks of both boards. */
  start(now: number): void {
    this.raw.start(time(now));
  }

  /** Lists all legal moves of a board. There are none if the match is over. */
  legalMoves(board: BoardName): Move[] {
    return movesOf(written((scratch) => this.raw.legalMoves(isB(board), scratch)));
  }

  /** Lists where each piece of a board can go, as boards on a screen want it: chessground's `movable.dests`. */
  dests(board: BoardName): Map<Square, Square[]> {
    return destsOf(this.legalMoves(board));
  }

  /** Lists where each kind of piece can be dropped on a board by the side to move. */
  drops(board: BoardName): Map<ReservePiece, Square[]> {
    return dropsOf(this.legalMoves(board));
  }

  /** Returns `true` if a move is legal on a board. A text in UCI or SAN that is no legal move is not. */
  isLegal(board: BoardName, move: Move | string): boolean {
    const moves = this.legalMoves(board);
    return isLegal(() => moves.includes(this.move(board, move)));
  }

  /** Reads a move of a board in UCI or SAN. In SAN it is a legal one. */
  read(board: BoardName, text: string): Move {
    const read = () =>
      looksLikeUci(demandText(text)) ? this.raw.readUci(isB(board), text) : this.raw.readSan(isB(board), text);
    return Move.of(attempt(read));
  }

  /** Plays a move, which may be a text in UCI or SAN, and returns it. One that is not legal is rejected. */
  play(board: BoardName, move: Move | string, now?: number): Move {
    const played = this.move(board, move);
    const number = numberOf(played);
    const moment = now === undefined ? undefined : time(now);
    if (!this.raw.play(isB(board), number, moment)) {
      attempt(() => this.raw.whyIllegal(isB(board), number, moment));
    }
    return played;
  }

  /** Takes the last half-move back, on whichever board it was, and returns it; `null` if none was played. */
  undo(): Move | null {
    const number = this.raw.undo();
    return number === undefined ? null : Move.of(number);
  }

  /** What was played, on both boards. */
  get history(): Step[] {
    const lines = this.raw.steps().split('\n').filter(Boolean);
    return lines.map((line) => {
      const [seat, number] = line.split(' ');
      return { seat: seat as Seat, move: Move.of(Number(number)) };
    });
  }

  /** Writes a legal move, which may be a text in UCI, in SAN. */
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

  /** Returns who is to move on a board. */
  toMove(board: BoardName): Seat {
    return this.raw.toMove(isB(board)) as Seat;
  }

  /** Returns what a player holds in reserve. */
  reserve(seat: Seat): Reserve {
    return reserveOf(attempt(() => this.raw.reserve(demandText(seat))));
  }

  /** Returns what a clock shows at a moment, or at the latest that was told, in milliseconds. */
  clock(seat: Seat, now?: number): number {
    return attempt(() => this.raw.clock(demandText(seat), now === undefined ? undefined : time(now)));
  }

  /** How it ended; `null` while it goes on. */
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

  /** Who waits for a piece from the partner, and which would help. */
  get frozen(): Partial<Record<Seat, ReservePiece[]>> {
    const frozen: Partial<Record<Seat, ReservePiece[]>> = {};
    for (const board of BOARDS) {
      const [seat, letters = ''] = this.raw.frozen(isB(board)).split(':');
      if (seat) frozen[seat as Seat] = [...letters].map((letter) => pieceOf(letter) as ReservePiece);
    }
    return frozen;
  }

  /** Lists the partner's captures on the other board that would free who is frozen on a board. */
  freeingCaptures(board: BoardName): Move[] {
    return movesOf(written((scratch) => this.raw.freeingCaptures(isB(board), scratch)));
  }

  /** A player resigns. */
  resign(seat: Seat, now?: number): void {
    end(this.raw, 'resign', seat, now);
  }

  /** The teams agree on a draw. */
  agreeDraw(now?: number): void {
    end(this.raw, 'draw', '', now);
  }

  /** The match is broken off. */
  abort(now?: number): void {
    end(this.raw, 'abort', '', now);
  }

  /** Claims that a player ran out of time. It is rejected if he did not. */
  claimFlag(seat: Seat, now: number): void {
    end(this.raw, 'flag', seat, now);
  }

  /** Claims a draw since the position of a board occurred three times. */
  claimRepetition(board: BoardName, now?: number): void {
    end(this.raw, 'repetition', this.toMove(board), now);
  }

  /** Claims a draw since nothing was captured and no pawn moved on a board in fifty moves, under rules that know that. */
  claimFiftyMoves(board: BoardName, now?: number): void {
    end(this.raw, 'fifty-moves', this.toMove(board), now);
  }

  /** Writes both boards in BFEN with a bar between them. */
  toBfen(): string {
    return this.raw.bfen();
  }

  /** A number for both boards that never changes. */
  get key(): bigint {
    return this.raw.key();
  }

  /** Returns the same match with the same past. */
  copy(): Match {
    const copy = Object.create(Match.prototype) as Match;
    copy.raw = this.raw.copy();
    return copy;
  }

  /** Frees the memory at once. The match cannot be used after that; to free it again does nothing. */
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
