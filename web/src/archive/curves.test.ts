import { describe, expect, it } from 'vitest';
import type { ExploredYears } from '../api/schema';
import { linesWords, monthLines, monthText, yearLines } from './curves';

const years: ExploredYears = {
  position: '',
  years: [2009, 2010, 2012],
  games: [10, 20, 4],
  moves: [
    { san: 'e4', uci: 'e2e4', games: [5, 20, 0], won: [2, 10, 0], drawn: [1, 0, 0], lost: [2, 10, 0] },
    { san: 'Nf3', uci: 'g1f3', board: 'B', games: [1, 0, 4], won: [1, 0, 0], drawn: [0, 0, 0], lost: [0, 0, 4] },
  ],
};

describe('lines over years', () => {
  it('are shares of all games of a year', () => {
    expect(yearLines(years, 'share')).toEqual({
      times: [2009, 2010, 2012],
      lines: [
        { name: 'e4', color: '--seat-white-a', values: [50, 100, 0] },
        { name: 'B Nf3', color: '--seat-black-a', values: [10, 0, 100] },
      ],
    });
  });

  it('are points, or null without games', () => {
    expect(yearLines(years, 'score').lines.map(({ values }) => values)).toEqual([
      [50, 50, null],
      [100, null, 0],
    ]);
  });

  it('are described in words', () => {
    const words = linesWords(yearLines(years, 'score'), String, (value) => `${value}%`);
    expect(words).toBe('e4: 50% in 2009, 50% in 2010. B Nf3: 100% in 2009, 0% in 2012.');
  });
});

describe('lines over months', () => {
  const score = (games: number, won: number) => ({ games, won, drawn: 0, lost: games - won });
  const months = [
    { month: '2009.11', score: score(4, 1), rating: 1700 },
    { month: '2010.02', score: score(2, 2), rating: null },
  ];

  it('include months without games', () => {
    expect(monthLines(months, 'games').lines[0]!.values).toEqual([4, 0, 0, 2]);
    expect(monthLines(months, 'rating').lines[0]!.values).toEqual([1700, null, null, null]);
    expect(monthLines(months, 'score').lines[0]!.values).toEqual([25, null, null, 100]);
    expect(monthLines(months, 'games').times.map(monthText)).toEqual(['2009-11', '2009-12', '2010-01', '2010-02']);
    expect(monthLines([], 'games').times).toEqual([]);
  });
});
