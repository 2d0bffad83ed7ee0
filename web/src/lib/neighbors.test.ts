import { expect, test } from 'vitest';
import type { File, Files } from '../api/schema';
import { neighborsOf } from './neighbors';
import type { Listed, Listing } from './listing';
import { PAGE } from './paging';

const source = (game: number) => ({ file: 'x', name: 'x', game, line: 1 });
const row = (game: number) => ({ key: `x/${game}`, address: `/game/x/${game}` }) as Listed;
const listing = (games: number[], offset: number, matched: number): Listing => ({
  total: matched,
  matched,
  reading: false,
  archive: false,
  offset,
  games: games.map(row),
});
const file = { games: 9 } as File;

test('in the list, the order of the search counts', () => {
  const answer = listing([5, 2, 8], 0, 3);
  const { previous, next } = neighborsOf(source(2), false, { answer }, null, file);
  expect([previous?.address, next?.address]).toEqual(['/game/x/5', '/game/x/8']);
  expect(neighborsOf(source(5), false, { answer }, null, file).previous).toBeNull();
  expect(neighborsOf(source(8), false, { answer }, null, file).next).toBeNull();
});

test('at the ends of a page the next one is loaded', () => {
  const answer = listing([5, 2], PAGE, 3 * PAGE);
  expect(neighborsOf(source(5), false, { answer }, null, file).previous).toEqual({
    address: '',
    offset: 0,
    last: true,
  });
  expect(neighborsOf(source(2), false, { answer }, null, file).next).toMatchObject({ offset: PAGE + 2, last: false });
});

test('without a list it is the number in the file or the archive', () => {
  const none = { answer: null };
  expect(neighborsOf(source(1), false, none, null, file).previous).toBeNull();
  expect(neighborsOf(source(9), false, none, null, file).next).toBeNull();
  expect(neighborsOf(source(4), false, none, null, file).next?.address).toBe('/game/x/5');
  const files = { archive: { games: 2 } } as Files;
  expect(neighborsOf(source(0), true, none, files, undefined)).toMatchObject({
    previous: null,
    next: { address: '/archive/1' },
  });
  expect(neighborsOf(source(1), true, none, files, undefined).next).toBeNull();
  expect(neighborsOf(null, false, none, null, undefined)).toEqual({ previous: null, next: null });
});
