// Short names of files: without the folder, unless two files have the same name.
import type { File } from '../api/schema';

export function shortNames(files: readonly Pick<File, 'key' | 'name'>[]): Map<string, string> {
  const base = (name: string) => name.split(/[/\\]/).at(-1) || name;
  const seen = new Map<string, number>();
  for (const { name } of files) seen.set(base(name), (seen.get(base(name)) ?? 0) + 1);
  return new Map(files.map(({ key, name }) => [key, seen.get(base(name)) === 1 ? base(name) : name]));
}
