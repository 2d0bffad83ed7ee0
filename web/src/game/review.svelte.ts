// A game under review: where we stand, how it plays, and what was changed. The rules of all this are in state/.
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
import { boardOf, otherBoard } from '../state/seats';
import * as tree from '../state/tree';

/** A move that waits for the piece to promote to. */
export interface Promotion {
  board: BoardName;
  from: Square;
  to: Square;
}

/** What was drawn at a half-move and is not in the record yet. */
interface Drawn {
  spot: Spot;
  drawings: readonly Drawing[];
}

/** So long a hand may draw on before it becomes an edit, in milliseconds. */
const DRAWING = 300;

export interface Message {
  kind: 'done' | 'rejected';
  text: string;
  excerpt: string | null;
}

/** How a game is opened. */
export interface Opening {
  /** Whether it is from the archive, where nothing is written. */
  archived?: boolean;
  /** The record as an address carries it; null if it is from elsewhere. */
  carried?: string | null;
  /** Whether the address says how boards are turned. */
  turned?: boolean;
  /** Whether choices outlast the visit; not in a page of somebody else. */
  remembers?: boolean;
  /** What was changed here before and not saved, played. */
  draft?: { game: Game; spot: Spot } | null;
  /** The same of another version of the record. */
  otherDraft?: Draft | null;
}

export class Review {
  /** Where the record is from. An edit makes it a text of its own, so this is kept apart. */
  source = $state.raw<Game['source']>(null);
  /** Whether that is the archive, where nothing is written. */
  archived = $state(false);
  /** The record as it was opened. */
  readonly #opened: Game;
  /** The text that is in the file it is from. */
  #inFile: string;
  /** Whether choices outlast the visit; not in a page of somebody else. */
  readonly #remembers: boolean;
  /** Changes of before that came back. */
  fromDraft = $state(false);
  /** Changes of before to another version, which nobody has looked at yet. */
  otherDraft: Draft | null = $state.raw(null);
  /** Whether the browser keeps what was changed. */
  draftIsKept = $state(false);

  #history: versions.History = $state.raw() as versions.History;
  #spot: Spot = $state.raw() as Spot;
  /** How long ago the half-move was, in playback. */
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
  /** What the solver says of the boards that are shown. */
  analysis: Analysis | null = $state.raw(null);
  /** What the built-in search says of them. */
  evaluated: Evaluated | null = $state.raw(null);
  /** What the engine says of them that the server has, if it is asked. */
  engine: Evaluated | null = $state.raw(null);
  /** Why it says nothing. */
  engineError: string | null = $state(null);
  usesEngine = $state(false);
  /** What it says of the main line. */
  mistakes: GameMistakes | null = $state.raw(null);
  /** Arrows for what the pointer is at. */
  hints: readonly Drawing[] = $state.raw([]);
  promotion: Promotion | null = $state.raw(null);
  message: Message | null = $state.raw(null);
  busy = $state(false);
  /** Grows when boards must be drawn again although the position is the same. */
  redraw = $state(0);
  /** Whether the last step was a single one, so that pieces may glide. */
  glides = $state(false);
  /** Grows with each step forward by one half-move. */
  forward = $state(0);

