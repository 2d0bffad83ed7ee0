// Where the browser's address has that of the web UI: in the path with a server, after the # on the static site.

/** The parts of an address. */
export interface Place {
  path: string;
  query: string;
  /** The part after a # of the address itself: `#search`. */
  anchor: string;
}

export interface Addressing {
  /** Reads where the browser is. */
  read(location: { pathname: string; search: string; hash: string }): Place;
  /** Writes an address for a link. */
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
