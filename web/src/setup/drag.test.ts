import { expect, test } from 'vitest';
import { pieceAt, movePiece, placeNamed, placeName, type Both, type Place } from './drag';
import { MOST_HELD, readBfen, writeBfen } from './setup';

const both = (): Both => ({
  a: readBfen('4k3/8/8/3q~4/8/8/8/4K2R[Np] w - - 0 1'),
  b: readBfen('4k3/8/8/8/8/8/8/4K3[] w - - 0 1'),
});
const square = (board: 'a' | 'b', name: string): Place => ({ kind: 'square', board, square: name });
const reserve = (board: 'a' | 'b', color: 'white' | 'black', letter: 'Q' | 'N' | 'P' | null = null): Place => ({
  kind: 'reserve',
  board,
  color,
  letter,
});
const texts = ({ a, b }: Both) => [writeBfen(a).split(' ')[0], writeBfen(b).split(' ')[0]];

test('names of places round-trip', () => {
  for (const place of [
    { kind: 'palette', piece: 'k' } as const,
    square('b', 'e4'),
    reserve('a', 'black', 'N'),
    reserve('a', 'white'),
  ]) {
    expect(placeNamed(placeName(place))).toEqual(place);
  }
  for (const name of ['', 'square', 'square/c/e4', 'reserve/a/red/N', '<b>']) expect(placeNamed(name), name).toBeNull();
});

test('from square to square, also on the other board, and onto another piece', () => {
  expect(texts(movePiece(both(), square('a', 'h1'), square('a', 'h4')))[0]).toBe('4k3/8/8/3q~4/7R/8/8/4K3[Np]');
  expect(texts(movePiece(both(), square('a', 'd5'), square('a', 'h1')))[0]).toBe('4k3/8/8/8/8/8/8/4K2q~[Np]');
  expect(texts(movePiece(both(), square('a', 'd5'), square('b', 'a1')))).toEqual([
    '4k3/8/8/8/8/8/8/4K2R[Np]',
    '4k3/8/8/8/8/8/8/q~3K3[]',
  ]);
});

test('from the palette, and off the boards', () => {
  expect(texts(movePiece(both(), { kind: 'palette', piece: 'b' }, square('b', 'a8')))[1]).toBe(
    'b3k3/8/8/8/8/8/8/4K3[]',
  );
  expect(texts(movePiece(both(), square('a', 'h1'), null))[0]).toBe('4k3/8/8/3q~4/8/8/8/4K3[Np]');
  expect(texts(movePiece(both(), reserve('a', 'white', 'N'), null))[0]).toBe('4k3/8/8/3q~4/8/8/8/4K2R[p]');
  expect(movePiece(both(), { kind: 'palette', piece: 'b' }, null)).toEqual(both());
});

test('to and from reserves: a promoted piece becomes a pawn, a king is rejected', () => {
  expect(texts(movePiece(both(), square('a', 'd5'), reserve('b', 'white')))).toEqual([
    '4k3/8/8/8/8/8/8/4K2R[Np]',
    '4k3/8/8/8/8/8/8/4K3[P]',
  ]);
  expect(texts(movePiece(both(), reserve('a', 'black', 'P'), square('a', 'a4')))[0]).toBe(
    '4k3/8/8/3q~4/p7/8/8/4K2R[N]',
  );
  expect(texts(movePiece(both(), reserve('a', 'white', 'N'), reserve('b', 'black')))[1]).toBe('4k3/8/8/8/8/8/8/4K3[n]');
  expect(movePiece(both(), square('a', 'e1'), reserve('a', 'white'))).toEqual(both());
  expect(pieceAt(both(), reserve('a', 'white', 'Q'))).toBeNull();
  expect(movePiece(both(), reserve('a', 'white', 'Q'), square('a', 'a1'))).toEqual(both());
  expect(movePiece(both(), square('a', 'a3'), square('a', 'a1'))).toEqual(both());
});

test('a full reserve accepts no more pieces', () => {
  const full = both();
  full.b.reserves.black.P = MOST_HELD;
  expect(movePiece(full, { kind: 'palette', piece: 'P' }, reserve('b', 'black'))).toEqual(full);
});
