// Legal moves, requested once for each position and rules.
import { legalMoves } from '../api/client';
import type { Boards, Legal, Tag } from '../api/schema';

const MOST = 300;
const known = new Map<string, Promise<Legal>>();

/** The tags that choose rules. */
const RULE_TAGS = ['Variant', 'Promotion', 'DropAggression', 'PawnDropRanks'];

/** Returns the tags of a game that choose rules. If a name occurs twice, the first counts. */
export function rulesOf(tags: readonly Tag[]): Record<string, string> {
  return Object.fromEntries(
    tags
      .filter(({ name }) => RULE_TAGS.includes(name))
      .map(({ name, value }) => [name, value] as const)
      .reverse(),
  );
}

export function legalFor(boards: Boards, tags: readonly Tag[]): Promise<Legal> {
  const rules = rulesOf(tags);
  const key = `${boards.a.bfen} | ${boards.b.bfen} | ${JSON.stringify(rules)}`;
  let answer = known.get(key);
  if (!answer) {
    answer = legalMoves(boards.a.bfen, boards.b.bfen, rules);
    // A failed request is sent again.
    answer.catch(() => known.delete(key));
    known.set(key, answer);
    const oldest = known.keys().next().value;
    if (known.size > MOST && oldest !== undefined) known.delete(oldest);
  }
  return answer;
}
