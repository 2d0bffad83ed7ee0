/// <reference lib="esnext.disposable" preserve="true" />
import { RawBoard } from '../wasm/rules.js';
import { attempt, isLegal, demandText } from './error.js';
import { free } from './freed.js';
import { destsOf, dropsOf, looksLikeUci, Move, movesOf, numberOf } from './move.js';
import { demandRules, written } from './rules.js';
import {
  IN_RESERVE,
  indexOf,
  pieceOf,
  reserveOf,
  type Color,
  type ColoredPiece,
  type Reserve,
  type ReservePiece,
  type Square,
  type Status,
} from './words.js';

const STATUS: readonly Status[] = ['ongoing', 'checkmate', 'stalemate', 'frozen'];

/**
 * One board with both reserves. Captured pieces are discarded; in a `Match` they go to the partner.
 *
 * A board uses memory outside of JavaScript. It is freed with the object, or immediately by `free()`.
 */
export class Board {
  /** @internal */
  raw: RawBoard;

  /** Creates a board with the starting position. */
  constructor() {
    demandRules();
    this.raw = new RawBoard();
  }

  /** @internal */
  static of(raw: RawBoard): Board {
    const board = Object.create(Board.prototype) as Board;
    board.raw = raw;
    return board;
  }

  /** Reads a board in FEN or BFEN. With `lenient`, missing counters and fields are accepted. */
  static fromFen(text: string, options: { lenient?: boolean } = {}): Board {
    demandRules();
    return Board.of(attempt(() => RawBoard.read(demandText(text), options.lenient ?? false)));
  }

  /** Reads a board in BFEN, which is FEN with reserves: `...[QNp] w KQkq - 0 1`. */
  static fromBfen(text: string): Board {
    return Board.fromFen(text);
  }

  /** Reads a board in FEEN. */
  static fromFeen(text: string): Board {
    demandRules();
    return Board.of(attempt(() => RawBoard.readFeen(demandText(text))));
  }

  /** Returns the Chess960 starting position with a number from 0 to 959. */
  static chess960(number: number): Board {
    demandRules();
    return Board.of(attempt(() => RawBoard.chess960(number)));
  }

  /** Returns all legal moves and drops. */
  legalMoves(): Move[] {
    return movesOf(written((scratch) => this.raw.legalMoves(scratch)));
  }

  /** Returns the destinations of each piece, in the format of chessground's `movable.dests`. */
  dests(): Map<Square, Square[]> {
    return destsOf(this.legalMoves());
  }

  /** Returns the squares on which the side to move can drop each piece type. */
  drops(): Map<ReservePiece, Square[]> {
    return dropsOf(this.legalMoves());
  }

  /** Returns `true` if a move is legal. Strings that are not a legal move in UCI or SAN return `false`. */
  isLegal(move: Move | string): boolean {
    return isLegal(() => this.raw.isLegal(this.number(move)));
  }

  /** Reads a move in UCI or SAN. Moves in SAN must be legal. */
  read(text: string): Move {
    return Move.of(attempt(() => (looksLikeUci(demandText(text)) ? this.raw.readUci(text) : this.raw.readSan(text))));
  }

  /** Plays a move, given as a `Move`, UCI or SAN, and returns it. Throws a `BughouseError` if it is not legal. */
  play(move: Move | string): Move {
    const played = typeof move === 'string' ? this.read(move) : move;
    const number = numberOf(played);
    if (!this.raw.play(number)) attempt(() => this.raw.whyIllegal(number));
    return played;
  }

  /** Undoes the last move and returns it; `null` if none was played. */
  undo(): Move | null {
    const number = this.raw.undo();
    return number === undefined ? null : Move.of(number);
  }

  /** The moves played so far. */
  get history(): Move[] {
    return movesOf(this.raw.played());
  }

  /** Returns a legal move in SAN. */
  san(move: Move | string): string {
    return attempt(() => this.raw.san(this.number(move)));
  }

  private number(move: Move | string): number {
    return numberOf(typeof move === 'string' ? this.read(move) : move);
  }

  /** Returns the board in FEN, which has no reserves. */
  toFen(): string {
    return this.raw.fen();
  }

  /** Returns the board in BFEN. */
  toBfen(): string {
    return this.raw.bfen();
  }

  /** Returns the board in FEEN. */
  toFeen(): string {
    return this.raw.feen();
  }

  get status(): Status {
    return STATUS[this.raw.status()] ?? 'ongoing';
  }

  /** The squares on which each piece type would help the side to move, if it is frozen; otherwise empty. */
  get help(): Partial<Record<ReservePiece, Square[]>> {
    const help: Partial<Record<ReservePiece, Square[]>> = {};
    for (const entry of this.raw.help().split(';').filter(Boolean)) {
      help[pieceOf(entry.charAt(0)) as ReservePiece] = entry.slice(2).split(',') as Square[];
    }
    return help;
  }

  /** The side to move. */
  get turn(): Color {
    return this.raw.whiteToMove() ? 'white' : 'black';
  }

  /** Whether the side to move is in check. */
  get inCheck(): boolean {
    return this.raw.inCheck();
  }

  /** Returns the piece on a square. */
  pieceOn(square: Square): ColoredPiece | null {
    const letter = this.raw.pieceOn(indexOf(square));
    if (letter === '') return null;
    return { color: letter === letter.toUpperCase() ? 'white' : 'black', piece: pieceOf(letter) };
  }

  /** Returns the reserve of a color. */
  reserve(color: Color): Reserve {
    return reserveOf(this.raw.reserve(color === 'white'));
  }

  /** Adds a piece to a reserve, as if the partner had captured it. */
  addToReserve(color: Color, piece: ReservePiece): void {
    attempt(() => this.raw.hand(color === 'white', IN_RESERVE.indexOf(piece)));
  }

  /** Removes a piece from a reserve. */
  removeFromReserve(color: Color, piece: ReservePiece): void {
    attempt(() => this.raw.takeBack(color === 'white', IN_RESERVE.indexOf(piece)));
  }

  /** A stable 64-bit key of pieces, side to move, castling rights and en passant, without reserves. */
  get key(): bigint {
    return this.raw.key();
  }

  /** Returns a copy with the same history. */
  copy(): Board {
    return Board.of(this.raw.copy());
  }

  /** Frees the memory immediately. The board can't be used afterwards. Freeing it twice is harmless. */
  free(): void {
    free(this);
  }

  [Symbol.dispose](): void {
    this.free();
  }

  /** Returns the board in BFEN. */
  toString(): string {
    return this.toBfen();
  }
}
