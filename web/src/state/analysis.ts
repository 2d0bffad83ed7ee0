// The solver's answers, in words and in arrows.
import type { AnalyzedNeed, AnalyzedSeat, Analysis, Game, GameMistake, PieceLetter, Seat } from '../api/schema';
import type { Badge } from './badges';
import type { Drawing } from './drawings';
import { shownName } from './players';
import { boardOf, opponentOf, otherBoard, pieceName } from './seats';

/** What one more piece does: gives a forced mate, gives mate unless the opponent receives a piece, or saves. */
export type NeedKind = 'mates' | 'may-mate' | 'saves';

export function needKind(need: AnalyzedNeed): NeedKind | null {
  if (need.mate) return need.mate.strength === 'hard' ? 'mates' : 'may-mate';
  return need.saves ? 'saves' : null;
}

/** Returns `true` if a piece has an effect worth showing. */
export function matters(need: AnalyzedNeed): boolean {
  return needKind(need) !== null || need.is_deadly;
}

/** What one more piece would do, in sentences; empty if it does nothing. */
export function needText(game: Game, seat: Seat, { to_move }: AnalyzedSeat, need: AnalyzedNeed): string {
  if (!matters(need)) return '';
  const piece = pieceName(need.piece);
  const parts: string[] = [];
  const { mate } = need;
  if (mate) {
    const what = to_move ? 'mate' : 'threatens mate';
    const how = mate.strength === 'hard' ? 'forced' : `unless ${opponentName(game, seat)} receives a piece`;
    const comma = mate.strength === 'hard' ? ',' : '';
    parts.push(`With one more ${piece}: ${what} in ${mate.moves}${comma} ${how}${lineOf(mate.line)}`);
  }
  if (need.is_deadly) parts.push(`${opponentName(game, seat)} gets mated if ${shownName(game, seat)} receives one`);
  if (need.saves) parts.push(`One more ${piece} saves ${shownName(game, seat)}`);
  if (need.captures.length > 0) {
    const partner = shownName(game, partnerOf(seat));
    parts.push(`${partner} can capture one now: ${need.captures.map(({ san }) => san).join(', ')}`);
  }
  return parts.join('. ') + '.';
}

function lineOf(line: readonly { san: string }[]): string {
  return line.length > 0 ? `: ${line.map(({ san }) => san).join(' ')}` : '';
}

function opponentName(game: Game, seat: Seat): string {
  return shownName(game, opponentOf(seat));
}

/** The player with the other color on the other board. */
export function partnerOf(seat: Seat): Seat {
  const partners: Record<Seat, Seat> = { WhiteA: 'BlackB', BlackB: 'WhiteA', BlackA: 'WhiteB', WhiteB: 'BlackA' };
  return partners[seat];
}

/** Pieces as words: "a knight or a bishop". */
export function piecesWords(letters: readonly PieceLetter[]): string {
  const words = letters.map((letter) => `a ${pieceName(letter)}`);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** Said of a player who gets mated, and whom no piece saves. */
export const FORCED_LOSS = 'Forced loss: every move loses.';

function letters(seat: AnalyzedSeat, wanted: (need: AnalyzedNeed) => boolean): PieceLetter[] {
  return seat.needs.filter(wanted).map(({ piece }) => piece);
}

/** The badges that follow from the analysis. */
export function badgesOfAnalysis(game: Game, analysis: Analysis, seat: Seat): Badge[] {
  const own = analysis[seat];
  const opponent = analysis[opponentOf(seat)];
  const badges: Badge[] = [];
  const saving = letters(opponent, ({ saves }) => saves);
  if (own.mate) {
    const { moves, strength, line } = own.mate;
    const hard = strength === 'hard';
    const sent = saving.length > 0 ? piecesWords(saving) : 'a piece';
    const rest = hard ? '' : ` unless ${opponentName(game, seat)} receives ${sent}`;
    const [text, title] = own.to_move
      ? [`mate in ${moves}${hard ? '' : ' unless fed'}`, `${hard ? 'Forced mate' : 'Mate'} in ${moves}${rest}`]
      : [`threatens mate in ${moves}`, `Threatens ${hard ? 'a forced mate' : 'mate'} in ${moves}${rest}`];
    badges.push({ kind: own.to_move ? (hard ? 'mates' : 'may-mate') : 'threat', text, title: title + lineOf(line) });
  }
  if (own.is_lost) {
    const help = letters(own, ({ saves }) => saves);
    const partner = shownName(game, partnerOf(seat));
    const title = help.length > 0 ? `Lost unless ${partner} sends ${piecesWords(help)}` : FORCED_LOSS;
    badges.push({ kind: 'dead', text: help.length > 0 ? `needs ${help.join(' ')}` : 'forced loss', title });
  }
  const deadly = opponent.mate?.strength === 'hard' ? [] : letters(opponent, ({ is_deadly }) => is_deadly);
  if (deadly.length > 0) {
    const name = opponentName(game, seat);
    badges.push({
      kind: 'danger',
      text: `dead to ${deadly.join(' ')}`,
      title: `Lost if ${name} receives ${piecesWords(deadly)}`,
    });
  }
  return badges;
}

/** How many moves of a line are drawn. */
const DRAWN = 3;

/** A mate with one more piece, and the captures that send it, as arrows and circles. */
export function drawingsOfNeed(seat: Seat, need: AnalyzedNeed): Drawing[] {
  const board = boardOf(seat);
  // Every other move is the opponent's.
  const own = (need.mate?.line ?? []).filter((_, at) => at % 2 === 0).slice(0, DRAWN);
  return [
    ...own.map(({ uci }) => drawingOf(board, 'G', uci)),
    ...need.captures.map(({ uci }) => drawingOf(otherBoard(board), 'B', uci)),
  ];
}

/** The moves of one side of a line as arrows and circles. */
export function drawingsOfLine(seat: Seat, line: readonly { uci: string }[]): Drawing[] {
  return line
    .filter((_, at) => at % 2 === 0)
    .slice(0, DRAWN)
    .map(({ uci }) => drawingOf(boardOf(seat), 'G', uci));
}

function drawingOf(board: Drawing['board'], ink: Drawing['ink'], uci: string): Drawing {
  if (uci[1] === '@') return { board, ink, from: uci.slice(2, 4), to: null };
  return { board, ink, from: uci.slice(0, 2), to: uci.slice(2, 4) };
}

/** Describes a mistake. */
export function mistakeText({ kind, mate, better }: GameMistake): string {
  const line = mate.line.map(({ san }) => san).join(' ');
  return kind === 'missed-mate'
    ? `Missed a forced mate in ${mate.moves}: ${line}`
    : `Allows a forced mate in ${mate.moves}: ${line}. Better: ${better.san}`;
}

/** The sign of a mistake: one or two question marks. */
export function mistakeSign({ kind }: GameMistake): string {
  return kind === 'missed-mate' ? '?' : '??';
}
