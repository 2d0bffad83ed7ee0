/** A file of a board. */
export type File = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h';
/** A rank of a board. */
export type Rank = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8';
/** A square, such as `e4`. */
export type Square = `${File}${Rank}`;
export type Color = 'white' | 'black';
/** A piece type that a reserve can hold. */
export type ReservePiece = 'queen' | 'rook' | 'bishop' | 'knight' | 'pawn';
export type Piece = ReservePiece | 'king';
/** A piece on a board. */
export interface ColoredPiece {
  readonly color: Color;
  readonly piece: Piece;
}
/** The number of each piece type in a reserve. */
export type Reserve = Readonly<Record<ReservePiece, number>>;
/** A board of a match. */
export type BoardName = 'a' | 'b';
/** A player's place in a match. WhiteA and BlackB are partners. */
export type Seat = 'WhiteA' | 'BlackA' | 'WhiteB' | 'BlackB';
/** The status of a board. `frozen`: in check without a legal move, but a piece from the partner would help. */
export type Status = 'ongoing' | 'checkmate' | 'stalemate' | 'frozen';
/** A rule preset. */
export type Rules = 'standard' | 'fics' | 'chesscom' | 'bughouse.pro' | 'wr_2026';

/** @internal From queens to pawns, the order of reserves. */
export const IN_RESERVE: readonly ReservePiece[] = ['queen', 'rook', 'bishop', 'knight', 'pawn'];
/** @internal From pawns to kings, the order of move numbers. */
export const BY_NUMBER: readonly Piece[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];
const LETTERS = 'PNBRQK';

/** @internal */
export function pieceOf(letter: string): Piece {
  return BY_NUMBER[LETTERS.indexOf(letter.toUpperCase())] ?? 'pawn';
}

/** @internal */
export function reserveOf(counts: Uint8Array): Reserve {
  const [queen = 0, rook = 0, bishop = 0, knight = 0, pawn = 0] = counts;
  return { queen, rook, bishop, knight, pawn };
}

/** @internal */
export function squareOf(index: number): Square {
  return ('abcdefgh'.charAt(index & 7) + String((index >> 3) + 1)) as Square;
}

/** @internal Returns the number of a square; throws if it isn't one. */
export function indexOf(square: Square): number {
  if (!/^[a-h][1-8]$/.test(square)) throw new RangeError(`expected a square such as e4, got ${square}`);
  return square.charCodeAt(0) - 97 + (square.charCodeAt(1) - 49) * 8;
}
