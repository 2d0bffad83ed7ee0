// Numbers over time, as lines to draw.
import type { ArchivePlayer, ExploredYears } from '../api/schema';
import { points } from './explore';

export interface Line {
  name: string;
  /** A variable of the style sheet. */
  color: string;
  values: (number | null)[];
}

export interface Lines {
  /** Years; months are parts of them. */
  times: number[];
  lines: Line[];
}

const COLORS = ['--seat-white-a', '--seat-black-a', '--seat-black-b', '--seat-white-b', '--muted'] as const;

export type YearsMode = 'share' | 'score';

/** Returns lines for the most frequent moves: their share of a year's games, or the points scored with them. */
export function yearLines(answer: ExploredYears, mode: YearsMode): Lines {
  return {
    times: answer.years,
    lines: answer.moves.slice(0, COLORS.length).map((move, at) => ({
      name: move.board === undefined || move.board === null ? move.san : `${move.board} ${move.san}`,
      color: COLORS[at]!,
      values: answer.years.map((_, at) => {
        const games = move.games[at] ?? 0;
        if (mode === 'share') return (100 * games) / (answer.games[at] || 1);
        const score = points({ won: move.won[at] ?? 0, drawn: move.drawn[at] ?? 0, lost: move.lost[at] ?? 0 });
        return score === null ? null : 100 * score;
      }),
    })),
  };
}

export type MonthsMode = 'rating' | 'games' | 'score';

/** Returns a line for a player's months. A month without games has 0 games, no rating and no score. */
export function monthLines(months: ArchivePlayer['months'], mode: MonthsMode): Lines {
  const known = new Map(months.map((month) => [monthNumber(month.month), month]));
  const numbers = [...known.keys()];
  const first = numbers[0] ?? 0;
  const all = numbers.length === 0 ? [] : Array.from({ length: numbers.at(-1)! - first + 1 }, (_, at) => first + at);
  const value = (number: number): number | null => {
    const month = known.get(number);
    if (mode === 'games') return month?.score.games ?? 0;
    if (!month) return null;
    if (mode === 'rating') return month.rating;
    const score = points(month.score);
    return score === null ? null : 100 * score;
  };
  const names = { rating: 'Rating', games: 'Games', score: 'Points' };
  return {
    times: all.map((number) => number / 12),
    lines: [{ name: names[mode], color: COLORS[0], values: all.map(value) }],
  };
}

/** The number of a month such as 2010.05, in months. */
function monthNumber(text: string): number {
  const [year = 0, month = 1] = text.split('.').map(Number);
  return year * 12 + month - 1;
}

/** Writes the month of a time. */
export function monthText(time: number): string {
  const number = Math.round(time * 12);
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;
}

/** Describes where lines begin and end. */
export function linesWords(lines: Lines, time: (at: number) => string, value: (at: number) => string): string {
  const parts = lines.lines.map(({ name, values }) => {
    const known = values.flatMap((number, at) => (number === null ? [] : [{ number, at }]));
    const [first, last] = [known[0], known.at(-1)];
    if (!first || !last) return `${name}: no data`;
    const from = `${value(first.number)} in ${time(lines.times[first.at]!)}`;
    return first === last
      ? `${name}: ${from}`
      : `${name}: ${from}, ${value(last.number)} in ${time(lines.times[last.at]!)}`;
  });
  return parts.join('. ') + '.';
}
