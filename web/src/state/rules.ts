// The rules of a game, for requests about a position.
import type { Tag } from '../api/schema';

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
