// Requests for files that were chosen, dropped or pasted.
import type { Opened } from '../api/schema';
import { gameAddress } from '../state/address';
import { NO_SEARCH, searchAddress } from '../lib/search';

/** One request: a file with its name. */
export interface Upload {
  name: string;
  body: Blob;
}

/** Returns `true` if a text begins like JSON. A BPGN comment begins with a brace, too, but not with a quote after it. */
export function looksLikeJson(start: string): boolean {
  return /^\uFEFF?\s*\{\s*"/.test(start);
}

/** Makes the requests. The two boards of a chess.com game are two JSON files, which must be in one request. */
export async function toUploads(files: readonly File[]): Promise<Upload[]> {
  const json: File[] = [];
  const uploads: Upload[] = [];
  for (const file of files) {
    const start = await file.slice(0, 256).text();
    if (file.name.toLowerCase().endsWith('.json') || looksLikeJson(start)) json.push(file);
    else uploads.push({ name: file.name, body: file });
  }
  if (json.length > 0) {
    const parts = json.flatMap((file) => [file, '\n']);
    uploads.push({ name: json.map((file) => file.name).join(' + '), body: new Blob(parts) });
  }
  return uploads;
}

/** Returns the message for a file that is too large. */
export function tooLarge(upload: Upload, most: number): string | null {
  if (upload.body.size <= most) return null;
  const size = megabytes(upload.body.size);
  return `${upload.name} is too large (${size}, at most ${megabytes(most)}). Open it with: bughouse serve ${shellName(upload.name)}`;
}

/** Returns the address to show after opening: the only game, or the list of games. */
export function whereTo(opened: Opened): string {
  if (opened.games === 1) return gameAddress(opened.key, 1);
  return searchAddress({ ...NO_SEARCH, file: opened.key });
}

function megabytes(bytes: number): string {
  const amount = bytes / 1_000_000;
  return `${amount.toLocaleString('en', { maximumFractionDigits: amount < 10 ? 2 : 0 })} MB`;
}

/** Quotes a name for a shell. */
function shellName(name: string): string {
  return /^[\w.+-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}
