// A game under review. Its parts hold the state: the current move, edits, drawings, answers. The logic is in state/.
import type { Game, Seat } from '../api/schema';
import { archivedAddress, gameAddress, positionAddress, textAddress, type Spot, type View } from '../state/address';
import { snapshotAtStart, textsOf } from '../state/annotations';
import type { Action } from '../state/keys';
import { bottomColor } from '../state/layout';
import { boardOf, otherBoard } from '../state/seats';
import { settle, treeOf } from '../state/tree';
import { Aim } from './review/aim.svelte';
import { Answers } from './review/answers.svelte';
import { Edits, type Origin } from './review/edits.svelte';
import { Layout, type Turning } from './review/layout.svelte';
import { Messages } from './review/messages.svelte';
import type { Pen } from './review/pen.svelte';
import { Walk } from './review/walk.svelte';

/** How a game is opened. */
export interface Opening extends Origin, Turning {
  /** Unsaved changes, replayed. */
  draft?: { game: Game; spot: Spot } | null;
}

export class Review {
  readonly messages = new Messages();
  readonly answers = new Answers();
  readonly layout: Layout;
  readonly walk: Walk;
  readonly edits: Edits;
  readonly pen: Pen;
  readonly aim: Aim;

  constructor(game: Game, view: View, opening: Opening = {}) {
    this.layout = new Layout(game, view, opening);
    this.walk = new Walk(
      () => this.edits.game,
      settle(treeOf(game), view),
      () => this.aim.clear(),
    );
    this.edits = new Edits(game, this.walk, this.messages, opening);
    this.pen = this.edits.pen;
    if (opening.draft) this.edits.restore(opening.draft.game, opening.draft.spot);
    this.aim = new Aim(this.walk, this.edits, this.answers, this.messages);
  }

  /** The game with all edits. */
  get game(): Game {
    return this.edits.game;
  }

  get view(): View {
    const { flip, swap } = this.layout;
    return { ...this.walk.spot, flip, swap };
  }

  /** The address of the game at the current move; null if it has none. */
  address(embed = false): string | null {
    const { archived, carried, source } = this.edits;
    if (carried !== null) return textAddress(carried, this.view, embed);
    if (!source) return null;
    const { file, game } = source;
    return archived ? archivedAddress(game, this.view, embed) : gameAddress(file, game, this.view, embed);
  }

  /** The address at which unsaved changes are restored. For a position, it is the address at the start. */
  draftAddress(embed = false): string {
    const { a, b } = textsOf(snapshotAtStart(this.game));
    return this.address(embed) ?? positionAddress(a, b, this.view, embed);
  }

  /** Shows the game from a player's side, and selects their board. */
  viewAs(seat: Seat): void {
    this.layout.viewAs(this.game, seat);
    this.aim.focusOn(boardOf(seat));
  }

  /** Performs the action of a key or a button. Returns `false` if it isn't one for a game. */
  perform(action: Action): boolean {
    const { aim, edits, layout, walk } = this;
    switch (action.do) {
      case 'play':
        return (walk.togglePlaying(), true);
      case 'flip':
        return (layout.turn(!layout.flip, layout.swap), true);
      case 'swap':
        return (layout.turn(layout.flip, !layout.swap), true);
      case 'other-board':
        return (aim.focusOn(otherBoard(aim.focus)), true);
      case 'undo':
        return (edits.undo(), true);
      case 'redo':
        return (edits.redo(), true);
      case 'arm':
        return (aim.arm(aim.focus, action.letter), true);
      case 'aim':
        return (aim.moveCursor(action.by, bottomColor(aim.focus, layout.flip)), true);
      case 'drop':
        return (aim.clickSquare(aim.focus, aim.cursor), true);
      case 'cancel':
        this.messages.close();
        return (aim.cancel(), true);
      default:
        return walk.step(action.do, aim.focus);
    }
  }
}
