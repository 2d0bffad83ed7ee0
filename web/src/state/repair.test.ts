import { expect, test } from 'vitest';
import { timedGame } from '../test/fixtures';
import { repairAt } from './repair';

test('played half-moves, those after the stop, and the end', () => {
  const game = timedGame();
  const first = game.main.half_moves[0]!;
  expect(repairAt(game, 1)).toEqual({ label: first.label, san: first.san, board: first.board });
  const end = game.main.half_moves.length + 1;
  expect(repairAt(game, end).label).toBeNull();
  game.main.unplayed = [{ label: '9b', san: 'Qxh7', variations: [] }];
  expect(repairAt(game, end)).toEqual({ label: '9b', san: 'Qxh7', board: 'b' });
  expect(repairAt(game, end + 1).label).toBeNull();
});
