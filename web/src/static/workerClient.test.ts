import { expect, test, vi } from 'vitest';
import { WorkerClient, NoAnswer } from './workerClient';
import type { Request, Start, FromWorker } from './messages';

/** A worker that answers on demand. */
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

  get requests(): string[] {
    return this.got.flatMap((message) => ('path' in message ? [message.path] : []));
  }

  answer(text: string): void {
    const last = this.got.at(-1) as Request;
    const body = new TextEncoder().encode(text).buffer;
    this.onmessage?.({ data: { kind: 'answer', id: last.id, status: 200, body } });
  }
}

function makeClient(): { client: WorkerClient; workers: Fake[] } {
  const workers: Fake[] = [];
  const client = new WorkerClient(() => {
    workers.push(new Fake());
    return workers.at(-1) as unknown as Worker;
  });
  return { client, workers };
}

test('requests are answered one after the other', async () => {
  const { client, workers } = makeClient();
  const [one, two] = ['/1', '/2'].map((path) => client.send('GET', path, undefined, undefined));
  expect(workers).toHaveLength(1);
  expect(workers[0]!.requests).toEqual(['/1']);
  workers[0]!.answer('first');
  expect(workers[0]!.requests).toEqual(['/1', '/2']);
  workers[0]!.answer('second');
  expect(await one).toEqual({ status: 200, text: 'first' });
  expect(await two).toEqual({ status: 200, text: 'second' });
});

test('a waiting request that is canceled is never sent', async () => {
  const { client, workers } = makeClient();
  const cancel = new AbortController();
  const [one, two, three] = [undefined, cancel.signal, undefined].map((signal, index) =>
    client.send('GET', `/${index}`, undefined, signal),
  );
  cancel.abort();
  await expect(two).rejects.toThrow('canceled');
  workers[0]!.answer('first');
  workers[0]!.answer('third');
  expect(workers[0]!.requests).toEqual(['/0', '/2']);
  expect((await one)?.text).toBe('first');
  expect((await three)?.text).toBe('third');
});

test('a running request that is canceled does not delay others', async () => {
  const { client, workers } = makeClient();
  const cancel = new AbortController();
  const one = client.send('GET', '/1', undefined, cancel.signal);
  const two = client.send('GET', '/2', undefined, undefined);
  cancel.abort();
  await expect(one).rejects.toThrow('canceled');
  expect(workers[0]!.requests).toEqual(['/1']);
  workers[0]!.answer('not awaited');
  workers[0]!.answer('second');
  expect((await two).text).toBe('second');
});

test('the request that crashes the worker fails, the others go to a new worker', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { client, workers } = makeClient();
  const one = client.send('GET', '/1', undefined, undefined);
  const two = client.send('GET', '/2', undefined, undefined);
  workers[0]!.onmessage?.({ data: { kind: 'crash', message: 'unreachable' } });
  await expect(one).rejects.toBeInstanceOf(NoAnswer);
  expect(workers[0]!.ended).toBe(true);
  expect(workers[1]!.requests).toEqual(['/2']);
  workers[1]!.answer('second');
  expect((await two).text).toBe('second');
  expect(warned).toHaveBeenCalledOnce();
  warned.mockRestore();
});

test('if a part can’t be loaded, requests fail, and the next one tries again', async () => {
  const { client, workers } = makeClient();
  const one = client.send('GET', '/1', undefined, undefined);
  workers[0]!.onmessage?.({ data: { kind: 'missing', message: '404' } });
  await expect(one).rejects.toThrow('online');
  const two = client.send('GET', '/2', undefined, undefined);
  workers[1]!.answer('there');
  expect((await two).text).toBe('there');
});

test('a file that crashes the worker is left out, with the reason, until it is closed', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { client, workers } = makeClient();
  const files = client.send('GET', '/api/files', undefined, undefined);
  const text = { key: 'a b', name: 'a b.bpgn', bytes: 7 };
  workers[0]!.onmessage?.({ data: { kind: 'restoring', text } });
  workers[0]!.onmessage?.({ data: { kind: 'crash', message: 'unreachable' } });
  expect(workers[1]!.got[0]).toEqual({
    skip: [{ ...text, why: 'it caused a crash (unreachable)' }],
    texts: [],
  });
  workers[1]!.answer('files');
  expect((await files).text).toBe('files');
  const closed = client.send('DELETE', '/api/files/a%20b', undefined, undefined);
  workers[1]!.answer('');
  await closed;
  void client.send('GET', '/1', undefined, undefined).catch(() => undefined);
  workers[1]!.onmessage?.({ data: { kind: 'crash', message: 'unreachable' } });
  void client.send('GET', '/2', undefined, undefined);
  expect(workers[2]!.got[0]).toEqual({ skip: [], texts: [] });
  warned.mockRestore();
});
