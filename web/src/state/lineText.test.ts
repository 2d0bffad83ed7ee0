import { expect, test } from 'vitest';
import { timedGame } from '../test/fixtures';
import { lineText } from './lineText';
import { movesTo, treeOf } from './tree';

test('a line is written with labels, and with clocks if there are any', () => {
  const tree = treeOf(timedGame());
  expect(lineText(movesTo(tree, { line: '3.1', ply: 4 }))).toBe('1A. e4 {179} 2B. d4 {178.5} 3a. e5 4A. Nf3');
});
