// Where the web UI runs: on `bughouse serve`, or as a static site.
import { BY_HASH, BY_PATH, type Place } from './state/addressing';

/** Whether it is the static site, which computes all answers in the browser. */
export const IS_STATIC = import.meta.env.MODE === 'static';

const addressing = IS_STATIC ? BY_HASH : BY_PATH;

/** Reads the current address. */
export function here(): Place {
  return addressing.read(location);
}

/** Writes an address for a link. */
export const href = addressing.href;

/** Writes a complete URL, for sharing. */
export function absolute(address: string): string {
  return new URL(href(address), location.href).href;
}

/** The folder of the icon and the other static files. */
export const FILES = import.meta.env.BASE_URL;
