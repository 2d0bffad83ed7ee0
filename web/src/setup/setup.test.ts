import { expect, test } from 'vitest';
import { EMPTY_BFEN, hold, put, readBfen, readClock, START_BFEN, toggleRight, writeBfen } from './setup';

test('what is read is written again', () => {
  for (const text of [
    START_BFEN,
    EMPTY_BFEN,
    'r1b1kb1r/ppp2ppp/2n1pn2/3q~4/3P4/8/PPP2PPP/R1BQKB1R[QRBBNPPPrp] b Kq - 0 1',
  ]) {
    expect(writeBfen(readBfen(text))).toBe(text);
  }
});

test('nonsense is an empty board', () => {
  for (const text of ['', '<b>', '9/9[xyz] z ? ?', '[[[']) expect(writeBfen(readBfen(text))).toContain('[] w');
});

test('men, reserves, rights', () => {
  let setup = put(readBfen(EMPTY_BFEN), 'e4', 'N');
  expect(writeBfen(setup)).toBe('8/8/8/8/4N3/8/8/8[] w - - 0 1');
  expect(put(setup, 'e4', 'N').men).toEqual({});
  setup = hold(hold(hold(setup, 'black', 'P', 1), 'white', 'Q', 1), 'white', 'R', -1);
  expect(writeBfen(setup)).toContain('[Qp]');
  setup = toggleRight(toggleRight(toggleRight(setup, 'q'), 'K'), 'q');
  expect(setup.rights).toBe('K');
});

test('clocks', () => {
  expect(['3:05', '185', '0:09.5', '', 'x', '1:75', '-3'].map(readClock)).toEqual([
    185_000,
    185_000,
    9_500,
    null,
    null,
    null,
    null,
  ]);
});
