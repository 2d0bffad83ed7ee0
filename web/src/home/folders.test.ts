import { expect, test } from 'vitest';
import type { File } from '../api/schema';
import { foldersOf } from './folders';

const file = (name: string, games: number, origin = 'disk') => ({ key: name, name, games, origin }) as File;

test('files are grouped by folder, in the order of the files', () => {
  const folders = foldersOf([file('b/x.bpgn', 2), file('a/y.bpgn', 1), file('b/z.bpgn', 3), file('w.bpgn', 4)]);
  expect(folders.map(({ name, games }) => [name, games])).toEqual([
    ['b', 5],
    ['a', 1],
    ['', 4],
  ]);
});

test('uploads are in no folder, even with a slash in the name', () => {
  expect(foldersOf([file('a/b', 1, 'upload')])[0]?.name).toBe('');
});
