// Requests, as they are answered without a program: by a worker, which is started anew if it breaks down.
import type { Answer } from '../api/send';
import type { KeptText, Request, Start, Told } from './messages';

export type { Answer } from '../api/send';

/** Thrown if there is no answer; the message is for a person. */
export class NoAnswer extends Error {}

interface Waiting {
  request: Request;
  answer: (answer: Answer) => void;
  fail: (error: Error) => void;
}

let worker: Worker | null = null;
let next = 1;
/** What was asked and not answered, in order. The worker answers in this order too. */
const waiting = new Map<number, Waiting>();
/** Texts that the browser does not keep: they live as long as the page. */
const held = new Map<string, KeptText>();
/** Texts over which the worker broke down. */
const skip = new Set<string>();
/** The text that is being taken in. */
let restoring: string | null = null;

function begin(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'bughouse' });
  started.onmessage = ({ data }: MessageEvent<Told>) => {
    if (worker !== started) return;
    if (data.kind === 'restoring') restoring = data.key;
    else if (data.kind === 'fault') broken(data.message);
    else if (data.kind === 'missing') missing();
    else take(data);
  };
  started.onerror = (event) => {
    event.preventDefault();
    if (worker !== started) return;
    // It did not begin at all, or broke down in a way that it could not tell.
    if (event.message === undefined) missing();
    else broken(event.message);
  };
  const first: Start = { skip: [...skip], texts: [...held.values()].filter(({ key }) => !skip.has(key)) };
  started.postMessage(first);
  return started;
}

function take({ id, status, body, unkept }: Extract<Told, { kind: 'answer' }>): void {
  const asked = waiting.get(id);
  if (unkept && asked?.request.body instanceof Blob) held.set(unkept.key, { ...unkept, body: asked.request.body });
  if (asked?.request.method === 'DELETE') held.delete(decodeURIComponent(asked.request.path.split('/').at(-1) ?? ''));
  waiting.delete(id);
  asked?.answer({ status, text: new TextDecoder().decode(body) });
}

/** Starts another worker. What broke the last one is given up, and all else is asked again. */
function broken(message: string): void {
  worker?.terminate();
  worker = null;
  console.warn(`The worker broke down and is started anew: ${message}`);
  if (restoring !== null) skip.add(restoring);
  else {
    const [first] = waiting.values();
    if (first) {
      waiting.delete(first.request.id);
      first.fail(new NoAnswer('This broke down, and nothing was changed. What is open is still there.'));
    }
  }
  restoring = null;
  if (waiting.size === 0) return;
  worker = begin();
  for (const { request } of waiting.values()) worker.postMessage(request);
}

/** A part of the page could not be fetched. The next request tries again. */
function missing(): void {
  worker?.terminate();
  worker = null;
  const all = [...waiting.values()];
  waiting.clear();
  for (const { fail } of all) fail(new NoAnswer('A part of the page could not be loaded. Are you online?'));
}

/** Sends a request. What it carries is JSON if it is a text. */
export function send(
  method: string,
  path: string,
  body: Blob | string | undefined,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  return new Promise((answer, fail) => {
    if (signal?.aborted) {
      fail(new DOMException('given up', 'AbortError'));
      return;
    }
    const request: Request = { id: next++, method, path, body };
    signal?.addEventListener('abort', () => fail(new DOMException('given up', 'AbortError')), { once: true });
    waiting.set(request.id, { request, answer, fail });
    worker ??= begin();
    worker.postMessage(request);
  });
}
