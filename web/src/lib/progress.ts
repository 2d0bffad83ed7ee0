// How far a file has been read.
import type { File } from '../api/schema';

/** Returns the part that has been read, from 0 to 1; null if the size is not known. */
export function part(file: File): number | null {
  if (file.bytes === null || file.bytes <= 0) return null;
  return Math.min(1, file.bytes_read / file.bytes);
}

export function isReading(files: readonly File[]): boolean {
  return files.some((file) => file.state === 'reading');
}
