// Choices that the browser keeps.
import type { YearsMode } from './archive/curves';
import { NO_FILTERS, type Filters, type ReservesMatch, type What } from './archive/explore';
import type { GraphMode } from './state/graph';
import type { Speed } from './state/playback';

export const BOARD_THEMES = ['wood', 'green', 'blue', 'gray'] as const;
export type BoardTheme = (typeof BOARD_THEMES)[number];
export const PIECE_THEMES = ['cburnett', 'flat'] as const;
export type PieceTheme = (typeof PIECE_THEMES)[number];

export interface Prefs {
  speed: Speed;
  skipSits: boolean;
  sound: boolean;
  /** How boards are turned, unless an address says how. */
  flip: boolean;
  swap: boolean;
  /** The player from whose side games are shown; empty for none. */
  viewAs: string;
  board: BoardTheme;
  pieces: PieceTheme;
  /** Whether moves show lag and thinking time. */
  lag: boolean;
  graph: GraphMode;
  values: 'chess' | 'bughouse';
  /** Whether the solver analyzes the boards. */
  analysis: boolean;
  explorer: { what: What; reserves: ReservesMatch; years: YearsMode; filters: Filters };
}

const DEFAULTS: Prefs = {
  speed: 1,
  skipSits: false,
  sound: false,
  flip: false,
  swap: false,
  viewAs: '',
  board: 'wood',
  pieces: 'cburnett',
  lag: false,
  graph: 'clocks',
  values: 'chess',
  analysis: true,
  explorer: { what: 'a', reserves: 'any', years: 'share', filters: NO_FILTERS },
};

function load(): Prefs {
  try {
    const kept = JSON.parse(localStorage.getItem('prefs') ?? '{}') as Partial<Prefs>;
    const explorer = { ...DEFAULTS.explorer, ...kept.explorer };
    return { ...DEFAULTS, ...kept, explorer: { ...explorer, filters: { ...NO_FILTERS, ...explorer.filters } } };
  } catch {
    return DEFAULTS;
  }
}

export const prefs: Prefs = $state(load());

$effect.root(() => {
  $effect(() => {
    document.documentElement.dataset.board = prefs.board;
    document.documentElement.dataset.pieces = prefs.pieces;
  });
  $effect(() => {
    const text = JSON.stringify(prefs);
    try {
      localStorage.setItem('prefs', text);
    } catch {
      // No storage: choices last until the tab is closed.
    }
  });
});
