import { expect, test } from 'vitest';
import { line, timedGame } from '../test/fixtures';
import { blocksOf, numberOf, toggleNag, type Block } from './rows';

function drawing(blocks: Block[]): string[] {
  return blocks.map((block) =>
    block.kind === 'below'
      ? `below ${[...block.comments.map(({ text }) => text), ...block.variations.map(({ path }) => path)].join(' ')}`
      : block.cells
          .map((cell) => (!cell ? '.' : cell.kind === 'played' ? cell.halfMove.san : `(${cell.san})`))
          .join(' '),
  );
}

test('rows are in the order of time', () => {
  expect(drawing(blocksOf(timedGame().main))).toEqual(['e4 . d4 .', '. d5 . .', 'below 3.1 3.2', 'exd5 . . Nf6']);
});

test('each half-move appears once', () => {
  const moves = blocksOf(timedGame().main).flatMap((block) =>
    block.kind === 'row' ? block.cells.filter((cell) => cell !== null) : [],
  );
  expect(moves.length).toBe(5);
});

test('half-moves that were not played start a new row', () => {
  const broken = line('', [], [{ seat: 'WhiteA', san: 'e4', comments: ['best'] }]);
  broken.unplayed = [
    { label: '1b', san: 'Ke9', variations: [line('2.1', broken.half_moves, [])] },
    { label: '2A', san: 'd4', variations: [] },
  ];
  expect(drawing(blocksOf(broken))).toEqual(['e4 . . .', 'below best', '. . . (Ke9)', 'below 2.1', '(d4) . . .']);
});

test('numbers and NAGs', () => {
  expect(numberOf('12a')).toBe('12');
  expect(toggleNag([], '!')).toEqual(['!']);
  expect(toggleNag(['!', '$14'], '?')).toEqual(['?', '$14']);
  expect(toggleNag(['$1', '$14'], '!')).toEqual(['$14']);
});
