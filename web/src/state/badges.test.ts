import { expect, test } from 'vitest';
import { board, game, line, timedGame } from '../test/fixtures';
import { badgesOf, helpText } from './badges';
import { treeOf } from './tree';

const kinds = (...args: Parameters<typeof badgesOf>) => badgesOf(...args).map((badge) => badge.kind);

test('a badge shows what would help a frozen side', () => {
  const frozen = board({
    turn: 'black',
    status: 'frozen',
    help: { pieces: ['Q', 'N'], squares: ['f8', 'e8'] },
  });
  const plain = game(line('', [], []));
  plain.start.boards = { a: frozen, b: board() };
  const tree = treeOf(plain);
  expect(kinds(tree, { line: '', ply: 0 }, 'BlackA')).toEqual(['frozen']);
  expect(badgesOf(tree, { line: '', ply: 0 }, 'BlackA')[0]?.title).toContain('queen, knight on f8, e8');
  expect(kinds(tree, { line: '', ply: 0 }, 'WhiteA')).toEqual([]);
  expect(helpText(frozen)).toBe('needs Q N on f8 e8');
});

test('sitting begins after a half-move and ends with one', () => {
  const tree = treeOf(timedGame({ sits: [{ seat: 'BlackB', from_ply: 2, to_ply: 5, time: 20_000 }] }));
  const sits = [0, 1, 2, 3, 4, 5].filter((ply) => kinds(tree, { line: '', ply }, 'BlackB').includes('sitting'));
  expect(sits).toEqual([2, 3, 4]);
  expect(kinds(tree, { line: '3.1', ply: 3 }, 'BlackB')).toEqual([]);
});

test('the outcome shows only at the end of the main line', () => {
  const tree = treeOf(timedGame({ outcome: { winner: 'team1', by: 'time', loser_seat: 'WhiteB' } }));
  expect(kinds(tree, { line: '', ply: 5 }, 'WhiteB')).toEqual(['flagged']);
  expect(kinds(tree, { line: '', ply: 4 }, 'WhiteB')).toEqual([]);
  expect(kinds(tree, { line: '3.1', ply: 5 }, 'WhiteB')).toEqual([]);
});

test('a mate on the board and in the outcome is one badge', () => {
  const mated = timedGame({ outcome: { winner: 'team1', by: 'checkmate', loser_seat: 'BlackA' } });
  mated.main.half_moves[4]!.boards.a = board({ turn: 'black', status: 'checkmate' });
  expect(kinds(treeOf(mated), { line: '', ply: 5 }, 'BlackA')).toEqual(['mated']);
});

test('the reason of a loss is in words', () => {
  const titles = (by: string) => {
    const tree = treeOf(timedGame({ outcome: { winner: 'team1', by, loser_seat: 'WhiteB' } }));
    return badgesOf(tree, { line: '', ply: 5 }, 'WhiteB').map(({ title }) => title);
  };
  expect(titles('disconnection')).toContain('Lost by disconnection');
  expect(titles('partner')).toContain('Lost on the partner’s board');
});
