// The men of a placement, square by square.
import type { Board, BoardName, Color, PieceName, Square } from '../api/schema';
import { LETTERS, pieceName } from './seats';

export interface Man {
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

export function menOf(placement: string): Man[] {
  const men: Man[] = [];
  placement.split('/').forEach((rank, down) => {
    let file = 0;
    for (const letter of rank) {
      const piece = PIECES[letter.toLowerCase()];
      if (piece) {
        const square = 'abcdefgh'.charAt(file) + (8 - down);
        men.push({ square, color: letter === letter.toLowerCase() ? 'black' : 'white', piece });
        file += 1;
      } else {
        file += Number(letter) || 0;
      }
    }
  });
  return men;
}

/** A board in words, for those who cannot see it. */
export function describeBoard(name: BoardName, board: Board): string {
  const men = menOf(board.placement);
  const side = (color: Color): string => {
    const order: PieceName[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
    const parts = order.flatMap((piece) => {
      const squares = men.filter((man) => man.color === color && man.piece === piece).map((man) => man.square);
      return squares.length === 0 ? [] : [`${piece} ${squares.join(' ')}`];
    });
    const reserve = board.reserves[color];
    const held = LETTERS.filter((letter) => reserve[letter] > 0).map(
      (letter) => `${reserve[letter]} ${pieceName(letter)}`,
    );
    const title = color === 'white' ? 'White' : 'Black';
    return `${title}: ${parts.join(', ') || 'no men'}; in reserve ${held.join(', ') || 'nothing'}.`;
  };
  const turn = board.turn === 'white' ? 'White' : 'Black';
  const standing = board.standing === 'ongoing' ? '' : `, ${board.standing}`;
  return `Board ${name.toUpperCase()}. ${turn} to move${standing}. ${side('white')} ${side('black')}`;
}
