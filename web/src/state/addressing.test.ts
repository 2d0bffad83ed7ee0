import { expect, test } from 'vitest';
import { BY_HASH, BY_PATH } from './addressing';

const at = (hash: string) => BY_HASH.read({ pathname: '/folder/index.html', search: '?x', hash });

test('with a server an address is the path', () => {
  const here = { pathname: '/game/a/1', search: '?ply=2', hash: '#search' };
  expect(BY_PATH.read(here)).toEqual({ path: '/game/a/1', query: '?ply=2', anchor: '#search' });
  expect(BY_PATH.href('/game/a/1')).toBe('/game/a/1');
});

test('on the static site it is after the #', () => {
  expect(at('')).toEqual({ path: '/', query: '', anchor: '' });
  expect(at('#/')).toEqual({ path: '/', query: '', anchor: '' });
  expect(at('#/game/a/1?ply=2')).toEqual({ path: '/game/a/1', query: '?ply=2', anchor: '' });
  expect(at('#/?file=a#search')).toEqual({ path: '/', query: '?file=a', anchor: '#search' });
  expect(at('#search')).toEqual({ path: '/search', query: '', anchor: '' });
  expect(BY_HASH.href('/game/a/1?ply=2')).toBe('#/game/a/1?ply=2');
});

test('addresses round-trip', () => {
  for (const address of ['/', '/?file=a%23b&q=x', '/game/a%3Fb/1?line=2.1/3.1&ply=4', '/text/abc-_?ply=1']) {
    const { path, query, anchor } = at(BY_HASH.href(address));
    expect(path + query + anchor).toBe(address);
  }
});
