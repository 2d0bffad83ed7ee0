import { expect, test } from 'vitest';
import { game, line } from '../test/fixtures';
import { fileNameOf } from './fileName';

test('a file is named after the players', () => {
  const plain = game(line('', [], []), { tags: [{ name: 'Date', value: '2026.11.15' }] });
  expect(fileNameOf(plain)).toBe('Ann-Dee-vs-Bob-Cid-2026.11.15.bpgn');
});

test('a name never leads out of a folder', () => {
  const odd = game(line('', [], []));
  odd.seats.WhiteA.name = '../../etc/pass wd';
  odd.seats.BlackB.name = '<b>';
  expect(fileNameOf(odd)).toBe('etcpasswd-b-vs-Bob-Cid.bpgn');
  for (const seat of ['WhiteA', 'BlackA', 'WhiteB', 'BlackB'] as const) odd.seats[seat].name = '?';
  expect(fileNameOf(odd)).toBe('game.bpgn');
});
