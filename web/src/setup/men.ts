// Men as they are drawn and named.
import type { Color, PieceName } from '../api/schema';
import { LETTERS, pieceName } from '../state/seats';
import type { Man } from './setup';

export function colorOfMan(man: Man): Color {
  return man.charAt(0) === man.charAt(0).toUpperCase() ? 'white' : 'black';
}

export function pieceOfMan(man: Man): PieceName {
  const sign = man.charAt(0).toUpperCase();
  const letter = LETTERS.find((letter) => letter === sign);
  return letter ? pieceName(letter) : 'king';
}

/** "white knight", "empty". */
export function manWords(man: Man | undefined): string {
  return man ? `${colorOfMan(man)} ${pieceOfMan(man)}` : 'empty';
}
