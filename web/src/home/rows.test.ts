import { expect, test } from 'vitest';
import type { Row } from '../api/schema';
import { dateText, games, playerName, resultText, rowTitle, seatTitle, winner } from './rows';

const player = (name: string) => ({ name, rating: null });

function row(result: Row['result']): Row {
  return {
    file: 'f',
    game: 12,
    line: 1,
    seats: { WhiteA: player('ann'), BlackA: player('bob'), WhiteB: player('cid'), BlackB: player('') },
    event: null,
    date: null,
    time_control: null,
    result,
    end_reason: null,
    plies: 0,
    state: 'ok',
  };
}

test('partners sit on different boards', () => {
  expect(rowTitle(row('1-0'))).toBe('Game 12: ann and ? against bob and cid, 1-0');
  expect(playerName(row('*'), 'BlackB')).toBe('?');
  expect(seatTitle('BlackB')).toBe('Black on board B');
});

test('a result is that of the team of WhiteA', () => {
  expect([winner(row('1-0')), winner(row('0-1')), winner(row('*')), winner(row(null))]).toEqual([0, 1, null, null]);
  expect(resultText(row('1/2-1/2'))).toBe('½-½');
  expect(resultText(row(null))).toBe('?');
});

test('what is not known of a date is left out', () => {
  expect(dateText('2005.03.01')).toBe('2005-03-01');
  expect(dateText('2005.??.??')).toBe('2005');
  expect(dateText('????.??.??')).toBe('');
  expect(dateText(null)).toBe('');
});

test('numbers', () => {
  expect([games(0), games(1), games(100000)]).toEqual(['0 games', '1 game', '100,000 games']);
});
