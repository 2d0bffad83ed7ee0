// Dragging pieces while a position is set up.
import type { BoardName, Color, PieceLetter, Square } from '../api/schema';
import { LETTERS } from '../state/seats';
import { hold, MOST_HELD, type PlacedPiece, type Setup } from './setup';

export type Place =
  | { kind: 'palette'; piece: PlacedPiece }
  | { kind: 'square'; board: BoardName; square: Square }
  /** The place of a piece type in a reserve, or the whole reserve. */
  | { kind: 'reserve'; board: BoardName; color: Color; letter: PieceLetter | null };

export type Both = Record<BoardName, Setup>;

/** Writes a place for an attribute of an element. */
export function placeName(place: Place): string {
  if (place.kind === 'palette') return `palette/${place.piece}`;
  if (place.kind === 'square') return `square/${place.board}/${place.square}`;
  return `reserve/${place.board}/${place.color}/${place.letter ?? ''}`;
}

/** Reads the place of an attribute. */
export function placeNamed(name: string): Place | null {
  const [kind, one = '', two = '', three = ''] = name.split('/');
  if (kind === 'palette') return { kind, piece: one };
  const board = one === 'a' || one === 'b' ? one : null;
  if (board === null) return null;
  if (kind === 'square') return { kind, board, square: two };
  if (kind !== 'reserve' || (two !== 'white' && two !== 'black')) return null;
  return { kind, board, color: two, letter: LETTERS.find((letter) => letter === three) ?? null };
}

/** Returns the piece at a place, if it can be dragged. */
export function pieceAt(both: Both, place: Place): PlacedPiece | null {
  if (place.kind === 'palette') return place.piece;
  const setup = both[place.board];
  if (place.kind === 'square') return setup.pieces[place.square] ?? null;
  const { color, letter } = place;
  if (letter === null || setup.reserves[color][letter] === 0) return null;
  return color === 'white' ? letter : letter.toLowerCase();
}

/** Moves a piece; off the boards it is removed. If it can't be there, it stays. */
export function movePiece(both: Both, from: Place, to: Place | null): Both {
  const piece = pieceAt(both, from);
  if (piece === null || (to !== null && placeName(from) === placeName(to))) return both;
  if (to === null || to.kind === 'palette') return without(both, from);
  if (to.kind === 'square') {
    const left = without(both, from);
    const setup = left[to.board];
    return { ...left, [to.board]: { ...setup, pieces: { ...setup.pieces, [to.square]: piece } } };
  }
  const letter = heldAs(piece);
  if (letter === null) return both;
  const left = without(both, from);
  const setup = left[to.board];
  if (setup.reserves[to.color][letter] === MOST_HELD) return both;
  return { ...left, [to.board]: hold(setup, to.color, letter, 1) };
}

function without(both: Both, place: Place): Both {
  if (place.kind === 'palette') return both;
  const setup = both[place.board];
  if (place.kind === 'reserve') {
    return place.letter === null ? both : { ...both, [place.board]: hold(setup, place.color, place.letter, -1) };
  }
  const pieces = { ...setup.pieces };
  delete pieces[place.square];
  return { ...both, [place.board]: { ...setup, pieces } };
}

/** Returns the piece type in a reserve: a promoted piece is a pawn, and null is for a king, which can't be in one. */
function heldAs(piece: PlacedPiece): PieceLetter | null {
  if (piece.endsWith('~')) return 'P';
  return LETTERS.find((letter) => letter === piece.charAt(0).toUpperCase()) ?? null;
}
