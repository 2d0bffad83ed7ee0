// How an address of the page stands in the browser's: as its path with a server, after the # without one.

/** An address of the page in its parts. */
export interface Place {
  path: string;
  query: string;
  /** What stands after a # of the address itself: `#search`. */
  anchor: string;
}

export interface Addressing {
  /** Reads where the browser is. */
  read(location: { pathname: string; search: string; hash: string }): Place;
  /** Writes an address as a link has it. */
  href(address: string): string;
}

export const BY_PATH: Addressing = {
  read: ({ pathname, search, hash }) => ({ path: pathname, query: search, anchor: hash }),
  href: (address) => address,
};

export const BY_HASH: Addressing = {
  read({ hash }) {
    const [, path = '', query = '', anchor = ''] = /^#?([^?#]*)(\?[^#]*)?(#.*)?$/.exec(hash) ?? [];
    return { path: path.startsWith('/') ? path : '/' + path, query, anchor };
  },
  href: (address) => '#' + address,
};
