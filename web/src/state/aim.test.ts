import { expect, test } from 'vitest';
import { moveCursor, needsPromotion, readTyped } from './aim';

test('typed moves', () => {
  expect(readTyped('A e2e4', 'b')).toEqual({ board: 'a', uci: 'e2e4' });
  expect(readTyped('b n@E5', 'a')).toEqual({ board: 'b', uci: 'N@e5' });
  expect(readTyped(' e7e8Q ', 'b')).toEqual({ board: 'b', uci: 'e7e8q' });
  expect(readTyped('b: e2e4', 'a')).toEqual({ board: 'b', uci: 'e2e4' });
  for (const text of ['', 'e4', 'C e2e4', 'K@e4', 'e2e9', 'A']) expect(readTyped(text, 'a'), text).toBeNull();
});

test('a cursor moves as the board is seen, and stays on it', () => {
  expect(moveCursor('e4', 'up', 'white')).toBe('e5');
  expect(moveCursor('e4', 'up', 'black')).toBe('e3');
  expect(moveCursor('e4', 'left', 'white')).toBe('d4');
  expect(moveCursor('e4', 'left', 'black')).toBe('f4');
  expect(moveCursor('a8', 'up', 'white')).toBe('a8');
  expect(moveCursor('h1', 'left', 'black')).toBe('h1');
});

test('the server says which moves need a choice', () => {
  const legal = { turn: 'white' as const, moves: {}, promotions: ['e7e8'], promote_to: [], drops: {} };
  expect(needsPromotion(legal, 'e7', 'e8')).toBe(true);
  expect(needsPromotion(legal, 'e2', 'e4')).toBe(false);
  expect(needsPromotion(null, 'e7', 'e8')).toBe(false);
});
