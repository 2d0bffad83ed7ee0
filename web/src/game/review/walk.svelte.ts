// The current move of a game, what is shown there, and playback.
import type { BoardName, Game } from '../../api/schema';
import { prefs } from '../../prefs.svelte';
import type { Spot } from '../../state/address';
import { snapshotAfter, snapshotAtStart, textsOf } from '../../state/annotations';
import { clocksAt, diagonalsOf } from '../../state/clocks';
import type { Action } from '../../state/keys';
import { advance, timeOf } from '../../state/playback';
import * as tree from '../../state/tree';

const START: Spot = { line: '', ply: 0 };

type Step = (lines: tree.Tree, spot: Spot, focus: BoardName) => Spot | null;

/** Where keys and buttons lead. */
const STEPS: Partial<Record<Action['do'], Step>> = {
  next: tree.next,
  previous: tree.previous,
  first: () => START,
  last: tree.lineEnd,
  'next-alternative': (lines, spot) => tree.alternative(lines, spot, 1),
  'previous-alternative': (lines, spot) => tree.alternative(lines, spot, -1),
  'next-on-board': tree.nextOnBoard,
  'previous-on-board': tree.previousOnBoard,
  'next-capture': tree.nextCapture,
  'previous-capture': tree.previousCapture,
};

export class Walk {
  readonly #game: () => Game;
  readonly #onmove: () => void;
  #spot: Spot = $state.raw() as Spot;
  /** Time since the half-move, in playback. */
  #into = $state(0);
  #playing = $state(false);
  #frame = 0;
  #then = 0;
  #glides = $state(false);
  #forward = $state(0);
  #redraw = $state(0);

  readonly tree = $derived.by(() => tree.treeOf(this.#game()));
  readonly boards = $derived(tree.boardsAt(this.tree, this.#spot));
  /** The current move; null at the start. */
  readonly halfMove = $derived(tree.halfMoveAt(this.tree, this.#spot));
  /** The comments of the half-move, or those before the first. */
  readonly comments = $derived(this.halfMove?.comments ?? this.tree.game.main.before);
  readonly time = $derived(timeOf(this.tree, { spot: this.#spot, into: this.#into }, prefs.skipSits));
  readonly clocks = $derived(clocksAt(this.tree, this.#spot, this.time));
  readonly diagonals = $derived(
    this.tree.game.clock_kind === 'countdown' ? { white: null, black: null } : diagonalsOf(this.clocks),
  );
  /** Boards and clocks right after the half-move. */
  readonly snapshot = $derived(this.halfMove ? snapshotAfter(this.halfMove) : snapshotAtStart(this.tree.game));
  /** Both boards for an address, with the clocks right after the half-move. */
  readonly boardTexts = $derived(textsOf(this.snapshot));

  /** `game` returns the game that is shown; `onmove` is called when another half-move becomes the current one. */
  constructor(game: () => Game, spot: Spot, onmove: () => void) {
    this.#game = game;
    this.#spot = spot;
    this.#onmove = onmove;
  }

  get spot(): Spot {
    return this.#spot;
  }

  get playing(): boolean {
    return this.#playing;
  }

  /** Whether the last step was a single half-move. Pieces glide only then. */
  get glides(): boolean {
    return this.#glides;
  }

  /** Incremented with each step forward by one half-move. */
  get forward(): number {
    return this.#forward;
  }

  /** Incremented to redraw boards although the position is the same. */
  get redraw(): number {
    return this.#redraw;
  }

  /** Draws the boards again: a piece may have been moved on them by hand. */
  redrawBoards(): void {
    this.#redraw += 1;
  }

  /** Goes to a half-move. */
  go(to: Spot | null): void {
    if (!to) return;
    const spot = tree.settle(this.tree, to);
    this.#into = 0;
    this.#moveTo(spot);
  }

  /** Shows the nearest half-move after the game was replaced, without a step. */
  settle(spot: Spot = this.#spot): void {
    this.#spot = tree.settle(this.tree, spot);
  }

  /** Goes where a key or a button leads. Returns `false` if it doesn't lead to a half-move. */
  step(name: Action['do'], focus: BoardName): boolean {
    const step = STEPS[name];
    if (!step) return false;
    this.go(step(this.tree, this.#spot, focus));
    return true;
  }

  #moveTo(spot: Spot): void {
    const before = this.#spot;
    if (tree.sameSpot(before, spot)) return;
    const isForward = this.#follows(before, spot);
    const isBack = this.#follows(spot, before);
    this.#glides = isForward || isBack;
    this.#onmove();
    this.#spot = spot;
    if (isForward) this.#forward += 1;
  }

  /** Returns `true` if one half-move directly follows another. A variation may repeat the one that it is attached to. */
  #follows(one: Spot, other: Spot): boolean {
    const before = tree.previous(this.tree, other);
    if (!before || before.ply !== one.ply) return false;
    const [boards, same] = [tree.boardsAt(this.tree, one), tree.boardsAt(this.tree, before)];
    return boards.a.bfen === same.a.bfen && boards.b.bfen === same.b.bfen;
  }

  togglePlaying(): void {
    if (this.#playing) {
      this.pause();
      return;
    }
    // At the end of a line, it starts over.
    if (!tree.next(this.tree, this.#spot)) this.go(START);
    this.#playing = true;
    this.#then = performance.now();
    this.#frame = requestAnimationFrame(this.#tick);
  }

  pause(): void {
    this.#playing = false;
    cancelAnimationFrame(this.#frame);
  }

  #tick = (now: number): void => {
    if (!this.#playing) return;
    // A tab in the background gets no frames. Skip the time it missed.
    const passed = Math.min(Math.max(now - this.#then, 0), 250) * prefs.speed;
    this.#then = now;
    const moment = advance(this.tree, { spot: this.#spot, into: this.#into }, passed, prefs.skipSits);
    this.#moveTo(moment.spot);
    this.#into = moment.into;
    if (moment.ended) this.pause();
    else this.#frame = requestAnimationFrame(this.#tick);
  };
}
