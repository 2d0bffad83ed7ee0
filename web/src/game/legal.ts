// What is legal, asked once for each position.
import { legalMoves } from '../api/client';
import type { Boards, Legal } from '../api/schema';

const MOST = 300;
const known = new Map<string, Promise<Legal>>();

export function legalFor(boards: Boards): Promise<Legal> {
  const key = `${boards.a.bfen} | ${boards.b.bfen}`;
  let answer = known.get(key);
  if (!answer) {
    answer = legalMoves(boards.a.bfen, boards.b.bfen);
    // A failure is not kept.
    answer.catch(() => known.delete(key));
    known.set(key, answer);
    const oldest = known.keys().next().value;
    if (known.size > MOST && oldest !== undefined) known.delete(oldest);
  }
  return answer;
}
