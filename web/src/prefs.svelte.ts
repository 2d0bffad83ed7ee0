// Small choices that outlast a visit.
import type { YearsMode } from './archive/curves';
import { NO_FILTERS, type Filters, type ReservesAsked, type What } from './archive/explore';
import type { GraphMode } from './state/graph';
import type { Speed } from './state/playback';

export interface Prefs {
  speed: Speed;
  skipSits: boolean;
  graph: GraphMode;
  values: 'chess' | 'bughouse';
  explorer: { what: What; reserves: ReservesAsked; years: YearsMode; filters: Filters };
}

const DEFAULTS: Prefs = {
  speed: 1,
  skipSits: false,
  graph: 'clocks',
  values: 'chess',
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
    const text = JSON.stringify(prefs);
    try {
      localStorage.setItem('prefs', text);
    } catch {
      // No storage: it lasts until the page is left.
    }
  });
});
