import { expect, test, vi } from 'vitest';
import { WorkerClient, NoAnswer } from './workerClient';
import type { Request, Start, FromWorker } from './messages';

/** A worker that answers when it is told to. */
class Fake {
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message?: string; preventDefault(): void }) => void) | null = null;
  readonly got: (Request | Start)[] = [];
  ended = false;

  postMessage(message: Request | Start): void {
    this.got.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  get asked(): string[] {
    return this.got.flatMap((message) => ('path' in message ? [message.path] : []));
  }

  answer(text: string): void {
    const last = this.got.at(-1) as Request;
    const body = new TextEncoder().encode(text).buffer;
    this.onmessage?.({ data: { kind: 'answer', id: last.id, status: 200, body } });
  }
}

function desk(): { desk: WorkerClient; workers: Fake[] } {
  const workers: Fake[] = [];
  const made = new WorkerClient(() => {
    workers.push(new Fake());
    return workers.at(-1) as unknown as Worker;
  });
  return { desk: made, workers };
}

test('requests are answered one after the other', async () => {
  const { desk: asked, workers } = desk();
  const [one, two] = ['/1', '/2'].map((path) => asked.send('GET', path, undefined, undefined));
  expect(workers).toHaveLength(1);
  expect(workers[0]!.asked).toEqual(['/1']);
  workers[0]!.answer('first');
  expect(workers[0]!.asked).toEqual(['/1', '/2']);
  workers[0]!.answer('second');
  expect(await one).toEqual({ status: 200, text: 'first' });
  expect(await two).toEqual({ status: 200, text: 'second' });
});

test('what is given up while it waits is never asked', async () => {
  const { desk: asked, workers } = desk();
  const given = new AbortController();
  const [one, two, three] = [undefined, given.signal, undefined].map((signal, index) =>
    asked.send('GET', `/${index}`, undefined, signal),
  );
  given.abort();
  await expect(two).rejects.toThrow('given up');
  workers[0]!.answer('first');
  workers[0]!.answer('third');
  expect(workers[0]!.asked).toEqual(['/0', '/2']);
  expect((await one)?.text).toBe('first');
  expect((await three)?.text).toBe('third');
});

test('what is given up while the worker has it does not hold up what comes after', async () => {
  const { desk: asked, workers } = desk();
  const given = new AbortController();
  const one = asked.send('GET', '/1', undefined, given.signal);
  const two = asked.send('GET', '/2', undefined, undefined);
  given.abort();
  await expect(one).rejects.toThrow('given up');
  expect(workers[0]!.asked).toEqual(['/1']);
  workers[0]!.answer('nobody waits for it');
  workers[0]!.answer('second');
  expect((await two).text).toBe('second');
});

test('what breaks the worker is given up, and the rest is asked of another', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { desk: asked, workers } = desk();
  const one = asked.send('GET', '/1', undefined, undefined);
  const two = asked.send('GET', '/2', undefined, undefined);
  workers[0]!.onmessage?.({ data: { kind: 'fault', message: 'unreachable' } });
  await expect(one).rejects.toBeInstanceOf(NoAnswer);
  expect(workers[0]!.ended).toBe(true);
  expect(workers[1]!.asked).toEqual(['/2']);
  workers[1]!.answer('second');
  expect((await two).text).toBe('second');
  expect(warned).toHaveBeenCalledOnce();
  warned.mockRestore();
});

test('without its parts nothing is answered, and the next request tries again', async () => {
  const { desk: asked, workers } = desk();
  const one = asked.send('GET', '/1', undefined, undefined);
  workers[0]!.onmessage?.({ data: { kind: 'missing', message: '404' } });
  await expect(one).rejects.toThrow('online');
  const two = asked.send('GET', '/2', undefined, undefined);
  workers[1]!.answer('there');
  expect((await two).text).toBe('there');
});

test('a text over which the worker breaks down is left out, with the reason, until it is closed', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { desk: asked, workers } = desk();
  const files = asked.send('GET', '/api/files', undefined, undefined);
  const text = { key: 'a b', name: 'a b.bpgn', bytes: 7 };
  workers[0]!.onmessage?.({ data: { kind: 'restoring', text } });
  workers[0]!.onmessage?.({ data: { kind: 'fault', message: 'unreachable' } });
  expect(workers[1]!.got[0]).toEqual({
    skip: [{ ...text, why: 'the page broke down over it (unreachable)' }],
    texts: [],
  });
  workers[1]!.answer('files');
  expect((await files).text).toBe('files');
  const closed = asked.send('DELETE', '/api/files/a%20b', undefined, undefined);
  workers[1]!.answer('');
  await closed;
  void asked.send('GET', '/1', undefined, undefined).catch(() => undefined);
  workers[1]!.onmessage?.({ data: { kind: 'fault', message: 'unreachable' } });
  void asked.send('GET', '/2', undefined, undefined);
  expect(workers[2]!.got[0]).toEqual({ skip: [], texts: [] });
  warned.mockRestore();
});
