// A game under review: the current move, playback, and edits. The logic is in state/.
import { ApiError, editText, replaceGame, replayText, saveText } from '../api/client';
import type {
  Analysis,
  BoardName,
  Edit,
  Evaluated,
  Game,
  Legal,
  GameMistakes,
  PieceLetter,
  Rejection,
  Saved,
  Seat,
  Square,
} from '../api/schema';
import { prefs } from '../prefs.svelte';
import { archivedAddress, gameAddress, positionAddress, textAddress, type Spot, type View } from '../state/address';
import { dropSquares, dropUci, moveCursor, needsPromotion, type Armed } from '../state/aim';
import { clocksAt, diagonalsOf } from '../state/clocks';
import * as versions from '../state/history';
import { draftName, type Draft } from '../state/drafts';
import { changesFor, drawingsOf, type Drawing } from '../state/drawings';
import type { Action } from '../state/keys';
import { bottomColor, viewAs } from '../state/layout';
import { playerName, seatOfPlayer } from '../state/players';
import { advance, timeOf } from '../state/playback';
import { snapshotAfter, snapshotAtStart, textsOf } from '../state/annotations';
import { boardOf, otherBoard, pieceName } from '../state/seats';
import * as tree from '../state/tree';

/** A move that waits for the piece to promote to. */
export interface Promotion {
  board: BoardName;
  from: Square;
  to: Square;
}

/** Arrows and circles that were drawn at a half-move and are not in its comments yet. */
interface Drawn {
  spot: Spot;
  drawings: readonly Drawing[];
}

/** How long to wait for more drawing before it becomes an edit, in milliseconds. */
const DRAWING = 300;

export interface Message {
  kind: 'done' | 'rejected';
  text: string;
  excerpt: string | null;
}

/** How a game is opened. */
export interface Opening {
  /** Whether it is from the archive, which is read-only. */
  archived?: boolean;
  /** The packed game of a link; null if it is from elsewhere. */
  carried?: string | null;
  /** Whether the address says how boards are turned. */
  turned?: boolean;
  /** Whether choices are remembered; not in an embedded game. */
  remembers?: boolean;
  /** Unsaved changes, replayed. */
  draft?: { game: Game; spot: Spot } | null;
  /** Unsaved changes to another version of the game. */
  otherDraft?: Draft | null;
}

export class Review {
  /** Where the game is from. Edited games lose this, so it is kept separately. */
  source = $state.raw<Game['source']>(null);
  /** Whether that is the archive, which is read-only. */
  archived = $state(false);
  /** The game before any edit. */
  readonly #opened: Game;
  /** The text in its file. */
  #inFile: string;
  /** Whether choices are remembered; not in an embedded game. */
  readonly #remembers: boolean;
  /** Whether unsaved changes were restored. */
  fromDraft = $state(false);
  /** Unsaved changes to another version, which wait for a decision. */
  otherDraft: Draft | null = $state.raw(null);
  /** Whether the browser keeps the unsaved changes. */
  draftIsKept = $state(false);

  #history: versions.History = $state.raw() as versions.History;
  #spot: Spot = $state.raw() as Spot;
  /** Time since the half-move, in playback. */
  #into = $state(0);
  #playing = $state(false);
  #frame = 0;
  #then = 0;
  #drawn: Drawn | null = $state.raw(null);
  #drawing: ReturnType<typeof setTimeout> | undefined;

