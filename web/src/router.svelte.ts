// The address bar: reads it, and goes elsewhere without a reload.
import { here as place, href, IS_STATIC } from './here';
import { readAddress, type Route } from './state/address';

let route = $state.raw<Route>(read());
let leaving: (() => boolean) | null = null;
/** The address of what is shown. The browser's address may already be another one. */
let here = address();

function arrive(): void {
  here = address();
  route = read();
}

function address(): string {
  const { path, query } = place();
  return path + query;
}

function read(): Route {
  const { path, query } = place();
  return readAddress(path, query);
}

/** Returns the address that a link leads to; null if it leads to another site. */
function addressOf(link: HTMLAnchorElement): string | null {
  if (!IS_STATIC) return link.pathname + link.search + link.hash;
  return link.pathname === location.pathname && link.hash.startsWith('#/') ? link.hash.slice(1) : null;
}

addEventListener('popstate', () => {
  if (leaving && !leaving()) {
    // Back was pressed, but the user stays: restores the address.
    history.pushState(null, '', href(here));
    return;
  }
  arrive();
});

export const router = {
  get route(): Route {
    return route;
  },

  /** Goes to an address. */
  go(address: string): void {
    if (leaving && !leaving()) return;
    history.pushState(null, '', href(address));
    arrive();
    scrollTo(0, 0);
  },

  /** Changes the address bar, without going anywhere. */
  name(address: string): void {
    history.replaceState(history.state, '', href(address));
    here = address;
  },

  /** Confirms before leaving; `null` removes the confirmation. */
  guard(ask: (() => boolean) | null): void {
    leaving = ask;
  },

  /** Follows a link without a reload, if it is a plain click. */
  follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest('a');
    if (!link || link.target || link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
    if (link.hasAttribute('download')) return;
    const to = addressOf(link);
    if (to === null) return;
    // An embedded game opens links in a new tab.
    if ('embed' in route && route.embed) {
      event.preventDefault();
      open(link.href, '_blank', 'noopener');
      return;
    }
    event.preventDefault();
    router.go(to);
  },
};
