// Moves by hand: the board that keys are for, a piece that waits for its square, and a pawn that waits for its promotion.
import type { BoardName, Color, PieceLetter, Square } from '../../api/schema';
import { dropSquares, dropUci, moveCursor, needsPromotion, type Armed } from '../../state/aim';
import { pieceName } from '../../state/seats';
import type { Answers } from './answers.svelte';
import type { Edits } from './edits.svelte';
import type { Messages } from './messages.svelte';
import type { Walk } from './walk.svelte';

/** A move that waits for the piece to promote to. */
export interface Promotion {
  board: BoardName;
  from: Square;
  to: Square;
}

export class Aim {
  readonly #walk: Walk;
  readonly #edits: Edits;
  readonly #answers: Answers;
  readonly #messages: Messages;
  #focus: BoardName = $state('a');
  #armed: Armed | null = $state.raw(null);
  #cursor: Square = $state('e4');
  #promotion: Promotion | null = $state.raw(null);

  constructor(walk: Walk, edits: Edits, answers: Answers, messages: Messages) {
    this.#walk = walk;
    this.#edits = edits;
    this.#answers = answers;
    this.#messages = messages;
    this.#focus = walk.halfMove?.board ?? 'a';
  }

  get focus(): BoardName {
    return this.#focus;
  }

  /** The piece of a reserve that is selected for a drop. */
  get armed(): Armed | null {
    return this.#armed;
  }

  /** The square that a key would drop it on. */
  get cursor(): Square {
    return this.#cursor;
  }

  get promotion(): Promotion | null {
    return this.#promotion;
  }

  focusOn(board: BoardName): void {
    if (this.#focus !== board) this.#armed = null;
    this.#focus = board;
  }

  /** Moves the cursor; `bottom` is the color at the bottom of its board. */
  moveCursor(by: 'left' | 'right' | 'up' | 'down', bottom: Color): void {
    this.#cursor = moveCursor(this.#cursor, by, bottom);
  }

  /** Selects a piece of a reserve for a drop, or deselects it. */
  arm(board: BoardName, letter: PieceLetter): void {
    this.#walk.pause();
    this.focusOn(board);
    if (this.#armed?.board === board && this.#armed.letter === letter) {
      this.#armed = null;
      return;
    }
    const squares = this.#squares(board, letter);
    if (squares.length === 0) {
      this.#armed = null;
      this.#messages.reject(`You can’t drop a ${pieceName(letter)} on board ${board.toUpperCase()} now.`);
      return;
    }
    this.#messages.close();
    this.#armed = { board, letter };
    if (!squares.includes(this.#cursor)) this.#cursor = squares[0]!;
  }

  /** Drops the selected piece on a square. */
  clickSquare(board: BoardName, square: Square): void {
    const armed = this.#armed;
    if (armed?.board === board) this.drop(board, armed.letter, square);
    else this.focusOn(board);
  }

  drop(board: BoardName, letter: PieceLetter, square: Square): void {
    this.focusOn(board);
    this.#armed = null;
    if (this.#squares(board, letter).includes(square)) void this.#edits.play(board, dropUci(letter, square));
    else this.#walk.redrawBoards();
  }

  /** A piece was moved on a board. */
  move(board: BoardName, from: Square, to: Square): void {
    this.focusOn(board);
    if (needsPromotion(this.#answers.legal.answer?.[board] ?? null, from, to)) this.#promotion = { board, from, to };
    else void this.#edits.play(board, from + to);
  }

  /** The piece to promote to was chosen, or none. */
  promote(uci: string | null): void {
    const promotion = this.#promotion;
    this.#promotion = null;
    if (promotion && uci) void this.#edits.play(promotion.board, promotion.from + promotion.to + uci);
    else this.#walk.redrawBoards();
  }

  /** Escape: nothing waits anymore. */
  cancel(): void {
    this.#armed = null;
    if (this.#promotion) this.promote(null);
  }

  /** Another half-move is the current one. */
  clear(): void {
    this.#armed = null;
    this.#promotion = null;
  }

  #squares(board: BoardName, letter: PieceLetter): readonly Square[] {
    return dropSquares(this.#answers.legal.answer?.[board] ?? null, letter);
  }
}
