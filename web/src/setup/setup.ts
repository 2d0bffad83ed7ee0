// A board that is being set up: pieces, reserves, side to move, castling rights, en passant. The result is BFEN; the server
// validates it.
import type { Color, PieceLetter, Square } from '../api/schema';
import { LETTERS } from '../state/seats';

export const START_BFEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1';
export const EMPTY_BFEN = '8/8/8/8/8/8/8/8[] w - - 0 1';

/** A piece: its letter, in upper case for White, followed by ~ if it is a promoted pawn. */
export type PlacedPiece = string;

export interface Setup {
  pieces: Partial<Record<Square, PlacedPiece>>;
  reserves: Record<Color, Record<PieceLetter, number>>;
  turn: Color;
  /** As in BFEN. */
  rights: string;
  /** The en passant square; empty if there is none. */
  passed: Square | '';
}

/** The most pieces of a type in a reserve. */
export const MOST_HELD = 16;

export const RIGHTS = ['K', 'Q', 'k', 'q'] as const;

const FILES = 'abcdefgh';

/** The squares as White sees them, from the top. */
export const SQUARES: readonly Square[] = Array.from(
  { length: 64 },
  (_, at) => FILES.charAt(at % 8) + (8 - Math.floor(at / 8)),
);

export function readBfen(text: string): Setup {
  const [board = '', turn = 'w', rights = '-', passed = '-'] = text.trim().split(/\s+/);
  const [, placement = '', held = ''] = /^([^[]*)(?:\[(.*)\])?$/.exec(board) ?? [];
  const setup: Setup = {
    pieces: {},
    reserves: reserves(),
    turn: turn === 'b' ? 'black' : 'white',
    rights: rights === '-' ? '' : rights,
    passed: '',
  };
  let at = 0;
  for (const [sign] of placement.matchAll(/[prnbqk]~?|[1-8]/gi)) {
    const square = SQUARES[at];
    if (/\d/.test(sign)) at += Number(sign);
    else {
      if (square) setup.pieces[square] = sign;
      at += 1;
    }
  }
  for (const letter of held) {
    const kind = letter.toUpperCase() as PieceLetter;
    if (!LETTERS.includes(kind)) continue;
    setup.reserves[letter === kind ? 'white' : 'black'][kind] += 1;
  }
  setup.passed = passable(setup).find((square) => square === passed) ?? '';
  return setup;
}

export function writeBfen(setup: Setup): string {
  const { pieces, reserves: held, turn, rights } = setup;
  const ranks = Array.from({ length: 8 }, (_, rank) => {
    const signs = SQUARES.slice(rank * 8, rank * 8 + 8).map((square) => pieces[square] ?? '1');
    return signs.join('').replace(/1+/g, (empty) => String(empty.length));
  });
  const inHand = (color: Color) =>
    LETTERS.map((letter) => (color === 'white' ? letter : letter.toLowerCase()).repeat(held[color][letter])).join('');
  const more = [turn.charAt(0), rights || '-', passedOf(setup) || '-'].join(' ');
  return `${ranks.join('/')}[${inHand('white')}${inHand('black')}] ${more} 0 1`;
}

/** Returns the possible en passant squares. */
export function passable({ pieces, turn }: Setup): Square[] {
  const [pawn, rank, back, ahead] = turn === 'white' ? ['p', 6, 7, 5] : ['P', 3, 2, 4];
  return [...FILES]
    .filter((file) => pieces[`${file}${ahead}`] === pawn && !pieces[`${file}${rank}`] && !pieces[`${file}${back}`])
    .map((file) => `${file}${rank}`);
}

/** Returns the chosen en passant square, if it is still possible. */
export function passedOf(setup: Setup): Square | '' {
  return passable(setup).find((square) => square === setup.passed) ?? '';
}

/** Puts a piece on a square. The same piece again, or null, removes it. */
export function put(setup: Setup, square: Square, piece: PlacedPiece | null): Setup {
  const pieces = { ...setup.pieces };
  if (piece === null || pieces[square] === piece) delete pieces[square];
  else pieces[square] = piece;
  return { ...setup, pieces };
}

export function hold(setup: Setup, color: Color, letter: PieceLetter, by: 1 | -1): Setup {
  const count = Math.min(Math.max(setup.reserves[color][letter] + by, 0), MOST_HELD);
  return { ...setup, reserves: { ...setup.reserves, [color]: { ...setup.reserves[color], [letter]: count } } };
}

export function toggleRight(setup: Setup, right: (typeof RIGHTS)[number]): Setup {
  const has = setup.rights.includes(right);
  const others = RIGHTS.filter((other) => other !== right && setup.rights.includes(other));
  return { ...setup, rights: RIGHTS.filter((other) => (other === right ? !has : others.includes(other))).join('') };
}

function reserves(): Setup['reserves'] {
  const none = () => ({ Q: 0, R: 0, B: 0, N: 0, P: 0 });
  return { white: none(), black: none() };
}
