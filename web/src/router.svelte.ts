// The address bar: where we are, and how to go elsewhere without loading the page again.
import { here as place, href, IS_STATIC } from './here';
import { readAddress, type Route } from './state/address';

let route = $state.raw<Route>(read());
let leaving: (() => boolean) | null = null;
/** The address that the page shows, which the browser's may have left already. */
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

/** Returns the address of the page that a link leads to; null if it leads elsewhere. */
function addressOf(link: HTMLAnchorElement): string | null {
  if (!IS_STATIC) return link.pathname + link.search + link.hash;
  return link.pathname === location.pathname && link.hash.startsWith('#/') ? link.hash.slice(1) : null;
}

addEventListener('popstate', () => {
  if (leaving && !leaving()) {
    // Back was pressed, and the person stays: the address has to come back.
    history.pushState(null, '', href(here));
    return;
  }
  arrive();
});

export const router = {
  get route(): Route {
    return route;
  },

  /** Goes to an address of this page. */
  go(address: string): void {
    if (leaving && !leaving()) return;
    history.pushState(null, '', href(address));
    arrive();
    scrollTo(0, 0);
  },

  /** Names the present place in the address bar, without going anywhere. */
  name(address: string): void {
    history.replaceState(history.state, '', href(address));
    here = address;
  },

  /** Asks before the present place is left; `null` asks no more. */
  guard(ask: (() => boolean) | null): void {
    leaving = ask;
  },

  /** For links: follows one inside the page, if it is a plain click. */
  follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest('a');
    if (!link || link.target || link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
    if (link.hasAttribute('download')) return;
    const to = addressOf(link);
    if (to === null) return;
    // In a page of somebody else a game is opened beside it.
    if ('embed' in route && route.embed) {
      event.preventDefault();
      open(link.href, '_blank', 'noopener');
      return;
    }
    event.preventDefault();
    router.go(to);
  },
};
