// The id of a half-move's element.
import type { Spot } from '../state/address';

export function moveId({ line, ply }: Spot): string {
  return `move-${line || 'main'}-${ply}`;
}
