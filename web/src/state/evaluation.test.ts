import { expect, test } from 'vitest';
import type { Evaluated, EvaluatedScore } from '../api/schema';
import { engineLineText, scoreText, shareOf, teamShare, whiteShare } from './evaluation';

const NONE = { centipawns: null, wins: null, moves: null, strength: null };
const pawns = (centipawns: number): EvaluatedScore => ({ ...NONE, kind: 'centipawns', centipawns });
const mate = (wins: boolean, moves: number, strength: 'hard' | 'soft'): EvaluatedScore => ({
  ...NONE,
  kind: 'mate',
  wins,
  moves,
  strength,
});

function evaluated(score: EvaluatedScore): Evaluated {
  const board = { score, best: null, lines: [], depth: 1, nodes: 1 };
  const team = { team: 'team1', chance: 0.7, balance: 0.4 };
  return { engine: 'x', a: { ...board, seat: 'WhiteA' }, b: { ...board, seat: 'BlackB' }, team };
}

test('bars are half full in an equal position, and full for a mate', () => {
  expect([pawns(0), mate(true, 3, 'hard'), mate(false, 2, 'soft')].map(shareOf)).toEqual([0.5, 1, 0]);
  expect(shareOf(pawns(300))).toBeGreaterThan(0.6);
  expect(shareOf(pawns(-100_000))).toBe(0);
});

test('a share is that of White, for either side to move', () => {
  const found = evaluated(pawns(400));
  expect(whiteShare(found, 'a') + whiteShare(found, 'b')).toBeCloseTo(1);
  expect(whiteShare(found, 'a')).toBeGreaterThan(0.5);
  expect(teamShare(found)).toBe(0.7);
});

test('scores are written for either color', () => {
  expect(scoreText(pawns(120), 'white', 'white')).toBe('+1.2');
  expect(scoreText(pawns(120), 'white', 'black')).toBe('−1.2');
  expect(scoreText(mate(true, 3, 'hard'), 'black', 'black')).toBe('mate in 3');
  expect(scoreText(mate(true, 3, 'soft'), 'black', 'white')).toBe('mated in 3 unless fed');
  expect(scoreText(mate(false, 0, 'hard'), 'black', 'black')).toBe('mated');
  expect(scoreText({ ...NONE, kind: 'claimed-mate', wins: true, moves: 5 }, 'white', 'white')).toBe(
    'mate in 5 (unverified)',
  );
});

test('a mate that only a new piece could stop has words, not a number', () => {
  expect(scoreText(pawns(3000), 'white', 'white')).toBe('wins unless fed');
  expect(scoreText(pawns(3000), 'white', 'black')).toBe('loses unless fed');
  expect(scoreText(pawns(-3000), 'white', 'white')).toBe('loses unless fed');
  expect(scoreText(pawns(-3000), 'white', 'black')).toBe('wins unless fed');
});

test('a line shows what it needs to continue', () => {
  const moves = [{ san: 'Nf3', uci: 'g1f3' }];
  const line = { score: pawns(0), moves, cut: null, needs: null };
  expect(engineLineText(line)).toBe('Nf3');
  expect(engineLineText({ ...line, cut: 'needs', needs: 'Q' })).toBe('Nf3 … needs Q');
  expect(engineLineText({ ...line, cut: 'illegal' })).toBe('Nf3 … line ends here');
});
