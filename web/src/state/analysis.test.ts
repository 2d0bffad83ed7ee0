import { expect, test } from 'vitest';
import type { AnalyzedNeed, AnalyzedSeat, Analysis, PieceLetter } from '../api/schema';
import { game, line } from '../test/fixtures';
import {
  badgesOfAnalysis,
  mistakeSign,
  mistakeText,
  matters,
  piecesWords,
  needKind,
  needText,
  drawingsOfNeed,
} from './analysis';
import { shownName } from './players';
import { LETTERS } from './seats';

const MATE = {
  strength: 'hard' as const,
  moves: 2,
  line: [
    { san: 'N@f7+', uci: 'N@f7' },
    { san: 'Kg8', uci: 'h8g8' },
    { san: 'Nh6#', uci: 'f7h6' },
  ],
};

function need(piece: PieceLetter, changes: Partial<AnalyzedNeed> = {}): AnalyzedNeed {
  return { piece, mate: null, is_deadly: false, saves: false, captures: [], ...changes };
}

function seat(changes: Partial<AnalyzedSeat> = {}, ...needs: AnalyzedNeed[]): AnalyzedSeat {
  const all = LETTERS.map((letter) => needs.find(({ piece }) => piece === letter) ?? need(letter));
  return { to_move: true, mate: null, is_lost: false, needs: all, ...changes };
}

function analysis(changes: Partial<Analysis>): Analysis {
  return { WhiteA: seat(), BlackA: seat(), WhiteB: seat(), BlackB: seat(), ...changes };
}

const plain = game(line('', [], []));

test('one more piece mates, may mate, saves, or does nothing', () => {
  expect(needKind(need('N', { mate: MATE, saves: true }))).toBe('mates');
  expect(needKind(need('N', { mate: { ...MATE, strength: 'soft' } }))).toBe('may-mate');
  expect(needKind(need('N', { saves: true }))).toBe('saves');
  expect(needKind(need('N'))).toBe(null);
  expect([need('N'), need('N', { is_deadly: true })].map(matters)).toEqual([false, true]);
});

test('a need has its line, a warning, and the captures that send the piece', () => {
  const knight = need('N', { mate: MATE, is_deadly: true, captures: [{ san: 'Bxe4', uci: 'd5e4' }] });
  expect(needText(plain, 'WhiteA', seat(), knight)).toBe(
    `With one more knight: mate in 2, forced: N@f7+ Kg8 Nh6#. ` +
      `${shownName(plain, 'BlackA')} gets mated if ${shownName(plain, 'WhiteA')} receives one. ` +
      `${shownName(plain, 'BlackB')} can capture one now: Bxe4.`,
  );
  expect(needText(plain, 'WhiteA', seat({ to_move: false }), knight)).toContain('threatens mate in 2, forced');
  expect(needText(plain, 'WhiteA', seat(), need('P'))).toBe('');
});

test('badges: a mate, what would stop it, and what the opponent must not get', () => {
  const soft = { ...MATE, strength: 'soft' as const };
  const found = analysis({
    WhiteA: seat({ mate: soft }),
    BlackA: seat({ to_move: false }, need('B', { saves: true }), need('N', { saves: true })),
    BlackB: seat({}, need('Q', { is_deadly: true }), need('N', { is_deadly: true })),
  });
  expect(badgesOfAnalysis(plain, found, 'WhiteA')).toMatchObject([
    {
      kind: 'may-mate',
      text: 'mate in 2 unless fed',
      title: `Mate in 2 unless ${shownName(plain, 'BlackA')} receives a bishop or a knight: N@f7+ Kg8 Nh6#`,
    },
  ]);
  expect(badgesOfAnalysis(plain, found, 'WhiteB')).toMatchObject([
    {
      kind: 'danger',
      text: 'dead to Q N',
      title: `Lost if ${shownName(plain, 'BlackB')} receives a queen or a knight`,
    },
  ]);
  expect(badgesOfAnalysis(plain, found, 'BlackB')).toEqual([]);
  const hard = analysis({ WhiteA: seat({ mate: MATE }), BlackA: seat({ is_lost: true }, need('R', { saves: true })) });
  expect(badgesOfAnalysis(plain, hard, 'WhiteA')[0]?.title).toContain('Forced mate in 2');
  expect(badgesOfAnalysis(plain, hard, 'BlackA')).toMatchObject([{ kind: 'dead', text: 'needs R' }]);
  const lost = analysis({ BlackA: seat({ is_lost: true }) });
  expect(badgesOfAnalysis(plain, lost, 'BlackA')).toEqual([
    { kind: 'dead', text: 'forced loss', title: 'Forced loss: every move loses.' },
  ]);
});

test('pieces are listed in words', () => {
  expect(piecesWords(['Q'])).toBe('a queen');
  expect(piecesWords(['Q', 'R', 'P'])).toBe('a queen, a rook or a pawn');
});

test('own moves are arrows, drops are circles, captures are on the other board', () => {
  const knight = need('N', { mate: MATE, captures: [{ san: 'Bxe4', uci: 'd5e4' }] });
  expect(drawingsOfNeed('WhiteA', knight)).toEqual([
    { board: 'a', ink: 'G', from: 'f7', to: null },
    { board: 'a', ink: 'G', from: 'f7', to: 'h6' },
    { board: 'b', ink: 'B', from: 'd5', to: 'e4' },
  ]);
});

test('a mistake says what was missed, or what would have been safe', () => {
  const better = { san: 'Kh7', uci: 'g8h7' };
  const mistake = { ply: 3, seat: 'BlackA' as const, kind: 'into-mate' as const, mate: MATE, better };
  expect([mistakeSign(mistake), mistakeText(mistake)]).toEqual([
    '??',
    'Allows a forced mate in 2: N@f7+ Kg8 Nh6#. Better: Kh7',
  ]);
  const missed = { ...mistake, kind: 'missed-mate' as const };
  expect([mistakeSign(missed), mistakeText(missed)]).toEqual(['?', 'Missed a forced mate in 2: N@f7+ Kg8 Nh6#']);
});
