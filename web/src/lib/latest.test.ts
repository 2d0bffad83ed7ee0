import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Latest, NOTHING_YET, type LatestState } from './latest';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that answers on demand. */
function server() {
  const sent: { query: string; signal: AbortSignal; answer: (text: string) => void; fail: () => void }[] = [];
  const send = (query: string) => (signal: AbortSignal) =>
    new Promise<string>((answer, reject) =>
      sent.push({ query, signal, answer, fail: () => reject(new Error('gone')) }),
    );
  return { sent, send };
}

function make(eager = false) {
  let state: LatestState<string> = NOTHING_YET;
  const { sent, send } = server();
  const latest = new Latest<string>((next) => (state = next), 100, { eager, most: 2 });
  return { sent, latest, ask: (query: string) => latest.ask(query, send(query)), state: () => state };
}

describe('the latest query', () => {
  it('is the only one sent of many in a short time', async () => {
    const { sent, ask, state } = make();
    for (const query of ['a', 'b', 'c', 'd']) {
      ask(query);
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(sent).toHaveLength(0);
    expect(state().loading).toBe(true);
    await vi.advanceTimersByTimeAsync(60);
    expect(sent.map(({ query }) => query)).toEqual(['d']);
    sent[0]!.answer('D');
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toEqual({ answer: 'D', of: 'd', error: null, loading: false });
  });

  it('is sent immediately if eager, unless another was sent just before', async () => {
    const { sent, ask } = make(true);
    ask('a');
    expect(sent.map(({ query }) => query)).toEqual(['a']);
    for (const query of ['b', 'c']) {
      await vi.advanceTimersByTimeAsync(50);
      ask(query);
    }
    expect(sent).toHaveLength(1);
    expect(sent[0]!.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(sent.map(({ query }) => query)).toEqual(['a', 'c']);
    await vi.advanceTimersByTimeAsync(1);
    ask('d');
    expect(sent.map(({ query }) => query)).toEqual(['a', 'c', 'd']);
  });

  it('ignores late answers, and keeps the previous one meanwhile', async () => {
    const { sent, ask, state } = make();
    ask('a');
    await vi.advanceTimersByTimeAsync(100);
    sent[0]!.answer('A');
    await vi.advanceTimersByTimeAsync(0);
    ask('b');
    await vi.advanceTimersByTimeAsync(100);
    ask('c');
    expect(sent[1]!.signal.aborted).toBe(true);
    sent[1]!.answer('B');
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toEqual({ answer: 'A', of: 'a', error: null, loading: true });
  });

  it('is answered immediately if the answer is known', async () => {
    const { sent, ask, state } = make();
    for (const query of ['a', 'b']) {
      ask(query);
      await vi.advanceTimersByTimeAsync(100);
      sent.at(-1)!.answer(query.toUpperCase());
      await vi.advanceTimersByTimeAsync(0);
    }
    ask('a');
    expect(state()).toEqual({ answer: 'A', of: 'a', error: null, loading: false });
    expect(sent).toHaveLength(2);
  });

  it('can be sent again after a failure', async () => {
    const { sent, latest, ask, state } = make();
    ask('a');
    await vi.advanceTimersByTimeAsync(100);
    sent[0]!.fail();
    await vi.advanceTimersByTimeAsync(0);
    expect(state().error).toBeInstanceOf(Error);
    latest.again();
    expect(state()).toMatchObject({ error: null, loading: true });
    sent[1]!.answer('A');
    await vi.advanceTimersByTimeAsync(0);
    expect(state().answer).toBe('A');
  });

  it('is canceled when it is stopped', async () => {
    const { sent, latest, ask } = make();
    ask('a');
    latest.stop();
    await vi.advanceTimersByTimeAsync(500);
    expect(sent).toHaveLength(0);
    ask('a');
    await vi.advanceTimersByTimeAsync(100);
    expect(sent).toHaveLength(1);
  });
});
