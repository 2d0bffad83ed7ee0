import { expect, test } from 'vitest';
import type { Comment } from '../api/schema';
import {
  changesFor,
  hasDrawings,
  drawingsIn,
  drawingsOf,
  drawingsText,
  withWords,
  withoutDrawings,
  type Drawing,
} from './drawings';

const comment = (index: number, text: string): Comment => ({ index, kind: 'comment', text });
const circle: Drawing = { board: 'a', ink: 'G', from: 'e4', to: null };
const arrow: Drawing = { board: 'b', ink: 'B', from: 'e2', to: 'e4' };

test('drawings round-trip', () => {
  expect(drawingsText([circle, arrow])).toBe('[%csl AGe4] [%cal BBe2e4]');
  expect(drawingsIn(drawingsText([circle, arrow]), 'b')).toEqual([circle, arrow]);
  expect(drawingsText([])).toBe('');
});

test('without a board, it is that of the half-move; B is a board or blue', () => {
  expect(drawingsIn('[%cal Be2e4,BGd1h5]', 'a')).toEqual([
    { board: 'a', ink: 'B', from: 'e2', to: 'e4' },
    { board: 'b', ink: 'G', from: 'd1', to: 'h5' },
  ]);
});

test('invalid drawings are ignored', () => {
  expect(drawingsIn('[%cal Ge9e4,<b>,Ge2] [%csl ] [%clk 1:00] [%csl Ge4', 'a')).toEqual([]);
  expect(drawingsIn('[%csl Ge4,Ge4]', 'a')).toEqual([circle]);
});

test('words and drawings of a comment are separated', () => {
  const text = 'a fork [%csl AGe4] wins [%cal BBe2e4]';
  expect(withoutDrawings(text)).toBe('a fork wins');
  expect(hasDrawings(text)).toBe(true);
  expect(hasDrawings('[%clk 1:00]')).toBe(false);
  expect(withWords(text, 'a pin')).toBe('a pin [%csl AGe4] [%cal BBe2e4]');
  expect(withWords('no drawing', ' other ')).toBe('other');
});

test('the first comment with drawings gets all of them', () => {
  const comments = [comment(0, 'plain'), comment(2, 'first [%csl Ge4]'), comment(3, '[%cal Ge2e4]')];
  expect(changesFor(comments, [arrow])).toEqual([
    { index: 3, text: '' },
    { index: 2, text: 'first [%cal BBe2e4]' },
  ]);
  expect(changesFor([comment(0, 'plain')], [circle])).toEqual([{ index: null, text: '[%csl AGe4]' }]);
  expect(changesFor([comment(0, 'plain')], [])).toEqual([]);
  expect(drawingsOf(comments, 'a')).toHaveLength(2);
});
