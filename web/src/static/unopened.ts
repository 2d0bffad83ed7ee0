// Files that could not be opened: they are listed after the open ones, with the reason.
import type { File, Files } from '../api/schema';
import type { Unopened } from './messages';

/** Returns why a file was rejected; null if the error is not the library's, which has lines with kind, start, end and message. */
export function whyRejected(error: unknown): string | null {
  return typeof error === 'string' ? error.split('\n').slice(3).join('\n') : null;
}

function toFile({ key, name, bytes, why }: Unopened): File {
  const error = `Not opened: ${why}`;
  const unread = { bytes_read: 0, games: 0, notes: [], can_save: false };
  return { key, name, origin: 'upload', state: 'broken', error, bytes, ...unread };
}

/** Adds them to a list of files. */
export function withUnopened(answer: Uint8Array, texts: Iterable<Unopened>): Uint8Array {
  const added = [...texts].map(toFile);
  if (added.length === 0) return answer;
  const files = JSON.parse(new TextDecoder().decode(answer)) as Files;
  return new TextEncoder().encode(JSON.stringify({ ...files, files: [...files.files, ...added] }));
}
