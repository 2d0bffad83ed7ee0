// The pieces of a board.
import type { Board, BoardName, Color, PieceName, Square } from '../api/schema';
import { LETTERS, pieceName } from './seats';

export interface PlacedPiece {
  square: Square;
  color: Color;
  piece: PieceName;
}

const PIECES: Record<string, PieceName> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};

export function piecesOf(placement: string): PlacedPiece[] {
  const pieces: PlacedPiece[] = [];
  placement.split('/').forEach((rank, down) => {
    let file = 0;
    for (const letter of rank) {
      const piece = PIECES[letter.toLowerCase()];
      if (piece) {
        const square = 'abcdefgh'.charAt(file) + (8 - down);
        pieces.push({ square, color: letter === letter.toLowerCase() ? 'black' : 'white', piece });
        file += 1;
      } else {
        file += Number(letter) || 0;
      }
    }
  });
  return pieces;
}

/** Describes a board for screen readers. */
export function describeBoard(name: BoardName, board: Board): string {
  const pieces = piecesOf(board.placement);
  const side = (color: Color): string => {
    const order: PieceName[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
    const parts = order.flatMap((piece) => {
      const squares = pieces
        .filter((colored) => colored.color === color && colored.piece === piece)
        .map((colored) => colored.square);
      return squares.length === 0 ? [] : [`${piece} ${squares.join(' ')}`];
    });
    const reserve = board.reserves[color];
    const held = LETTERS.filter((letter) => reserve[letter] > 0).map(
      (letter) => `${reserve[letter]} ${pieceName(letter)}`,
    );
    const title = color === 'white' ? 'White' : 'Black';
    return `${title}: ${parts.join(', ') || 'no pieces'}; in reserve ${held.join(', ') || 'nothing'}.`;
  };
  const turn = board.turn === 'white' ? 'White' : 'Black';
  const status = board.status === 'ongoing' ? '' : `, ${board.status}`;
  return `Board ${name.toUpperCase()}. ${turn} to move${status}. ${side('white')} ${side('black')}`;
}
