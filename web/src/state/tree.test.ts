import { describe, expect, test } from 'vitest';
import { line, timedGame } from '../test/fixtures';
import * as tree from './tree';

const game = tree.treeOf(timedGame());
const at = (ply: number, line = '') => ({ line, ply });

test('a tree has all lines and the half-moves that lead to them', () => {
  expect([...game.lines.keys()].sort()).toEqual(['', '3.1', '3.1/4.1', '3.2']);
  expect(tree.movesTo(game, at(4, '3.1/4.1')).map((move) => move.san)).toEqual(['e4', 'd4', 'e5', 'f4']);
  expect(tree.halfMoveAt(game, at(0))).toBeNull();
  expect(tree.boardsAt(game, at(0))).toBe(game.game.start.boards);
  expect(tree.boardsAt(game, at(2, '3.1')).b.bfen).toBe('d4-2');
});

describe('settling', () => {
  test('a half-move belongs to the line that contains it', () => {
    expect(tree.settle(game, at(2, '3.1/4.1'))).toEqual(at(2));
    expect(tree.settle(game, at(3, '3.1/4.1'))).toEqual(at(3, '3.1'));
    expect(tree.settle(game, at(4, '3.1/4.1'))).toEqual(at(4, '3.1/4.1'));
  });

  test('a missing spot leads to the nearest one', () => {
    expect(tree.settle(game, at(99))).toEqual(at(5));
    expect(tree.settle(game, at(99, '3.2'))).toEqual(at(3, '3.2'));
    expect(tree.settle(game, at(4, '3.9/7.7'))).toEqual(at(4));
    expect(tree.settle(game, at(-3))).toEqual(at(0));
  });
});

describe('stepping', () => {
  test('by half-move', () => {
    expect(tree.next(game, at(0))).toEqual(at(1));
    expect(tree.next(game, at(5))).toBeNull();
    expect(tree.previous(game, at(0))).toBeNull();
    expect(tree.previous(game, at(3, '3.1'))).toEqual(at(2));
    expect(tree.previous(game, at(4, '3.1/4.1'))).toEqual(at(3, '3.1'));
    expect(tree.lineEnd(game, at(3, '3.1'))).toEqual(at(5, '3.1'));
  });

  test('by board', () => {
    expect(tree.nextOnBoard(game, at(0), 'b')).toEqual(at(2));
    expect(tree.nextOnBoard(game, at(2), 'b')).toEqual(at(5));
    expect(tree.nextOnBoard(game, at(5), 'b')).toBeNull();
    expect(tree.previousOnBoard(game, at(5), 'b')).toEqual(at(2));
    // On board A, half-move 4 was the last one. Half-move 3 shows the position before it.
    expect(tree.previousOnBoard(game, at(5), 'a')).toEqual(at(3));
    expect(tree.previousOnBoard(game, at(1), 'a')).toEqual(at(0));
    expect(tree.previousOnBoard(game, at(1), 'b')).toBeNull();
    expect(tree.previousOnBoard(game, at(4, '3.1'), 'a')).toEqual(at(3, '3.1'));
    expect(tree.previousOnBoard(game, at(3, '3.1'), 'a')).toEqual(at(1));
  });

  test('by capture', () => {
    expect(tree.nextCapture(game, at(0))).toEqual(at(4));
    expect(tree.nextCapture(game, at(4))).toBeNull();
    expect(tree.previousCapture(game, at(5))).toEqual(at(4));
    expect(tree.previousCapture(game, at(4))).toBeNull();
  });

  test('by variation', () => {
    expect(tree.alternatives(game, at(3))).toEqual([at(3), at(3, '3.1'), at(3, '3.2')]);
    expect(tree.alternative(game, at(3), 1)).toEqual(at(3, '3.1'));
    expect(tree.alternative(game, at(3, '3.1'), 1)).toEqual(at(3, '3.2'));
    expect(tree.alternative(game, at(3, '3.2'), 1)).toBeNull();
    expect(tree.alternative(game, at(3, '3.1'), -1)).toEqual(at(3));
    expect(tree.alternative(game, at(4, '3.1'), 1)).toEqual(at(4, '3.1/4.1'));
    expect(tree.alternative(game, at(0), 1)).toBeNull();
  });
});

test('a variation at the place where the replay stopped can be selected', () => {
  const stopped = timedGame();
  const instead = line('6.1', stopped.main.half_moves, [{ seat: 'WhiteB', san: 'c4' }]);
  stopped.main.unplayed = [{ label: '2B', san: 'Ke9', variations: [instead] }];
  const lines = tree.treeOf(stopped);
  expect(tree.settle(lines, at(6, '6.1'))).toEqual(at(6, '6.1'));
  expect(tree.previous(lines, at(6, '6.1'))).toEqual(at(5));
  expect(tree.alternatives(lines, at(6, '6.1'))).toEqual([at(6, '6.1')]);
});

test('the end of the game is the end of the main line, if it was replayed completely', () => {
  expect(tree.isEndOfGame(game, at(5))).toBe(true);
  expect(tree.isEndOfGame(game, at(4))).toBe(false);
  expect(tree.isEndOfGame(game, at(5, '3.1'))).toBe(false);
  const broken = timedGame();
  broken.main.stopped = { ply: 6, label: '6b', move: 'Ke9', kind: 'unreadable', why: 'no such square' };
  expect(tree.isEndOfGame(tree.treeOf(broken), at(5))).toBe(false);
});
