import { expect, test } from 'vitest';
import { lastPlace } from './place.svelte';

const row = (file: string, game: number) => ({ key: `${file}/${game}` });

test('the last open game is found only among its own rows', () => {
  const page = [row('a', 1), row('a', 2), row('b', 2)];
  expect(lastPlace.find(page)).toBe(-1);
  lastPlace.set(page[2]);
  expect(lastPlace.find(page)).toBe(2);
  expect(lastPlace.find([row('b', 1)])).toBe(-1);
  lastPlace.set(undefined);
  expect(lastPlace.find(page)).toBe(-1);
});

test('the address and the scroll position of the list are remembered', () => {
  lastPlace.see('/?player=anna&offset=100', 640);
  expect(lastPlace.address).toBe('/?player=anna&offset=100');
  expect([lastPlace.scrollOf('/?player=anna&offset=100'), lastPlace.scrollOf('/')]).toEqual([640, 0]);
});
