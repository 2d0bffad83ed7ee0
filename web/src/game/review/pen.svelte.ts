// Arrows and circles on the boards: those of the comments, those that are being drawn, and hints.
import type { BoardName } from '../../api/schema';
import type { Spot } from '../../state/address';
import { changesFor, drawingsOf, type Drawing } from '../../state/drawings';
import { halfMoveAt, sameSpot } from '../../state/tree';
import type { Walk } from './walk.svelte';

/** Arrows and circles that were drawn at a half-move and are not in its comments yet. */
interface Drawn {
  spot: Spot;
  drawings: readonly Drawing[];
}

/** How long to wait for more drawing before it becomes an edit, in milliseconds. */
const PAUSE = 300;

/** Writes comments. */
export interface Writer {
  /** Whether it is writing. */
  readonly busy: boolean;
  /** Sets a comment. Returns `false` if it is rejected. */
  comment(spot: Spot, index: number | null, text: string): Promise<boolean>;
}

export class Pen {
  readonly #walk: Walk;
  readonly #writer: Writer;
  #drawn: Drawn | null = $state.raw(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hints: readonly Drawing[] = $state.raw([]);

  /** The arrows and circles of the half-move. */
  readonly drawings: readonly Drawing[] = $derived.by(() => {
    if (this.#drawn && sameSpot(this.#drawn.spot, this.#walk.spot)) return this.#drawn.drawings;
    return drawingsOf(this.#walk.comments, this.#walk.halfMove?.board ?? 'a');
  });

  constructor(walk: Walk, writer: Writer) {
    this.#walk = walk;
    this.#writer = writer;
  }

  /** Whether something was drawn that is not in a comment yet. */
  get draws(): boolean {
    return this.#drawn !== null;
  }

  /** Arrows for the element with the pointer or the focus. */
  get hints(): readonly Drawing[] {
    return this.#hints;
  }

  hint(drawings: readonly Drawing[]): void {
    this.#hints = drawings;
  }

  /** Draws on a board. After a while it becomes a comment. */
  draw(board: BoardName, drawings: readonly Drawing[]): void {
    this.#walk.pause();
    const others = this.drawings.filter((drawing) => drawing.board !== board);
    const { spot } = this.#walk;
    // Drawings at another half-move are saved first.
    if (this.#drawn && !sameSpot(this.#drawn.spot, spot)) void this.keep();
    this.#drawn = { spot, drawings: [...others, ...drawings] };
    this.#wait();
  }

  /** Erases all arrows and circles of the half-move. */
  erase(): void {
    this.draw('a', []);
    this.draw('b', []);
  }

  /** Forgets what was drawn and is not in a comment yet. */
  drop(): void {
    this.#drawn = null;
  }

  /** Writes the drawings into a comment. */
  async keep(): Promise<void> {
    const drawn = this.#drawn;
    if (!drawn) return;
    clearTimeout(this.#timer);
    if (this.#writer.busy) {
      this.#wait();
      return;
    }
    const { tree } = this.#walk;
    const comments = halfMoveAt(tree, drawn.spot)?.comments ?? tree.game.main.before;
    for (const { index, text } of changesFor(comments, drawn.drawings)) {
      if (!(await this.#writer.comment(drawn.spot, index, text))) break;
    }
    if (this.#drawn === drawn) this.#drawn = null;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.keep(), PAUSE);
  }
}
