import { expect, test } from 'vitest';
import type { Game, Seat } from '../api/schema';
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

test('a win on the partner’s board, and one for another reason', () => {
  const how = (by: string, loser_seat: Seat | null) => finishOf(ended({ winner: 'team1', by, loser_seat }))?.how;
  expect(how('partner', 'WhiteB')).toBe('Cid lost on the partner’s board');
  expect(how('partner', null)).toBe('on the partner’s board');
  expect(how('disconnection', 'WhiteB')).toBe('Cid lost by disconnection');
  expect(how('adjudication', null)).toBe('by adjudication');
  expect(how('time', null)).toBe('on time');
});

test.each([
  ['drawn-by-agreement', 'by agreement'],
  ['drawn-by-repetition', 'by repetition'],
  ['drawn-by-fifty-moves', 'by the fifty-move rule'],
  ['drawn-by-adjudication', 'by adjudication'],
  ['stalemate', 'by stalemate'],
  ['both-flags', 'both players ran out of time'],
  ['partners-game-drawn', 'on the partner’s board'],
  ['no-material', 'nobody can mate'],
  ['flag-without-material', 'the player with time can’t mate'],
  ['mate-on-both-boards', 'mate on both boards'],
])('a draw with its cause: %s', (by, how) => {
  expect(finishOf(ended({ winner: 'draw', by, loser_seat: null }))).toEqual({ who: 'Drawn', how });
});

test('a draw without a cause, and a game without a result', () => {
  expect(finishOf(ended({ winner: 'draw', by: null, loser_seat: null }))).toEqual({ who: 'Drawn', how: '' });
  expect(finishOf(ended({ winner: null, by: null, loser_seat: null }))).toBeNull();
  expect(finishOf(ended({ winner: 'team1', by: null, loser_seat: null }))).toEqual({ who: 'Ann and Dee won', how: '' });
});
