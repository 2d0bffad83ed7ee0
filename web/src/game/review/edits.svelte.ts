// Edits of a game: the server makes them. Undo, unsaved changes, and saving.
import { editText, replaceGame, replayText, saveText } from '../../api/client';
import type { BoardName, Edit, Game, Saved } from '../../api/schema';
import type { Spot } from '../../state/address';
import { draftName, type Draft } from '../../state/drafts';
import * as versions from '../../state/history';
import type { Messages } from './messages.svelte';
import { Pen, type Writer } from './pen.svelte';
import type { Walk } from './walk.svelte';

/** Where a game is from. */
export interface Origin {
  /** Whether it is from the archive, which is read-only. */
  archived?: boolean;
  /** The packed game of a link; null if it is from elsewhere. */
  carried?: string | null;
  /** Unsaved changes to another version of the game. */
  otherDraft?: Draft | null;
}

export class Edits implements Writer {
  /** Drawings become comments. */
  readonly pen: Pen;
  /** The packed game of a link; null if it is from elsewhere. */
  readonly carried: string | null;
  readonly #walk: Walk;
  readonly #messages: Messages;
  /** The game before any edit. */
  readonly #opened: Game;
  /** The text in its file. */
  #inFile: string;
  #source: Game['source'] = $state.raw(null);
  #archived = $state(false);
  #history: versions.History = $state.raw() as versions.History;
  #fromDraft = $state(false);
  #otherDraft: Draft | null = $state.raw(null);
  #draftIsKept = $state(false);
  #busy = $state(false);

  readonly game = $derived(this.#history.versions[this.#history.at]!.game);
  readonly canUndo = $derived(this.#history.at > 0);
  readonly canRedo = $derived(this.#history.at + 1 < this.#history.versions.length);
  readonly unsaved = $derived.by(() => versions.isUnsaved(this.#history) || this.pen.draws);

  constructor(game: Game, walk: Walk, messages: Messages, origin: Origin) {
    this.#walk = walk;
    this.#messages = messages;
    this.pen = new Pen(walk, this);
    this.#opened = game;
    this.#inFile = game.text;
    this.#source = game.source;
    this.#archived = origin.archived ?? false;
    this.carried = origin.carried ?? null;
    this.#otherDraft = origin.otherDraft ?? null;
    this.#history = versions.begin(game, walk.spot);
  }

  /** Where the game is from. Edited games lose this, so it is kept separately. */
  get source(): Game['source'] {
    return this.#source;
  }

  /** Whether that is the archive, which is read-only. */
  get archived(): boolean {
    return this.#archived;
  }

  /** Whether the server is editing the game. */
  get busy(): boolean {
    return this.#busy;
  }

  /** The text in its file. */
  get original(): string {
    return this.#inFile;
  }

  /** The name that a draft of it is kept under. */
  get draftName(): string {
    return draftName(this.#source, this.#archived, this.#opened.start, this.carried);
  }

  /** Whether unsaved changes were restored. */
  get fromDraft(): boolean {
    return this.#fromDraft;
  }

  /** Unsaved changes to another version, which wait for a decision. */
  get otherDraft(): Draft | null {
    return this.#otherDraft;
  }

  /** Whether the browser keeps the unsaved changes. */
  get draftIsKept(): boolean {
    return this.#draftIsKept;
  }

  /** Says whether the browser keeps the unsaved changes. */
  markKept(isKept: boolean): void {
    this.#draftIsKept = isKept;
  }

  /** Restores unsaved changes. */
  restore(game: Game, spot: Spot): void {
    const from = this.#walk.spot;
    this.#history = versions.add(this.#history, { game, spot, from });
    this.#walk.settle(spot);
    this.#fromDraft = true;
  }

  /** Shows the changes to another version of the game. */
  async takeOther(): Promise<void> {
    const draft = this.#otherDraft;
    if (!draft) return;
    try {
      this.restore(await replayText(draft.text), draft.spot);
      // Saving may only replace the version that the draft is based on.
      this.#inFile = draft.original;
      this.#otherDraft = null;
    } catch (error) {
      this.#messages.reject(error);
    }
  }

  dropOther(): void {
    this.#otherDraft = null;
  }

  /** Discards all changes. */
  discard(): void {
    this.#walk.pause();
    this.pen.drop();
    this.#history = versions.begin(this.#opened, this.#walk.spot);
    this.#fromDraft = false;
    this.#walk.settle();
  }

  /** Plays a move after the current one. */
  play(board: BoardName, uci: string): Promise<boolean> {
    return this.edit({ kind: 'play', ...this.#walk.spot, board, uci });
  }

  /** Edits the game. The server does it, and returns the new current move. Returns `false` if the edit is rejected. */
  async edit(edit: Edit): Promise<boolean> {
    if (this.#busy) return false;
    await this.pen.keep();
    return this.#change(edit, true);
  }

  /** Sets a comment, and stays at the current move. */
  comment(spot: Spot, index: number | null, text: string): Promise<boolean> {
    return this.#change({ kind: 'comment', ...spot, index, text }, false);
  }

  async #change(edit: Edit, goes: boolean): Promise<boolean> {
    if (this.#busy) return false;
    this.#walk.pause();
    this.#busy = true;
    this.#messages.close();
    try {
      const from = this.#walk.spot;
      const edited = await editText(this.game.text, edit);
      const spot = { line: edited.line, ply: edited.ply };
      if (edited.changed) {
        this.#history = versions.add(this.#history, { game: edited.game, spot, from });
      }
      if (goes) this.#walk.go(spot);
      // BPGN has no place for a move on the other board before the first half-move.
      if (edit.kind === 'play' && edited.changed && edited.ply > edit.ply + 1) {
        this.#messages.notify(`The move was added after half-move ${edited.ply - 1}: BPGN can’t store it earlier.`);
      }
      return true;
    } catch (error) {
      this.#messages.reject(error);
      return false;
    } finally {
      this.#busy = false;
      this.#walk.redrawBoards();
    }
  }

  undo(): void {
    // Undo only the last drawing.
    if (this.pen.draws) {
      this.pen.drop();
      this.#walk.redrawBoards();
      return;
    }
    this.#revise(versions.undo(this.#history));
  }

  redo(): void {
    this.#revise(versions.redo(this.#history));
  }

  #revise(step: ReturnType<typeof versions.undo>): void {
    if (!step || this.#busy) return;
    this.#walk.pause();
    this.pen.drop();
    this.#history = step.history;
    this.#walk.go(step.spot);
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
    this.#source = { file: saved.key, name: saved.name, game: 1, line: 1 };
    this.#archived = false;
    this.#inFile = text;
    return saved;
  }

  markSaved(): void {
    this.#history = versions.markSaved(this.#history);
    this.#fromDraft = false;
  }
}
