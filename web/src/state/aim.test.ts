import { expect, test } from 'vitest';
import { moveCursor, needsPromotion, readTyped } from './aim';

test('typed moves', () => {
  expect(readTyped('A e2e4', 'b')).toEqual({ board: 'a', uci: 'e2e4' });
  expect(readTyped('b n@E5', 'a')).toEqual({ board: 'b', uci: 'N@e5' });
  expect(readTyped(' e7e8Q ', 'b')).toEqual({ board: 'b', uci: 'e7e8q' });
  expect(readTyped('b: e2e4', 'a')).toEqual({ board: 'b', uci: 'e2e4' });
  // SAN is read by the server.
  expect(readTyped('Nf3', 'b')).toEqual({ board: 'b', uci: 'Nf3' });
  expect(readTyped('a O-O', 'b')).toEqual({ board: 'a', uci: 'O-O' });
  expect(readTyped('12b. exd8=Q+', 'a')).toEqual({ board: 'b', uci: 'exd8=Q+' });
  expect(readTyped('b4', 'a')).toEqual({ board: 'a', uci: 'b4' });
  for (const text of ['', 'C e2e4', 'e', 'A', 'hello there', '<b>']) expect(readTyped(text, 'a'), text).toBeNull();
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
