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
 * One board with both reserves, played by itself: what is captured leaves it. In a `Match` it goes to the partner.
 *
 * A board takes memory outside of JavaScript. It is freed with its object, or at once by `free()`.
 */
export class Board {
  /** @internal */
  raw: RawBoard;

  /** Makes a board at the starting position. */
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

  /** Reads a board in FEN or BFEN. A lenient reader takes a text without counters or last fields too. */
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

  /** Returns the start of Chess960 with a number from 0 to 959. */
  static chess960(number: number): Board {
    demandRules();
    return Board.of(attempt(() => RawBoard.chess960(number)));
  }

  /** Lists all legal moves and drops. */
  legalMoves(): Move[] {
    return movesOf(written((scratch) => this.raw.legalMoves(scratch)));
  }

  /** Lists where each piece can go, as boards on a screen want it: chessground's `movable.dests`. */
  dests(): Map<Square, Square[]> {
    return destsOf(this.legalMoves());
  }

  /** Lists where each kind of piece can be dropped by the side to move. */
  drops(): Map<ReservePiece, Square[]> {
    return dropsOf(this.legalMoves());
  }

  /** Returns `true` if a move is legal. A text in UCI or SAN that is no legal move is not. */
  isLegal(move: Move | string): boolean {
    return isLegal(() => this.raw.isLegal(this.number(move)));
  }

  /** Reads a move in UCI or SAN. In SAN it is a legal one. */
  read(text: string): Move {
    return Move.of(attempt(() => (looksLikeUci(demandText(text)) ? this.raw.readUci(text) : this.raw.readSan(text))));
  }

  /** Plays a move, which may be a text in UCI or SAN, and returns it. One that is not legal is rejected. */
  play(move: Move | string): Move {
    const played = typeof move === 'string' ? this.read(move) : move;
    const number = numberOf(played);
    if (!this.raw.play(number)) attempt(() => this.raw.whyIllegal(number));
    return played;
  }

  /** Takes the last move back and returns it; `null` if none was played. */
  undo(): Move | null {
    const number = this.raw.undo();
    return number === undefined ? null : Move.of(number);
  }

  /** The moves that were played. */
  get history(): Move[] {
    return movesOf(this.raw.played());
  }

  /** Writes a legal move, which may be a text in UCI, in SAN. */
  san(move: Move | string): string {
    return attempt(() => this.raw.san(this.number(move)));
  }

  private number(move: Move | string): number {
    return numberOf(typeof move === 'string' ? this.read(move) : move);
  }

  /** Writes the board in FEN. Reserves have no place in it. */
  toFen(): string {
    return this.raw.fen();
  }

  /** Writes the board in BFEN. */
  toBfen(): string {
    return this.raw.bfen();
  }

  /** Writes the board in FEEN. */
  toFeen(): string {
    return this.raw.feen();
  }

  get status(): Status {
    return STATUS[this.raw.status()] ?? 'ongoing';
  }

  /** Where which pieces would help a side that is frozen; empty if it is not. */
  get help(): Partial<Record<ReservePiece, Square[]>> {
    const help: Partial<Record<ReservePiece, Square[]>> = {};
    for (const entry of this.raw.help().split(';').filter(Boolean)) {
      help[pieceOf(entry.charAt(0)) as ReservePiece] = entry.slice(2).split(',') as Square[];
    }
    return help;
  }

  /** Who is to move. */
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

  /** Returns what a color holds in reserve. */
  reserve(color: Color): Reserve {
    return reserveOf(this.raw.reserve(color === 'white'));
  }

  /** Puts a piece into a reserve, as a partner does. */
  addToReserve(color: Color, piece: ReservePiece): void {
    attempt(() => this.raw.hand(color === 'white', IN_RESERVE.indexOf(piece)));
  }

  /** Takes a piece out of a reserve. */
  removeFromReserve(color: Color, piece: ReservePiece): void {
    attempt(() => this.raw.takeBack(color === 'white', IN_RESERVE.indexOf(piece)));
  }

  /** A number for pieces, side, castling and en passant that never changes. Reserves are no part of it. */
  get key(): bigint {
    return this.raw.key();
  }

  /** Returns the same board with the same past. */
  copy(): Board {
    return Board.of(this.raw.copy());
  }

  /** Frees the memory at once. The board cannot be used after that; to free it again does nothing. */
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
