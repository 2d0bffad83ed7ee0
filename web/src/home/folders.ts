// Files by folder, for when many are open.
import type { File } from '../api/schema';

/** With more files than this, folders are collapsed. */
export const MANY = 12;

export interface Folder {
  /** Its name; empty for files without a folder. */
  name: string;
  files: File[];
  games: number;
}

/** Groups files by folder, in the order of their first files. */
export function foldersOf(files: readonly File[]): Folder[] {
  const folders = new Map<string, Folder>();
  for (const file of files) {
    const name = file.origin === 'upload' ? '' : (/^(.*)[/\\][^/\\]*$/.exec(file.name)?.[1] ?? '');
    const folder = folders.get(name) ?? { name, files: [], games: 0 };
    folder.files.push(file);
    folder.games += file.games;
    folders.set(name, folder);
  }
  return [...folders.values()];
}
