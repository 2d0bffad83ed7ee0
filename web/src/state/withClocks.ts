// A two-board FEN with clocks: `board/reserve w KQkq - 180.0 180.0` for each board.
import type { BoardName, Clocks } from '../api/schema';
import { seatOf } from './seats';

/**
 * Writes both boards, given as BFEN, with clocks in seconds; null unless all clocks are known. Clocks always have decimals:
 * whole numbers could be mistaken for counters.
 */
export function withClocks(a: string, b: string, clocks: Clocks): Record<BoardName, string> | null {
  const one = (name: BoardName, bfen: string): string | null => {
    const [board = '', ...fields] = bfen.split(' ');
    const times = [clocks[seatOf(name, 'white')], clocks[seatOf(name, 'black')]];
    if (times.some((ms) => ms === null)) return null;
    const placement = board.replace(/\[(.*)\]$/, (_, held: string) => (held === '' ? '' : `/${held}`));
    return [placement, ...fields.slice(0, 3), ...times.map((ms) => seconds(ms ?? 0))].join(' ');
  };
  const both = { a: one('a', a), b: one('b', b) };
  return both.a === null || both.b === null ? null : { a: both.a, b: both.b };
}

function seconds(ms: number): string {
  const text = String(Math.round(ms) / 1000);
  return text.includes('.') ? text : `${text}.0`;
}
