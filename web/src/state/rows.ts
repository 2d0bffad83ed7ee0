// The moves as a table of four columns, A a B b, in order of time.
import type { Comment, HalfMove, Line, Seat } from '../api/schema';
import { shownComments } from './annotations';

export const COLUMNS: readonly Seat[] = ['WhiteA', 'BlackA', 'WhiteB', 'BlackB'];

export type Cell =
  { kind: 'played'; halfMove: HalfMove } | { kind: 'unplayed'; label: string; san: string; first: boolean };

export type Block =
  | { kind: 'row'; key: string; cells: (Cell | null)[] }
  /** The comments and variations below a half-move, whose index in the line is given. */
  | { kind: 'below'; key: string; index: number; comments: readonly Comment[]; variations: readonly Line[] };

/**
 * Arranges a line in rows. From left to right and top to bottom, it is in order of time: a half-move starts a new row unless
 * its column is to the right of the previous one.
 */
export function blocksOf(line: Line): Block[] {
  const blocks: Block[] = [];
  let row: (Cell | null)[] | null = null;
  let column = -1;
  const put = (at: number, cell: Cell, key: string) => {
    if (row === null || at <= column) {
      row = [null, null, null, null];
      blocks.push({ kind: 'row', key, cells: row });
    }
    row[at] = cell;
    column = at;
  };
  line.half_moves.forEach((halfMove, index) => {
    put(COLUMNS.indexOf(halfMove.seat), { kind: 'played', halfMove }, `r${halfMove.ply}`);
    const { variations } = halfMove;
    const comments = shownComments(halfMove.comments);
    if (comments.length > 0 || variations.length > 0) {
      blocks.push({ kind: 'below', key: `b${halfMove.ply}`, index, comments, variations });
      row = null;
    }
  });
  // A new row shows where the replay stopped.
  row = null;
  line.unplayed.forEach(({ label, san, variations }, index) => {
    put(columnOf(label), { kind: 'unplayed', label, san, first: index === 0 }, `u${index}`);
    if (variations.length > 0) {
      const at = line.half_moves.length + index;
      blocks.push({ kind: 'below', key: `v${index}`, index: at, comments: [], variations });
      row = null;
    }
  });
  return blocks;
}

/** Returns the number of a label: 12 of 12a. */
export function numberOf(label: string): string {
  return /^\d+/.exec(label)?.[0] ?? '';
}

function columnOf(label: string): number {
  return Math.max('AaBb'.indexOf(label.replace(/[^A-Za-z]/g, '').slice(-1) || 'A'), 0);
}

const NAGS: Record<string, string> = {
  $1: '!',
  $2: '?',
  $3: '!!',
  $4: '??',
  $5: '!?',
  $6: '?!',
  $10: '=',
  $13: '∞',
  $14: '⩲',
  $15: '⩱',
  $16: '±',
  $17: '∓',
  $18: '+−',
  $19: '−+',
};

/** Returns the symbol of a NAG: ⩲ for $14. */
export function nagText(nag: string): string {
  return NAGS[nag] ?? nag;
}

/** The NAGs that the menu offers. */
export const OFFERED_NAGS = ['!!', '!', '!?', '?!', '?', '??'] as const;

/** Sets one of the offered NAGs, or removes it if it is set. Other NAGs stay. */
export function toggleNag(nags: readonly string[], nag: string): string[] {
  const others = nags.filter((other) => !OFFERED_NAGS.some((offered) => offered === nagText(other)));
  return nags.some((other) => nagText(other) === nag) ? others : [nag, ...others];
}
