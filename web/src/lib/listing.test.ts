import { describe, expect, it } from 'vitest';
import type { FoundGame } from '../api/schema';
import { listingOfFound } from './listing';

const player = (name: string) => ({ name, rating: null });
const found: FoundGame = {
  game: 7,
  ply: 34,
  file: 'games.bpgn',
  number: 8,
  line: 90,
  seats: { WhiteA: player('a'), BlackA: player('b'), WhiteB: player('c'), BlackB: player('d') },
  date: '2010.05.31',
  result: '1-0',
  winner: 'team1',
  end: 'both-flags',
  plies: 88,
  time_control: '180+0',
  state: 'ok',
};

describe('games of the archive in the list', () => {
  it('open at the half-move that was found', () => {
    const listing = listingOfFound({ total: 1, offset: 0, games: [found] }, 50);
    expect(listing).toMatchObject({ total: 50, matched: 1, reading: false });
    expect(listing.games[0]).toMatchObject({
      address: '/archive/7?ply=34',
      key: 'archive:7',
      end_reason: 'both flags',
      winner: 'team1',
    });
  });

  it('open at the start if the search was about games only', () => {
    const listing = listingOfFound({ total: 60, offset: 50, games: [{ ...found, ply: null }] }, 50);
    expect(listing.games[0]!.address).toBe('/archive/7');
    expect(listing.total).toBe(60);
  });
});
