import { expect, test } from 'vitest';
import { line, timedGame } from '../test/fixtures';
import { blocksOf, numberOf, toggleGlyph, type Block } from './rows';

function shape(blocks: Block[]): string[] {
  return blocks.map((block) =>
    block.kind === 'below'
      ? `below ${block.halfMove.san}`
      : block.cells
          .map((cell) => (!cell ? '.' : cell.kind === 'played' ? cell.halfMove.san : `(${cell.san})`))
          .join(' '),
  );
}

test('rows are in the order of time', () => {
  expect(shape(blocksOf(timedGame().main))).toEqual(['e4 . d4 .', '. d5 . .', 'below d5', 'exd5 . . Nf6']);
});

test('each half-move stands once', () => {
  const moves = blocksOf(timedGame().main).flatMap((block) =>
    block.kind === 'row' ? block.cells.filter((cell) => cell !== null) : [],
  );
  expect(moves.length).toBe(5);
});

test('what was not played begins a row of its own', () => {
  const broken = line('', [], [{ seat: 'WhiteA', san: 'e4', comments: ['best'] }]);
  broken.unplayed = [
    { label: '1b', san: 'Ke9' },
    { label: '2A', san: 'd4' },
  ];
  expect(shape(blocksOf(broken))).toEqual(['e4 . . .', 'below e4', '. . . (Ke9)', '(d4) . . .']);
});

test('numbers and marks', () => {
  expect(numberOf('12a')).toBe('12');
  expect(toggleGlyph([], '!')).toEqual(['!']);
  expect(toggleGlyph(['!', '$14'], '?')).toEqual(['?', '$14']);
  expect(toggleGlyph(['$1', '$14'], '!')).toEqual(['$14']);
});
