// Texts that are not opened: they are listed beside the open ones, with the reason.
import type { File, Files } from '../api/schema';
import type { Unopened } from './messages';

/** Returns why a text was rejected; null if `error` is none of the library's, which have kind, start, end and message in lines. */
export function whyRejected(error: unknown): string | null {
  return typeof error === 'string' ? error.split('\n').slice(3).join('\n') : null;
}

function toFile({ key, name, bytes, why }: Unopened): File {
  const error = `Not opened: ${why}`;
  const unread = { bytes_read: 0, games: 0, notes: [], can_save: false };
  return { key, name, origin: 'upload', state: 'broken', error, bytes, ...unread };
}

/** Adds texts to a list of files. */
export function withUnopened(answer: Uint8Array, texts: Iterable<Unopened>): Uint8Array {
  const added = [...texts].map(toFile);
  if (added.length === 0) return answer;
  const files = JSON.parse(new TextDecoder().decode(answer)) as Files;
  return new TextEncoder().encode(JSON.stringify({ ...files, files: [...files.files, ...added] }));
}
