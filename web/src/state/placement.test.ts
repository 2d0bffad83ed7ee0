import { expect, test } from 'vitest';
import { board } from '../test/fixtures';
import { describeBoard, piecesOf } from './placement';

test('pieces are on the squares of the placement', () => {
  expect(piecesOf('4k3/8/8/8/8/8/P7/4K2R')).toEqual([
    { square: 'e8', color: 'black', piece: 'king' },
    { square: 'a2', color: 'white', piece: 'pawn' },
    { square: 'e1', color: 'white', piece: 'king' },
    { square: 'h1', color: 'white', piece: 'rook' },
  ]);
});

test('a board in words', () => {
  const described = describeBoard(
    'b',
    board({
      placement: '4k3/8/8/8/8/8/PP6/4K3',
      turn: 'black',
      status: 'check',
      reserves: { white: { Q: 0, R: 0, B: 0, N: 2, P: 0 }, black: { Q: 0, R: 0, B: 0, N: 0, P: 0 } },
    }),
  );
  expect(described).toBe(
    'Board B. Black to move, check. White: king e1, pawn a2 b2; in reserve 2 knight. Black: king e8; in reserve nothing.',
  );
});
