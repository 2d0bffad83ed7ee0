// A name for the file of a game.
import type { Game } from '../api/schema';
import { playerName } from './players';
import { SEATS } from './seats';

/** Returns a name of the players and the date that every file system accepts. */
export function fileNameOf(game: Game): string {
  const plain = (word: string) => word.replace(/[^\p{L}\p{N}.-]+/gu, '');
  const [whiteA = '', blackA = '', whiteB = '', blackB = ''] = SEATS.map((seat) => plain(playerName(game, seat)));
  const date = game.tags.find((tag) => tag.name === 'Date')?.value ?? '';
  const words = [whiteA, blackB, whiteA || blackB ? 'vs' : '', blackA, whiteB, date.includes('?') ? '' : plain(date)];
  const name = words
    .filter((word) => word !== '')
    .join('-')
    .replace(/^[.-]+/, '');
  return `${name.slice(0, 80) || 'game'}.bpgn`;
}
