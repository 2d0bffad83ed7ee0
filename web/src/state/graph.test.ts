import { expect, test } from 'vitest';
import { timedGame } from '../test/fixtures';
import { graphOf, graphWords, mistakesOf, plyAtTime, readingAt } from './graph';
import { treeOf } from './tree';

const tree = treeOf(timedGame());

test('four clocks over real time', () => {
  const graph = graphOf(tree, 'clocks');
  expect(graph.times).toEqual([0, 1, 1.5, 5, 14, 21.5]);
  expect(graph.curves.map((curve) => curve.name)).toEqual(['Ann', 'Bob', 'Cid', 'Dee']);
  expect(graph.curves[3]?.values).toEqual([180, 180, 180, 176.5, 167.5, 160]);
  expect(graph.marks).toEqual([{ ply: 4, time: 14, kind: 'capture' }]);
});

test('two differences', () => {
  const graph = graphOf(tree, 'diagonals');
  expect(graph.curves.map((curve) => curve.values.at(-1))).toEqual([170 - 178.5, 168.5 - 160]);
});

test('a time leads to the half-move before it', () => {
  expect([0, 999, 1000, 13_999, 14_000, 99_000].map((time) => plyAtTime(tree, time))).toEqual([0, 0, 1, 3, 4, 5]);
});

test('the graph in words', () => {
  expect(graphWords(tree)).toContain('The game took 21 seconds.');
  expect(graphWords(tree)).toContain('Black on board B 2 minutes 40 seconds');
});

test('the graph is read at a time', () => {
  const clocks = readingAt(tree, graphOf(tree, 'clocks'), 'clocks', 14_500);
  expect([clocks.ply, clocks.time, clocks.values[3]]).toEqual([4, '0:14.0', '2:47']);
  const start = readingAt(tree, graphOf(tree, 'diagonals'), 'diagonals', -5);
  expect([start.ply, start.what, start.values]).toEqual([0, 'Start', ['0:00.0', '0:00.0']]);
});

test('mistakes are where they were played', () => {
  expect(mistakesOf(tree, [2, 3])).toEqual([
    { ply: 2, time: 1.5, kind: 'mistake' },
    { ply: 3, time: 5, kind: 'mistake' },
  ]);
});