  readonly game = $derived(this.#history.versions[this.#history.at]!.game);
  readonly tree = $derived(tree.treeOf(this.game));
  readonly boards = $derived(tree.boardsAt(this.tree, this.#spot));
  readonly halfMove = $derived(tree.halfMoveAt(this.tree, this.#spot));
  readonly time = $derived(timeOf(this.tree, { spot: this.#spot, into: this.#into }, prefs.skipSits));
  readonly clocks = $derived(clocksAt(this.tree, this.#spot, this.time));
  /** How things stood after the half-move, however long ago it was. */
  readonly #stood = $derived(this.halfMove ? snapshotAfter(this.halfMove) : snapshotAtStart(this.game));
  readonly standingClocks = $derived(this.#stood.clocks);
  /** Both boards as an address has them, with the clocks as they were after the half-move. */
  readonly standing = $derived(textsOf(this.#stood));
  readonly diagonals = $derived(
    this.game.clock_kind === 'countdown' ? { white: null, black: null } : diagonalsOf(this.clocks),
  );
  /** What is said about the half-move, or before the first. */
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

  /** What a draft of it is kept under. */
  get draftName(): string {
    return draftName(this.source, this.archived, this.#opened.start, this.#carried);
  }

  /** The record as it is in its file. */
  get original(): string {
    return this.#inFile;
  }

  #takeDraft({ game, spot }: { game: Game; spot: Spot }): void {
    const there = tree.settle(tree.treeOf(game), spot);
    this.#history = versions.add(this.#history, { game, spot: there, from: this.#spot });
    this.#spot = there;
    this.fromDraft = true;
  }

  /** Shows the changes to another version of the record. */
  async takeOther(): Promise<void> {
    const draft = this.otherDraft;
    if (!draft) return;
    try {
      this.#takeDraft({ game: await replayText(draft.text), spot: draft.spot });
      // It is written back only over the version it was made of.
      this.#inFile = draft.original;
      this.otherDraft = null;
    } catch (error) {
      this.reject(error);
    }
  }

  dropOther(): void {
    this.otherDraft = null;
  }

  /** Goes back to the record as it was opened. */
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

  /** Whether something is drawn that is not in the record yet. */
  get drawing(): boolean {
    return this.#drawn !== null;
  }

  get playing(): boolean {
    return this.#playing;
  }

  get view(): View {
    return { ...this.#spot, flip: this.flip, swap: this.swap };
  }

  /** The address of the game it is from, as it is looked at; null if it is from none. */
  address(embed = false): string | null {
    if (this.#carried !== null) return textAddress(this.#carried, this.view, embed);
    if (!this.source) return null;
    const { file, game } = this.source;
    return this.archived ? archivedAddress(game, this.view, embed) : gameAddress(file, game, this.view, embed);
  }

  /** The address under which what was changed is found again: a position is kept under the one it began with. */
  draftAddress(embed = false): string {
    const { a, b } = textsOf(snapshotAtStart(this.game));
    return this.address(embed) ?? positionAddress(a, b, this.view, embed);
  }

  /** Goes to a half-move. */
  go(to: Spot | null): void {
    if (!to) return;
    const spot = tree.settle(this.tree, to);
    this.#into = 0;
    this.#snapshot(spot);
  }

  #snapshot(spot: Spot): void {
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

  /** Whether a half-move is one step after another; in a variation that one may stand again. */
  #follows(one: Spot, other: Spot): boolean {
    const before = tree.previous(this.tree, other);
    if (!before || before.ply !== one.ply) return false;
    const [boards, same] = [tree.boardsAt(this.tree, one), tree.boardsAt(this.tree, before)];
    return boards.a.bfen === same.a.bfen && boards.b.bfen === same.b.bfen;
  }

  /** Does what a key or a button asks for. Returns whether it was something for a game. */
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

  /** Looks as a player does: the own board on the left, the own pieces below. */
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
    // At the end of a line it begins again.
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
    // A page in the background gets no frames; what it missed is not caught up with.
    const passed = Math.min(Math.max(now - this.#then, 0), 250) * prefs.speed;
    this.#then = now;
    const moment = advance(this.tree, { spot: this.#spot, into: this.#into }, passed, prefs.skipSits);
    this.#snapshot(moment.spot);
    this.#into = moment.into;
    if (moment.ended) this.pause();
    else this.#frame = requestAnimationFrame(this.#tick);
  };

  /** Takes a piece of a reserve in hand, or lets go of it. */
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
        text: `No ${letter} can be dropped on board ${board.toUpperCase()} now.`,
        excerpt: null,
      };
      return;
    }
    this.message = null;
    this.armed = { board, letter };
    if (!squares.includes(this.cursor)) this.cursor = squares[0]!;
  }

  /** A square was chosen: drops what is armed. */
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

  /** Draws on a board; after a while it is kept in the record. */
  draw(board: BoardName, drawings: readonly Drawing[]): void {
    this.pause();
    const others = this.drawings.filter((drawing) => drawing.board !== board);
    const spot = this.#spot;
    // What was drawn elsewhere goes first.
    if (this.#drawn && !tree.sameSpot(this.#drawn.spot, spot)) void this.keepDrawn();
    this.#drawn = { spot, drawings: [...others, ...drawings] };
    clearTimeout(this.#drawing);
    this.#drawing = setTimeout(() => void this.keepDrawn(), DRAWING);
  }

  /** Takes all arrows and circles of the half-move away. */
  erase(): void {
    this.draw('a', []);
    this.draw('b', []);
  }

  /** Puts what was drawn into the record. */
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

  /** Changes the record; the server does it, and says where to stand. */
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
      // Before the first half-move there is no place for a move on the other board.
      if (edit.kind === 'play' && edited.changed && edited.ply > edit.ply + 1) {
        this.tell(`A record has no place for this before half-move ${edited.ply - 1}: it stands after it.`);
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
    // What was drawn last is taken back alone.
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

  /** Writes the record back into its file, unless another one has taken its place there. */
  async writeBack(source: NonNullable<Game['source']>): Promise<Saved> {
    const { text } = this.game;
    const saved = await replaceGame(source.file, source.game, text, this.#inFile);
    this.#inFile = text;
    return saved;
  }

  /** Writes the record to a new file, and goes on with it there. */
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

  tell(text: string): void {
    this.message = { kind: 'done', text, excerpt: null };
  }

  reject(error: unknown): void {
    const rejection: Partial<Rejection> = error instanceof ApiError ? error.rejection : { message: String(error) };
    this.message = { kind: 'rejected', text: rejection.message ?? '', excerpt: rejection.excerpt ?? null };
  }
}
