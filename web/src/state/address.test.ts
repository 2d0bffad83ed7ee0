import { expect, test } from 'vitest';
import {
  archivedAddress,
  gameAddress,
  playerAddress,
  positionAddress,
  queryAddress,
  readAddress,
  saysTurned,
  setupAddress,
} from './address';

function read(address: string) {
  const [path, query] = address.split('?');
  return readAddress(path ?? '', query ?? '');
}

test('addresses are read', () => {
  expect(read('/')).toEqual({ page: 'home' });
  expect(read('/game/a1/7?ply=42&line=12.1/14.2&flip=1&swap=1')).toEqual({
    page: 'game',
    embed: false,
    key: 'a1',
    game: 7,
    view: { line: '12.1/14.2', ply: 42, flip: true, swap: true },
  });
  expect(read('/embed/game/a1/7')).toMatchObject({ page: 'game', embed: true, view: { ply: 0 } });
  expect(read('/position?a=x&b=y')).toMatchObject({ page: 'position', embed: false, a: 'x', b: 'y' });
});

test('games and players of the archive have addresses', () => {
  const view = { line: '', ply: 34, flip: false, swap: true };
  for (const embed of [false, true]) {
    expect(read(archivedAddress(0, view, embed))).toEqual({ page: 'archived', embed, game: 0, view });
  }
  expect(archivedAddress(12)).toBe('/archive/12');
  for (const name of ['mird', 'a/b c?', 'Zoë', '50%']) {
    expect(read(playerAddress(name))).toEqual({ page: 'player', name });
  }
  expect(queryAddress('player:mird won')).toBe('/?in=archive&q=player%3Amird%20won');
});

test('invalid addresses are unknown, and invalid values are left out', () => {
  for (const address of ['/archive', '/archive/-1', '/archive/x', '/player', '/player/%E0', '/embed/player/x']) {
    expect(read(address), address).toEqual({ page: 'unknown' });
  }
  for (const address of ['/game/a1', '/game/a1/0', '/game/a1/x', '/game/%E0/1', '/embed', '/position?a=x', '/games']) {
    expect(read(address), address).toEqual({ page: 'unknown' });
  }
  expect(read('/game/a1/7?ply=-3&line=<b>')).toMatchObject({ view: { line: '', ply: 0 } });
  expect(read('/game/a1/7?ply=1e99')).toMatchObject({ view: { ply: 0 } });
});

test('addresses round-trip', () => {
  const view = { line: '3.1/4.1', ply: 4, flip: true, swap: false };
  for (const embed of [false, true]) {
    expect(read(gameAddress('a b/c', 3, view, embed))).toEqual({ page: 'game', embed, key: 'a b/c', game: 3, view });
    const a = '4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1';
    const b = 'rnbq~kbnr/8/8/8/8/8/8/4K3[] b KQkq e3 0 1';
    expect(read(positionAddress(a, b, view, embed))).toEqual({ page: 'position', embed, a, b, view });
  }
  expect(gameAddress('k', 1)).toBe('/game/k/1');
  expect(gameAddress('k', 1, view)).toBe('/game/k/1?ply=4&line=3.1/4.1&flip=1');
});

test('addresses of the position editor', () => {
  expect(readAddress('/setup', '')).toEqual({ page: 'setup', a: null, b: null, clocks: '' });
  const [path = '', query = ''] = setupAddress('8/8[] w - - 0 1', 'x&y').split('?');
  expect(readAddress(path, '?' + query)).toEqual({ page: 'setup', a: '8/8[] w - - 0 1', b: 'x&y', clocks: '' });
  const timed = setupAddress('x', 'y', '3:00,,1:05.5,x').split('?');
  expect(readAddress(timed[0] ?? '', '?' + timed[1])).toMatchObject({ clocks: '3:00,,1:05.5,x' });
  expect(readAddress('/embed/setup', '')).toEqual({ page: 'unknown' });
});

test('whether an address says how boards are turned', () => {
  expect(['', '?ply=3', '?flip=1', '?swap=0'].map(saysTurned)).toEqual([false, false, true, true]);
});
