// Pages of a long list.

/** How many games a page of the list has. */
export const PAGE = 100;

export interface Place {
  /** The numbers of the first and the last game shown, from 1; 0 and 0 if there is none. */
  first: number;
  last: number;
  /** Where the pages before and after begin, if there are any. */
  previous: number | null;
  next: number | null;
}

export function placeOf(offset: number, shown: number, matched: number): Place {
  return {
    first: shown > 0 ? offset + 1 : 0,
    last: shown > 0 ? offset + shown : 0,
    previous: offset > 0 ? Math.max(0, Math.min(offset - PAGE, lastOffset(matched))) : null,
    next: offset + shown < matched && shown > 0 ? offset + shown : null,
  };
}

/** Returns where the last page begins. */
export function lastOffset(matched: number): number {
  return matched > 0 ? Math.floor((matched - 1) / PAGE) * PAGE : 0;
}

/** Moves by some rows, within the list. */
export function step(current: number, by: number, count: number): number {
  return Math.max(0, Math.min(count - 1, current + by));
}