  flip = $state(false);
  swap = $state(false);
  focus: BoardName = $state('a');
  armed: Armed | null = $state.raw(null);
  cursor: Square = $state('e4');
  legal: Legal | null = $state.raw(null);
  /** The solver's answer for the boards that are shown. */
  analysis: Analysis | null = $state.raw(null);
  /** The answer of the built-in search. */
  evaluated: Evaluated | null = $state.raw(null);
  /** The answer of the server's engine, if it is used. */
  engine: Evaluated | null = $state.raw(null);
  /** Why there is none. */
  engineError: string | null = $state(null);
  usesEngine = $state(false);
  /** The mistakes of the main line. */
  mistakes: GameMistakes | null = $state.raw(null);
  /** Arrows for the element with the pointer or the focus. */
  hints: readonly Drawing[] = $state.raw([]);
  promotion: Promotion | null = $state.raw(null);
  message: Message | null = $state.raw(null);
  busy = $state(false);
  /** Incremented to redraw boards although the position is the same. */
  redraw = $state(0);
  /** Whether the last step was a single half-move. Pieces glide only then. */
  glides = $state(false);
  /** Incremented with each step forward by one half-move. */
  forward = $state(0);

  readonly game = $derived(this.#history.versions[this.#history.at]!.game);
  readonly tree = $derived(tree.treeOf(this.game));
  readonly boards = $derived(tree.boardsAt(this.tree, this.#spot));
  readonly halfMove = $derived(tree.halfMoveAt(this.tree, this.#spot));
  readonly time = $derived(timeOf(this.tree, { spot: this.#spot, into: this.#into }, prefs.skipSits));
  readonly clocks = $derived(clocksAt(this.tree, this.#spot, this.time));
  /** Boards and clocks right after the half-move. */
  readonly #snapshot = $derived(this.halfMove ? snapshotAfter(this.halfMove) : snapshotAtStart(this.game));
  readonly snapshotClocks = $derived(this.#snapshot.clocks);
  /** Both boards for an address, with the clocks right after the half-move. */
  readonly boardTexts = $derived(textsOf(this.#snapshot));
  readonly diagonals = $derived(
    this.game.clock_kind === 'countdown' ? { white: null, black: null } : diagonalsOf(this.clocks),
  );
  /** The comments of the half-move, or those before the first. */
  readonly comments = $derived(this.halfMove?.comments ?? this.game.main.before);
  readonly drawings = $derived.by(() => {
    if (this.#drawn && tree.sameSpot(this.#drawn.spot, this.#spot)) return this.#drawn.drawings;
    return drawingsOf(this.comments, this.halfMove?.board ?? 'a');
  });
  readonly unsaved = $derived(versions.isUnsaved(this.#history) || this.#drawn !== null);
  readonly canUndo = $derived(this.#history.at > 0);
  readonly canRedo = $derived(this.#history.at + 1 < this.#history.versions.length);

  readonly #carried: string | null;

  constructor(game: Game, view: View, opening: Opening = {}) {
    const {
      archived = false,
      carried = null,
      turned = true,
      remembers = false,
      draft = null,
      otherDraft = null,
    } = opening;
    this.#opened = game;
    this.source = game.source;
    this.archived = archived;
    this.#carried = carried;
    this.otherDraft = otherDraft;
    this.#remembers = remembers;
    this.#inFile = game.text;
    const seat = turned || !remembers ? null : seatOfPlayer(game, prefs.viewAs);
    const { flip, swap } = seat ? viewAs(seat) : turned || !remembers ? view : prefs;
    this.flip = flip;
    this.swap = swap;
    const spot = tree.settle(tree.treeOf(game), view);
    this.#history = versions.begin(game, spot);
    this.#spot = spot;
    if (draft) this.#takeDraft(draft);
    this.focus = this.halfMove?.board ?? 'a';
  }

  /** The name that a draft of it is kept under. */
  get draftName(): string {
    return draftName(this.source, this.archived, this.#opened.start, this.#carried);
  }

  /** The text in its file. */
  get original(): string {
    return this.#inFile;
  }

  #takeDraft({ game, spot }: { game: Game; spot: Spot }): void {
    const there = tree.settle(tree.treeOf(game), spot);
    this.#history = versions.add(this.#history, { game, spot: there, from: this.#spot });
    this.#spot = there;
    this.fromDraft = true;
  }

  /** Shows the changes to another version of the game. */
  async takeOther(): Promise<void> {
    const draft = this.otherDraft;
    if (!draft) return;
    try {
      this.#takeDraft({ game: await replayText(draft.text), spot: draft.spot });
      // Saving may only replace the version that the draft is based on.
      this.#inFile = draft.original;
      this.otherDraft = null;
    } catch (error) {
      this.reject(error);
    }
  }

  dropOther(): void {
    this.otherDraft = null;
  }

  /** Discards all changes. */
  discard(): void {
    const game = this.#opened;
    this.pause();
    this.#drawn = null;
    this.#history = versions.begin(game, this.#spot);
    this.fromDraft = false;
    this.#spot = tree.settle(this.tree, this.#spot);
  }

  get spot(): Spot {
    return this.#spot;
  }

  /** Whether something was drawn that is not in a comment yet. */
  get drawing(): boolean {
    return this.#drawn !== null;
  }

  get playing(): boolean {
    return this.#playing;
  }

  get view(): View {
    return { ...this.#spot, flip: this.flip, swap: this.swap };
  }

  /** The address of the game at the current move; null if it has none. */
  address(embed = false): string | null {
    if (this.#carried !== null) return textAddress(this.#carried, this.view, embed);
    if (!this.source) return null;
    const { file, game } = this.source;
    return this.archived ? archivedAddress(game, this.view, embed) : gameAddress(file, game, this.view, embed);
  }

  /** The address at which unsaved changes are restored. For a position, it is the address at the start. */
  draftAddress(embed = false): string {
    const { a, b } = textsOf(snapshotAtStart(this.game));
    return this.address(embed) ?? positionAddress(a, b, this.view, embed);
  }

  /** Goes to a half-move. */
  go(to: Spot | null): void {
    if (!to) return;
    const spot = tree.settle(this.tree, to);
    this.#into = 0;
    this.#moveTo(spot);
  }

  #moveTo(spot: Spot): void {
    const before = this.#spot;
    if (tree.sameSpot(before, spot)) return;
    const isForward = this.#follows(before, spot);
    const isBack = this.#follows(spot, before);
    this.glides = isForward || isBack;
    this.armed = null;
    this.promotion = null;
    this.#spot = spot;
    if (isForward) this.forward += 1;
  }

  /** Returns `true` if one half-move directly follows another. A variation may repeat the one that it is attached to. */
  #follows(one: Spot, other: Spot): boolean {
    const before = tree.previous(this.tree, other);
    if (!before || before.ply !== one.ply) return false;
    const [boards, same] = [tree.boardsAt(this.tree, one), tree.boardsAt(this.tree, before)];
    return boards.a.bfen === same.a.bfen && boards.b.bfen === same.b.bfen;
  }

  /** Performs the action of a key or a button. Returns `false` if it isn't one for a game. */
  perform(action: Action): boolean {
    const { tree: lines, spot } = this;
    switch (action.do) {
      case 'next':
        return (this.go(tree.next(lines, spot)), true);
      case 'previous':
        return (this.go(tree.previous(lines, spot)), true);
      case 'first':
        return (this.go({ line: '', ply: 0 }), true);
      case 'last':
        return (this.go(tree.lineEnd(lines, spot)), true);
      case 'next-alternative':
        return (this.go(tree.alternative(lines, spot, 1)), true);
      case 'previous-alternative':
        return (this.go(tree.alternative(lines, spot, -1)), true);
      case 'next-on-board':
        return (this.go(tree.nextOnBoard(lines, spot, this.focus)), true);
      case 'previous-on-board':
        return (this.go(tree.previousOnBoard(lines, spot, this.focus)), true);
      case 'next-capture':
        return (this.go(tree.nextCapture(lines, spot)), true);
      case 'previous-capture':
        return (this.go(tree.previousCapture(lines, spot)), true);
      case 'play':
        return (this.togglePlaying(), true);
      case 'flip':
        return (this.turn(!this.flip, this.swap), true);
      case 'swap':
        return (this.turn(this.flip, !this.swap), true);
      case 'other-board':
        return (this.focusOn(otherBoard(this.focus)), true);
      case 'undo':
        return (this.undo(), true);
      case 'redo':
        return (this.redo(), true);
      case 'arm':
        return (this.arm(this.focus, action.letter), true);
      case 'aim':
        this.cursor = moveCursor(this.cursor, action.by, bottomColor(this.focus, this.flip));
        return true;
      case 'drop':
        return (this.clickSquare(this.focus, this.cursor), true);
      case 'cancel':
        this.armed = null;
        this.message = null;
        if (this.promotion) this.promote(null);
        return true;
      default:
        return false;
    }
  }

  /** Turns boards, and remembers it. */
  turn(flip: boolean, swap: boolean, player = ''): void {
    this.flip = flip;
    this.swap = swap;
    if (!this.#remembers) return;
    prefs.flip = flip;
    prefs.swap = swap;
    prefs.viewAs = player;
  }

  /** Shows the game from a player's side: their board on the left, their pieces at the bottom. */
  viewAs(seat: Seat): void {
    const { flip, swap } = viewAs(seat);
    this.turn(flip, swap, playerName(this.game, seat));
    this.focusOn(boardOf(seat));
  }

  focusOn(board: BoardName): void {
    if (this.focus !== board) this.armed = null;
    this.focus = board;
  }

  togglePlaying(): void {
    if (this.#playing) {
      this.pause();
      return;
    }
    // At the end of a line, it starts over.
    if (!tree.next(this.tree, this.#spot)) this.go({ line: '', ply: 0 });
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

  /** Selects a piece of a reserve for a drop, or deselects it. */
  arm(board: BoardName, letter: PieceLetter): void {
    this.pause();
    this.focusOn(board);
    if (this.armed?.board === board && this.armed.letter === letter) {
      this.armed = null;
      return;
    }
    const squares = dropSquares(this.legal?.[board] ?? null, letter);
    if (squares.length === 0) {
      this.armed = null;
      this.message = {
        kind: 'rejected',
        text: `You can’t drop a ${pieceName(letter)} on board ${board.toUpperCase()} now.`,
        excerpt: null,
      };
      return;
    }
    this.message = null;
    this.armed = { board, letter };
    if (!squares.includes(this.cursor)) this.cursor = squares[0]!;
  }

  /** Drops the selected piece on a square. */
  clickSquare(board: BoardName, square: Square): void {
    const { armed } = this;
    if (armed?.board === board) this.drop(board, armed.letter, square);
    else this.focusOn(board);
  }

  drop(board: BoardName, letter: PieceLetter, square: Square): void {
    this.focusOn(board);
    this.armed = null;
    if (dropSquares(this.legal?.[board] ?? null, letter).includes(square))
      void this.play(board, dropUci(letter, square));
    else this.redraw += 1;
  }

  /** A piece was moved on a board. */
  move(board: BoardName, from: Square, to: Square): void {
    this.focusOn(board);
    if (needsPromotion(this.legal?.[board] ?? null, from, to)) this.promotion = { board, from, to };
    else void this.play(board, from + to);
  }

  /** The piece to promote to was chosen, or none. */
  promote(uci: string | null): void {
    const { promotion } = this;
    this.promotion = null;
    if (promotion && uci) void this.play(promotion.board, promotion.from + promotion.to + uci);
    else this.redraw += 1;
  }

  play(board: BoardName, uci: string): Promise<boolean> {
    const { line, ply } = this.#spot;
    return this.edit({ kind: 'play', line, ply, board, uci });
  }

  /** Draws on a board. After a while it becomes a comment. */
  draw(board: BoardName, drawings: readonly Drawing[]): void {
    this.pause();
    const others = this.drawings.filter((drawing) => drawing.board !== board);
    const spot = this.#spot;
    // Drawings at another half-move are saved first.
    if (this.#drawn && !tree.sameSpot(this.#drawn.spot, spot)) void this.keepDrawn();
    this.#drawn = { spot, drawings: [...others, ...drawings] };
    clearTimeout(this.#drawing);
    this.#drawing = setTimeout(() => void this.keepDrawn(), DRAWING);
  }

  /** Erases all arrows and circles of the half-move. */
  erase(): void {
    this.draw('a', []);
    this.draw('b', []);
  }

  /** Writes the drawings into a comment. */
  async keepDrawn(): Promise<void> {
    const drawn = this.#drawn;
    if (!drawn) return;
    clearTimeout(this.#drawing);
    if (this.busy) {
      this.#drawing = setTimeout(() => void this.keepDrawn(), DRAWING);
      return;
    }
    const at = tree.halfMoveAt(this.tree, drawn.spot);
    for (const { index, text } of changesFor(at?.comments ?? this.game.main.before, drawn.drawings)) {
      if (!(await this.#change({ kind: 'comment', ...drawn.spot, index, text }, false))) break;
    }
    if (this.#drawn === drawn) this.#drawn = null;
  }

  /** Edits the game. The server does it, and returns the new current move. */
  async edit(edit: Edit): Promise<boolean> {
    if (this.busy) return false;
    await this.keepDrawn();
    return this.#change(edit, true);
  }

  async #change(edit: Edit, goes: boolean): Promise<boolean> {
    if (this.busy) return false;
    this.pause();
    this.busy = true;
    this.message = null;
    try {
      const from = this.#spot;
      const edited = await editText(this.game.text, edit);
      const spot = { line: edited.line, ply: edited.ply };
      if (edited.changed) {
        this.#history = versions.add(this.#history, { game: edited.game, spot, from });
      }
      if (goes) this.go(spot);
      // BPGN has no place for a move on the other board before the first half-move.
      if (edit.kind === 'play' && edited.changed && edited.ply > edit.ply + 1) {
        this.notify(`The move was added after half-move ${edited.ply - 1}: BPGN can’t store it earlier.`);
      }
      return true;
    } catch (error) {
      this.reject(error);
      return false;
    } finally {
      this.busy = false;
      this.redraw += 1;
    }
  }

  undo(): void {
    // Undo only the last drawing.
    if (this.#drawn) {
      this.#drawn = null;
      this.redraw += 1;
      return;
    }
    this.#revise(versions.undo(this.#history));
  }

  redo(): void {
    this.#revise(versions.redo(this.#history));
  }

  #revise(step: ReturnType<typeof versions.undo>): void {
    if (!step || this.busy) return;
    this.pause();
    this.#drawn = null;
    this.#history = step.history;
    this.go(step.spot);
  }

  /** Saves the game to its file, unless the file has changed there. */
  async writeBack(source: NonNullable<Game['source']>): Promise<Saved> {
    const { text } = this.game;
    const saved = await replaceGame(source.file, source.game, text, this.#inFile);
    this.#inFile = text;
    return saved;
  }

  /** Saves the game to a new file, which becomes its file. */
  async saveNew(name: string, overwrite: boolean): Promise<Saved> {
    const { text } = this.game;
    const saved = await saveText(text, name, overwrite);
    this.source = { file: saved.key, name: saved.name, game: 1, line: 1 };
    this.archived = false;
    this.#inFile = text;
    return saved;
  }

  markSaved(): void {
    this.#history = versions.markSaved(this.#history);
    this.fromDraft = false;
  }

  notify(text: string): void {
    this.message = { kind: 'done', text, excerpt: null };
  }

  reject(error: unknown): void {
    const rejection: Partial<Rejection> = error instanceof ApiError ? error.rejection : { message: String(error) };
    this.message = { kind: 'rejected', text: rejection.message ?? '', excerpt: rejection.excerpt ?? null };
  }
}
