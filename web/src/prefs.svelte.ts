// Small choices that outlast a visit.
import type { GraphMode } from './state/graph';
import type { Speed } from './state/playback';

export interface Prefs {
  speed: Speed;
  skipSits: boolean;
  graph: GraphMode;
  values: 'chess' | 'bughouse';
}

const DEFAULTS: Prefs = { speed: 1, skipSits: false, graph: 'clocks', values: 'chess' };

function load(): Prefs {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem('prefs') ?? '{}') as Partial<Prefs>) };
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
