import { expect, test } from 'vitest';
import { lastOffset, placeOf, step } from './paging';

test('pages follow each other', () => {
  expect(placeOf(0, 100, 250)).toEqual({ first: 1, last: 100, previous: null, next: 100 });
  expect(placeOf(100, 100, 250)).toEqual({ first: 101, last: 200, previous: 0, next: 200 });
  expect(placeOf(200, 50, 250)).toEqual({ first: 201, last: 250, previous: 100, next: null });
});

test('a list without games has no pages', () => {
  expect(placeOf(0, 0, 0)).toEqual({ first: 0, last: 0, previous: null, next: null });
});

test('past the end, the previous offset is that of the last page', () => {
  expect(placeOf(900, 0, 250)).toEqual({ first: 0, last: 0, previous: 200, next: null });
  expect(lastOffset(0)).toBe(0);
  expect(lastOffset(100)).toBe(0);
  expect(lastOffset(101)).toBe(100);
});

test('steps stay in the list', () => {
  expect(step(0, -1, 10)).toBe(0);
  expect(step(8, 5, 10)).toBe(9);
  expect(step(3, 1, 10)).toBe(4);
});
