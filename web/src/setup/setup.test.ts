import { expect, test } from 'vitest';
import { EMPTY_BFEN, hold, passable, passedOf, put, readBfen, START_BFEN, toggleRight, writeBfen } from './setup';

test('BFEN round-trips', () => {
  for (const text of [
    START_BFEN,
    EMPTY_BFEN,
    'r1b1kb1r/ppp2ppp/2n1pn2/3q~4/3P4/8/PPP2PPP/R1BQKB1R[QRBBNPPPrp] b Kq - 0 1',
    'rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR[] w KQkq d6 0 1',
    'rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR[] b KQkq d3 0 1',
  ]) {
    expect(writeBfen(readBfen(text))).toBe(text);
  }
});

test('invalid text is an empty board', () => {
  for (const text of ['', '<b>', '9/9[xyz] z ? ?', '[[[']) expect(writeBfen(readBfen(text))).toContain('[] w');
});

test('pieces, reserves, rights', () => {
  let setup = put(readBfen(EMPTY_BFEN), 'e4', 'N');
  expect(writeBfen(setup)).toBe('8/8/8/8/4N3/8/8/8[] w - - 0 1');
  expect(put(setup, 'e4', 'N').pieces).toEqual({});
  setup = hold(hold(hold(setup, 'black', 'P', 1), 'white', 'Q', 1), 'white', 'R', -1);
  expect(writeBfen(setup)).toContain('[Qp]');
  setup = toggleRight(toggleRight(toggleRight(setup, 'q'), 'K'), 'q');
  expect(setup.rights).toBe('K');
});

test('a pawn that may have moved two squares can be captured en passant', () => {
  const setup = readBfen('4k3/3p4/8/1ppp4/8/2P5/8/4K3[] w - b6 0 1');
  expect(passable(setup)).toEqual(['b6', 'c6']);
  expect(passedOf(setup)).toBe('b6');
  // Not for the other side, or with a piece in the way. The choice is restored when it is possible again.
  expect(writeBfen({ ...setup, turn: 'black' })).toContain(' b - - 0 1');
  expect(writeBfen(put(setup, 'b7', 'N'))).toContain(' w - - 0 1');
  expect(writeBfen(put(put(setup, 'b7', 'N'), 'b7', null))).toContain(' w - b6 0 1');
  expect(readBfen('4k3/8/8/8/8/8/8/4K3[] w - e6 0 1').passed).toBe('');
});
