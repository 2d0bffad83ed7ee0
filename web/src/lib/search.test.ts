import { expect, test } from 'vitest';
import {
  isEmptySearch,
  countFields,
  inWords,
  isWhole,
  NO_SEARCH,
  readSearch,
  searchAddress,
  SORTS,
  toQuery,
} from './search';

test('an address is read back as it was written', () => {
  const search = {
    player: 'a&b "c"',
    partner: 'd',
    min: '1800',
    max: '2200',
    from: '2005-03',
    to: '2006.01.31',
    result: 'won',
    end: 'time',
    file: 'f1',
    in: 'archive',
    q: 'drop:N@f3 mate',
    sort: '-date',
    offset: 300,
  };
  expect(readSearch(searchAddress(search).slice(1))).toEqual(search);
  expect(searchAddress(NO_SEARCH)).toBe('/');
  expect(readSearch('')).toEqual(NO_SEARCH);
});

test('invalid values in an address are ignored', () => {
  for (const query of [
    '?offset=-1',
    '?offset=x',
    '?offset=1.5',
    '?min=many',
    '?from=soon',
    '?unknown=1',
    '?in=nowhere',
  ]) {
    expect(readSearch(query), query).toEqual(NO_SEARCH);
  }
});

test('incomplete fields are not sent', () => {
  expect(isWhole('from', '200')).toBe(false);
  expect(isWhole('from', '2005')).toBe(true);
  expect(isWhole('from', '2005-3')).toBe(false);
  expect(isWhole('from', '2000.02.29')).toBe(true);
  expect(isWhole('from', '2001-02-29')).toBe(false);
  expect(isWhole('to', '2000-13')).toBe(false);
  expect(isWhole('to', '2000-00')).toBe(false);
  expect(isWhole('min', '12345')).toBe(false);
  expect(toQuery({ ...NO_SEARCH, from: '2005-', min: '1x', player: ' ' }, 100)).toEqual({ limit: 100 });
});

test('the request names the fields as the server does', () => {
  const search = { ...NO_SEARCH, player: ' ann ', min: '1800', max: '2000', to: '2005', offset: 200, file: 'k' };
  expect(toQuery(search, 50)).toEqual({
    limit: 50,
    offset: 200,
    player: 'ann',
    min_rating: 1800,
    max_rating: 2000,
    to: '2005',
    file: 'k',
  });
});

test('won and lost need a player', () => {
  expect(toQuery({ ...NO_SEARCH, result: 'won' }, 1).result).toBeUndefined();
  expect(toQuery({ ...NO_SEARCH, result: 'won', player: 'x' }, 1).result).toBe('won');
  expect(toQuery({ ...NO_SEARCH, result: '0-1' }, 1).result).toBe('0-1');
  expect(toQuery({ ...NO_SEARCH, result: 'maybe', player: 'x' }, 1).result).toBeUndefined();
});

test('a search is described in words', () => {
  expect(isEmptySearch({ ...NO_SEARCH, offset: 100 })).toBe(true);
  expect(isEmptySearch({ ...NO_SEARCH, end: 'time' })).toBe(false);
  const search = { ...NO_SEARCH, player: 'ann', min: '1800', from: '2005', to: '2006', end: 'time' };
  expect(inWords(search, 'a.bpgn')).toBe(
    'player “ann”, rating from 1800, date 2005 to 2006, result by time, file a.bpgn',
  );
});

test('fields in use are counted, without the file', () => {
  expect(countFields(NO_SEARCH)).toBe(0);
  expect(countFields({ ...NO_SEARCH, file: 'x', player: ' anna ', min: '1800', partner: ' ' })).toBe(2);
});

test('the order is read, written and sent; invalid ones are ignored', () => {
  expect(readSearch('?sort=-rating').sort).toBe('-rating');
  for (const sort of SORTS) expect(toQuery(readSearch(`?sort=${sort}`), 100)).toEqual({ limit: 100, sort });
  expect(readSearch('?sort=<b>').sort).toBe('');
  expect(searchAddress({ ...NO_SEARCH, sort: 'date' })).toBe('/?sort=date');
  expect(toQuery({ ...NO_SEARCH, sort: '-date' }, 100)).toEqual({ limit: 100, sort: '-date' });
});
