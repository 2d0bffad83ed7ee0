// The identity of a half-move in the page, so that it is found without a search.
import type { Spot } from '../state/address';

export function moveId({ line, ply }: Spot): string {
  return `move-${line || 'main'}-${ply}`;
}
