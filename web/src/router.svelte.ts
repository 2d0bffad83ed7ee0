// The address bar: where we are, and how to go elsewhere without loading the page again.
import { readAddress, type Route } from './state/address';

let route = $state.raw<Route>(read());
let leaving: (() => boolean) | null = null;
/** The address that the page shows, which the browser's may have left already. */
let here = location.pathname + location.search;

function arrive(): void {
  here = location.pathname + location.search;
  route = read();
}

function read(): Route {
  return readAddress(location.pathname, location.search);
}

addEventListener('popstate', () => {
  if (leaving && !leaving()) {
    // Back was pressed, and the person stays: the address has to come back.
    history.pushState(null, '', here);
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
    history.pushState(null, '', address);
    arrive();
    scrollTo(0, 0);
  },

  /** Names the present place in the address bar, without going anywhere. */
  name(address: string): void {
    history.replaceState(history.state, '', address);
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
    // In a page of somebody else a game is opened beside it.
    if ('embed' in route && route.embed) {
      event.preventDefault();
      open(link.href, '_blank', 'noopener');
      return;
    }
    event.preventDefault();
    router.go(link.pathname + link.search + link.hash);
  },
};
