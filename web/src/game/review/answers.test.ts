import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import type { Analysis, Boards, Evaluated, GameMistakes, Legal } from '../../api/schema';
import { board } from '../../test/fixtures';
import { Answers } from './answers.svelte';

vi.mock('../../api/client', { spy: true });

beforeEach(() => {
  vi.useFakeTimers();
  // Each answer names what it is about.
  const about = (...parts: unknown[]) => ({ about: parts.join(' ') });
  vi.mocked(client.legalMoves).mockImplementation((a, b) => Promise.resolve(about(a, b) as unknown as Legal));
  vi.mocked(client.analyzeBoards).mockImplementation((a, b) => Promise.resolve(about(a, b) as unknown as Analysis));
  vi.mocked(client.evaluateBoards).mockImplementation((a, b) => Promise.resolve(about(a, b) as unknown as Evaluated));
  vi.mocked(client.askEngine).mockImplementation((a, b) => Promise.resolve(about('engine', a, b) as never));
  vi.mocked(client.findMistakes).mockImplementation((text) => Promise.resolve(about(text) as unknown as GameMistakes));
});

afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

const boards = (a: string): Boards => ({ a: board({ bfen: a }), b: board({ bfen: 'b' }) });
const wait = () => vi.advanceTimersByTimeAsync(400);

test('of the positions of a quick walk, the last has legal moves and a score, the first and last are analyzed', async () => {
  const answers = new Answers();
  for (const name of ['1', '2', '3']) {
    answers.askMoves(boards(name), []);
    answers.askBoards(boards(name), []);
    await vi.advanceTimersByTimeAsync(20);
  }
  await wait();
  const positions = (call: (a: string, ...more: never[]) => unknown) => vi.mocked(call).mock.calls.map(([a]) => a);
  expect(positions(client.legalMoves)).toEqual(['3']);
  expect(positions(client.evaluateBoards)).toEqual(['3']);
  expect(positions(client.analyzeBoards)).toEqual(['1', '3']);
  expect([answers.legal.answer, answers.analysis.answer]).toEqual([{ about: '3 b' }, { about: '3 b' }]);
});

test('answers about other boards are not shown', async () => {
  const answers = new Answers();
  answers.askMoves(boards('1'), []);
  answers.askBoards(boards('1'), []);
  await wait();
  expect(answers.evaluated.answer).toEqual({ about: '1 b' });
  answers.askMoves(boards('2'), []);
  answers.askBoards(boards('2'), []);
  expect([answers.legal.answer, answers.analysis.answer, answers.evaluated.answer]).toEqual([null, null, null]);
});

test('tags that choose rules are sent, and other rules need other answers', async () => {
  const answers = new Answers();
  answers.askMoves(boards('1'), [{ name: 'Event', value: 'x' }]);
  await wait();
  answers.askMoves(boards('1'), [{ name: 'Event', value: 'y' }]);
  await wait();
  expect(client.legalMoves).toHaveBeenCalledTimes(1);
  answers.askMoves(boards('1'), [{ name: 'Promotion', value: 'any' }]);
  await wait();
  expect(vi.mocked(client.legalMoves).mock.lastCall).toEqual(['1', 'b', { Promotion: 'any' }]);
});

test('the engine is used only if it is chosen, and its failure does not hide the other answers', async () => {
  const answers = new Answers();
  answers.askBoards(boards('1'), []);
  await wait();
  expect(client.askEngine).not.toHaveBeenCalled();
  expect(answers.engine.answer).toBeNull();
  answers.useEngine(true);
  answers.askBoards(boards('1'), []);
  await wait();
  expect([answers.usesEngine, answers.engine.answer]).toEqual([true, { about: 'engine 1 b' }]);
  vi.mocked(client.askEngine).mockRejectedValueOnce(new Error('the engine exited'));
  answers.askBoards(boards('2'), []);
  await wait();
  expect([answers.engine.answer, answers.engine.error?.message]).toEqual([null, 'the engine exited']);
  expect(answers.evaluated.answer).toEqual({ about: '2 b' });
  answers.useEngine(false);
  answers.askBoards(boards('2'), []);
  expect([answers.engine.answer, answers.engine.error]).toEqual([null, null]);
});

test('legal moves that failed are requested again at the next visit', async () => {
  const answers = new Answers();
  vi.mocked(client.legalMoves).mockRejectedValueOnce(new Error('no answer'));
  answers.askMoves(boards('1'), []);
  await wait();
  expect([answers.legal.answer, answers.legal.error?.message]).toEqual([null, 'no answer']);
  answers.askMoves(boards('2'), []);
  expect(answers.legal.error).toBeNull();
  answers.askMoves(boards('1'), []);
  await wait();
  expect(answers.legal.answer).toEqual({ about: '1 b' });
});

test('mistakes are searched when a game has not changed for a while', async () => {
  const answers = new Answers();
  answers.askGame('one');
  await vi.advanceTimersByTimeAsync(200);
  answers.askGame('two');
  await wait();
  expect(vi.mocked(client.findMistakes).mock.calls.map(([text]) => text)).toEqual(['two']);
  expect(answers.mistakes.answer).toEqual({ about: 'two' });
});

test('without analysis, all of it is dropped, but not the legal moves', async () => {
  const answers = new Answers();
  answers.askMoves(boards('1'), []);
  answers.askBoards(boards('1'), []);
  answers.askGame('one');
  await wait();
  answers.stopAnalysis();
  expect([answers.analysis.answer, answers.evaluated.answer, answers.mistakes.answer]).toEqual([null, null, null]);
  expect(answers.legal.answer).toEqual({ about: '1 b' });
  answers.legal.stop();
  expect(answers.legal.answer).toBeNull();
});
