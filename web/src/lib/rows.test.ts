import { expect, test } from 'vitest';
import type { Row } from '../api/schema';
import { conflictText, dateText, games, playerName, resultText, rowTitle, seatTitle, winner } from './rows';

const player = (name: string) => ({ name, rating: null });

function row(result: Row['result'], winner: Row['winner'] = null, conflict: string | null = null): Row {
  return {
    file: 'f',
    game: 12,
    line: 1,
    seats: { WhiteA: player('ann'), BlackA: player('bob'), WhiteB: player('cid'), BlackB: player('') },
    event: null,
    date: null,
    time_control: null,
    result,
    winner,
    conflict,
    end_reason: null,
    plies: 0,
    state: 'ok',
  };
}

test('partners sit on different boards', () => {
  expect(rowTitle(row('1-0'))).toBe('Game 12: ann and ? against bob and cid, 1-0');
  expect(rowTitle({ ...row('1-0'), state: 'broken' })).toMatch(/^Game 12, broken: /);
  expect(playerName(row('*'), 'BlackB')).toBe('?');
  expect(seatTitle('BlackB')).toBe('Black on board B');
});

test('the winner decides the result, not only the Result tag', () => {
  const teams = [row('1-0', 'team1'), row('0-1', 'team2'), row('1/2-1/2', 'draw'), row('*'), row('1-0', 'team2')];
  expect(teams.map(winner)).toEqual([0, 1, null, null, 1]);
  expect(conflictText(row('1-0', 'team2', 'result-and-board'))).toBe(
    'Contradiction in the file: the result and the mate on the board contradict each other. The file says 1-0',
  );
  expect(conflictText(row('1-0', 'team1', 'name-and-board'))).toBe(
    'Contradiction in the file: the end reason names another player than the mated one',
  );
  expect(conflictText(row('1-0', 'team1', 'other-kind'))).toBe('Contradiction in the file: other kind');
  expect(conflictText(row('1-0', 'team1'))).toBe('');
  expect(resultText(row('1/2-1/2'))).toBe('½-½');
  expect(resultText(row(null))).toBe('?');
  expect(resultText(row('*'))).toBe('*');
});

test('the result follows the winner, even if the file has none or another', () => {
  const rows = [row('1-0', 'team2'), row(null, 'team1'), row('*', 'team2'), row('1-0', 'draw')];
  expect(rows.map(resultText)).toEqual(['0-1', '1-0', '0-1', '½-½']);
  expect(rowTitle(row('1-0', 'team2'))).toMatch(/0-1$/);
});

test('unknown parts of a date are left out', () => {
  expect(dateText('2005.03.01')).toBe('2005-03-01');
  expect(dateText('2005.??.??')).toBe('2005');
  expect(dateText('????.??.??')).toBe('');
  expect(dateText(null)).toBe('');
});

test('numbers', () => {
  expect([games(0), games(1), games(100000)]).toEqual(['0 games', '1 game', '100,000 games']);
});
