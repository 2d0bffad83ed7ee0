// Where the page is: on a server that answers, or in a folder of files.
import { BY_HASH, BY_PATH, type Place } from './state/addressing';

/** Whether there is no server: answers are found in the browser. */
export const IS_STATIC = import.meta.env.MODE === 'static';

const addressing = IS_STATIC ? BY_HASH : BY_PATH;

/** Reads the address of the page that the browser shows. */
export function here(): Place {
  return addressing.read(location);
}

/** Writes an address of the page as a link has it. */
export const href = addressing.href;

/** Writes an address of the page as somebody else needs it. */
export function absolute(address: string): string {
  return new URL(href(address), location.href).href;
}

/** Where files beside the page are. */
export const FILES = import.meta.env.BASE_URL;
