import { expect, test } from 'vitest';
import type { Game } from '../api/schema';
import { timedGame } from '../test/fixtures';
import { finishOf } from './finish';

function ended(outcome: Partial<Game['outcome']>): Game {
  const game = timedGame();
  return { ...game, outcome: { ...game.outcome, ...outcome } };
}

test('the names of the winners, and how they won', () => {
  const mate = ended({ winner: 'team1', by: 'checkmate', loser_seat: 'BlackA' });
  expect(finishOf(mate)).toEqual({ who: 'Ann and Dee won', how: 'Bob was checkmated' });
  const time = ended({ winner: 'team2', by: 'time', loser_seat: 'BlackB' });
  expect(finishOf(time)).toEqual({ who: 'Bob and Cid won', how: 'Dee ran out of time' });
});

test('a draw, and a game without a result', () => {
  expect(finishOf(ended({ winner: 'draw', by: null, loser_seat: null }))).toEqual({ who: 'Drawn', how: '' });
  expect(finishOf(ended({ winner: null, by: null, loser_seat: null }))).toBeNull();
  expect(finishOf(ended({ winner: 'team1', by: null, loser_seat: null }))).toEqual({ who: 'Ann and Dee won', how: '' });
});
