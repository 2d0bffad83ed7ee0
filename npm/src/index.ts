/**
 * Rules, matches and notations of bughouse chess.
 * @module bughouse-chess
 */
export { Board } from './board.js';
export { BughouseError } from './error.js';
export type { Source } from './load.js';
export { Match, type MatchOptions, type Outcome, type Step } from './match.js';
export { Move } from './move.js';
export { init, initSync } from './rules.js';
export type {
  BoardName,
  Color,
  File,
  ColoredPiece,
  Piece,
  Rank,
  Reserve,
  ReservePiece,
  Rules,
  Seat,
  Square,
  Status,
} from './words.js';
