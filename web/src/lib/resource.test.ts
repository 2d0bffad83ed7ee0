import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Resource } from './resource.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pause = () => vi.advanceTimersByTimeAsync(100);
const answers = (text: string) => () => Promise.resolve(text);

test('there is an answer only while it is the one to the last query', async () => {
  const resource = new Resource<string>(100);
  expect(resource.answer).toBeNull();
  resource.ask('a', answers('A'));
  expect(resource.answer).toBeNull();
  await pause();
  expect(resource.answer).toBe('A');
  resource.ask('b', answers('B'));
  expect(resource.answer).toBeNull();
  // A known answer is there at once.
  resource.ask('a', answers('A'));
  expect(resource.answer).toBe('A');
});

test('a failed query has an error and no answer, until there is another query', async () => {
  const resource = new Resource<string>(100);
  resource.ask('a', answers('A'));
  await pause();
  resource.ask('b', () => Promise.reject(new Error('gone')));
  await pause();
  expect([resource.answer, resource.error?.message]).toEqual([null, 'gone']);
  resource.ask('a', answers('A'));
  expect([resource.answer, resource.error]).toEqual(['A', null]);
});

test('a stopped query is dropped with its answer, and can be sent again', async () => {
  const resource = new Resource<string>(100);
  const send = vi.fn(answers('A'));
  resource.ask('a', send);
  resource.stop();
  await pause();
  expect([send.mock.calls.length, resource.answer]).toEqual([0, null]);
  resource.ask('a', send);
  await pause();
  expect(resource.answer).toBe('A');
  resource.stop();
  expect(resource.answer).toBeNull();
});
