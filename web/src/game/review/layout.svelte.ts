// How the boards are turned.
import type { Game, Seat } from '../../api/schema';
import { prefs } from '../../prefs.svelte';
import { viewAs } from '../../state/layout';
import { playerName, seatOfPlayer } from '../../state/players';

interface Turned {
  flip: boolean;
  swap: boolean;
}

/** How the boards of a game are turned at first. */
export interface Turning {
  /** Whether the address says how boards are turned. */
  turned?: boolean;
  /** Whether choices are remembered; not in an embedded game. */
  remembers?: boolean;
}

export class Layout {
  #flip = $state(false);
  #swap = $state(false);
  /** Whether choices are remembered. */
  readonly #remembers: boolean;

  /** Turns the boards as the address says, or else as they were turned last. */
  constructor(game: Game, address: Turned, { turned = true, remembers = false }: Turning) {
    this.#remembers = remembers;
    const seat = turned || !remembers ? null : seatOfPlayer(game, prefs.viewAs);
    const { flip, swap } = seat ? viewAs(seat) : turned || !remembers ? address : prefs;
    this.#flip = flip;
    this.#swap = swap;
  }

  get flip(): boolean {
    return this.#flip;
  }

  get swap(): boolean {
    return this.#swap;
  }

  /** Turns boards, and remembers it. */
  turn(flip: boolean, swap: boolean): void {
    this.#turn({ flip, swap }, '');
  }

  /** Shows the game from a player's side: their board on the left, their pieces at the bottom. */
  viewAs(game: Game, seat: Seat): void {
    this.#turn(viewAs(seat), playerName(game, seat));
  }

  #turn({ flip, swap }: Turned, player: string): void {
    this.#flip = flip;
    this.#swap = swap;
    if (!this.#remembers) return;
    prefs.flip = flip;
    prefs.swap = swap;
    prefs.viewAs = player;
  }
}
