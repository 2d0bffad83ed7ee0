// What the solver found, in words and in arrows.
import type { AnalyzedNeed, AnalyzedSeat, Analysis, Game, GameMistake, PieceLetter, Seat } from '../api/schema';
import type { Badge } from './badges';
import type { Drawing } from './drawings';
import { shownName } from './players';
import { boardOf, opponentOf, otherBoard, pieceName } from './seats';

/** What one more piece would do: mate whatever arrives, mate if nothing arrives, or save. */
export type NeedKind = 'mates' | 'may-mate' | 'saves';

export function needKind(need: AnalyzedNeed): NeedKind | null {
  if (need.mate) return need.mate.strength === 'hard' ? 'mates' : 'may-mate';
  return need.saves ? 'saves' : null;
}

/** Whether anything is to be said about a piece. */
export function matters(need: AnalyzedNeed): boolean {
  return needKind(need) !== null || need.is_deadly;
}

/** What one more piece would do, in sentences; empty if it does nothing. */
export function needText(game: Game, seat: Seat, { to_move }: AnalyzedSeat, need: AnalyzedNeed): string {
  if (!matters(need)) return '';
  const one = `one more ${pieceName(need.piece)}`;
  const parts: string[] = [];
  const { mate } = need;
  if (mate) {
    const what = `${to_move ? 'mates' : 'threatens mate'} in ${mate.moves} with ${one}`;
    const how = mate.strength === 'hard' ? 'nothing stops it' : 'if nothing arrives';
    parts.push(`${capital(what)}, ${how}${lineOf(mate.line)}`);
  }
  if (need.is_deadly) parts.push(`${opponentName(game, seat)} must not let it come`);
  if (need.saves) parts.push(`${capital(one)} saves`);
  if (need.captures.length > 0) {
    const partner = shownName(game, partnerOf(seat));
    parts.push(`${partner} can take one now: ${need.captures.map(({ san }) => san).join(', ')}`);
  }
  return parts.join('. ') + '.';
}

/** Names stay as they are written; sentences begin with a capital. */
function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lineOf(line: readonly { san: string }[]): string {
  return line.length > 0 ? `: ${line.map(({ san }) => san).join(' ')}` : '';
}

function opponentName(game: Game, seat: Seat): string {
  return shownName(game, opponentOf(seat));
}

/** Who sits on the other board with the other color. */
export function partnerOf(seat: Seat): Seat {
  const partners: Record<Seat, Seat> = { WhiteA: 'BlackB', BlackB: 'WhiteA', BlackA: 'WhiteB', WhiteB: 'BlackA' };
  return partners[seat];
}

/** Pieces as words: "a knight or a bishop". */
export function piecesWords(letters: readonly PieceLetter[]): string {
  const words = letters.map((letter) => `a ${pieceName(letter)}`);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function letters(seat: AnalyzedSeat, wanted: (need: AnalyzedNeed) => boolean): PieceLetter[] {
  return seat.needs.filter(wanted).map(({ piece }) => piece);
}

/** A problem in a seat. */
export function badgesOfAnalysis(game: Game, analysis: Analysis, seat: Seat): Badge[] {
  const own = analysis[seat];
  const opponent = analysis[opponentOf(seat)];
  const badges: Badge[] = [];
  const saving = letters(opponent, ({ saves }) => saves);
  if (own.mate) {
    const { moves, strength, line } = own.mate;
    const hard = strength === 'hard';
    const rest = hard
      ? 'nothing stops it'
      : saving.length > 0
        ? `unless ${piecesWords(saving)} arrives`
        : 'if nothing arrives';
    const [text, title] = own.to_move
      ? [`mate in ${moves}${hard ? '' : '?'}`, `Mate in ${moves}, ${rest}`]
      : [`threatens mate in ${moves}`, `Threatens mate in ${moves}, ${rest}`];
    badges.push({ kind: own.to_move ? (hard ? 'mates' : 'may-mate') : 'threat', text, title: title + lineOf(line) });
  }
  if (own.is_lost) {
    const help = letters(own, ({ saves }) => saves);
    const title = help.length > 0 ? `Lost unless ${piecesWords(help)} arrives` : 'Lost, whatever is played here';
    badges.push({ kind: 'dead', text: help.length > 0 ? `needs ${help.join(' ')}` : 'lost', title });
  }
  const deadly = opponent.mate?.strength === 'hard' ? [] : letters(opponent, ({ is_deadly }) => is_deadly);
  if (deadly.length > 0) {
    const name = opponentName(game, seat);
    badges.push({
      kind: 'danger',
      text: `dead to ${deadly.join(' ')}`,
      title: `Dead if ${name} gets ${piecesWords(deadly)}`,
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

/** A mistake in words. */
export function mistakeText({ kind, mate, better }: GameMistake): string {
  const line = mate.line.map(({ san }) => san).join(' ');
  return kind === 'missed-mate'
    ? `Missed a mate in ${mate.moves} that nothing stops: ${line}`
    : `Allows a mate in ${mate.moves} that nothing stops: ${line}. Safe was ${better.san}`;
}

/** A mistake as a sign: a query mistake, or two. */
export function mistakeSign({ kind }: GameMistake): string {
  return kind === 'missed-mate' ? '?' : '??';
}
