import { expect, test } from 'vitest';
import { game, line } from '../test/fixtures';
import { playerName, playersText } from './players';

test('players', () => {
  const plain = game(line('', [], []));
  expect(playersText(plain)).toBe('Ann – Bob | Cid – Dee');
  plain.seats.BlackA.name = '?';
  expect(playerName(plain, 'BlackA')).toBe('');
  expect(playersText(plain)).toBe('Ann – ? | Cid – Dee');
  for (const seat of ['WhiteA', 'WhiteB', 'BlackB'] as const) plain.seats[seat].name = '';
  expect(playersText(plain)).toBe('');
});
