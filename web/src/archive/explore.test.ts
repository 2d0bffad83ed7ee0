import { describe, expect, it } from 'vitest';
import type { Boards, LegalMoves } from '../api/schema';
import {
  countFilters,
  countText,
  isPossible,
  isWhole,
  NO_FILTERS,
  percent,
  points,
  scoreWords,
  seconds,
  short,
  toQuery,
  withoutCounters,
} from './explore';

const boards = { a: { bfen: 'A[] w - - 0 1' }, b: { bfen: 'B[] b - - 3 2' } } as Boards;

describe('the query', () => {
  it('has one or both boards, and their reserves', () => {
    expect(toQuery(boards, 'b', 'any', NO_FILTERS)).toEqual({ position: 'B[] b - - 3 2' });
    expect(toQuery(boards, 'both', 'exactly', NO_FILTERS)).toEqual({
      position: 'A[] w - - 0 1 | B[] b - - 3 2',
      reserves: 'exactly',
    });
  });

  it('leaves out incomplete filters', () => {
    const filters = { ...NO_FILTERS, player: ' ann ', min: '1800', max: '20x', from: '2010-1', control: '180+' };
    expect(toQuery(boards, 'a', 'any', filters)).toEqual({
      position: 'A[] w - - 0 1',
      player: 'ann',
      min_rating: 1800,
    });
    expect(countFilters(filters)).toBe(2);
    expect(countFilters(NO_FILTERS)).toBe(0);
    expect(isWhole('control', '180+0')).toBe(true);
    expect(isWhole('to', '2010-13')).toBe(false);
    const whole = { ...filters, seat: 'BlackA', control: '180+2', result: 'won', to: '2014', end: 'time' };
    expect(toQuery(boards, 'a', 'any', whole)).toMatchObject({
      seat: 'BlackA',
      time_control: '180+2',
      result: 'won',
      to: '2014',
      end: 'time',
    });
  });

  it('does not depend on move counters', () => {
    expect(withoutCounters('8/8[Nn] w KQ - 12 40')).toBe('8/8[Nn] w KQ -');
  });
});

describe('texts', () => {
  it('are short', () => {
    expect([percent(1, 3), percent(1, 250), percent(1, 5000), percent(0, 7), percent(1, 0)]).toEqual([
      '33%',
      '0.4%',
      '<0.1%',
      '0%',
      '',
    ]);
    expect([short(950), short(9_999), short(12_345), short(123_456), short(999_700), short(7_512_345)]).toEqual([
      '950',
      '9,999',
      '12.3k',
      '123k',
      '1.0M',
      '7.5M',
    ]);
    expect([seconds(null), seconds(1234), seconds(12_345)]).toEqual(['', '1.2s', '12s']);
  });

  it('count a draw as half a point, and ignore games without a known winner', () => {
    expect(points({ won: 1, drawn: 1, lost: 2 })).toBe(0.375);
    expect(points({ won: 0, drawn: 0, lost: 0 })).toBeNull();
    expect(scoreWords({ games: 5, won: 1, drawn: 1, lost: 2 })).toBe('won 1, drawn 1, lost 2, unknown 1');
  });

  it('know which moves are legal', () => {
    const legal: LegalMoves = {
      drops: { N: ['f3'] },
      moves: { e2: ['e4'], a7: ['a8'] },
      promote_to: [],
      promotions: ['a7a8'],
      turn: 'white',
    };
    for (const uci of ['N@f3', 'e2e4', 'a7a8q']) expect(isPossible(legal, uci)).toBe(true);
    for (const uci of ['N@f6', 'Q@f3', 'e2e3', 'd2d4']) expect(isPossible(legal, uci)).toBe(false);
    expect(isPossible(null, 'd2d4')).toBe(true);
  });
});

describe('the number of boards and games', () => {
  it('has a unit', () => {
    expect(countText({ total: 4000, total_games: 2000 })).toBe('4,000 boards in 2,000 games');
    expect(countText({ total: 2, total_games: 1 })).toBe('2 boards in 1 game');
    // Both boards together count once per game.
    expect(countText({ total: 1, total_games: 1 })).toBe('1 game');
  });
});
