// Sends requests to a worker, one after the other, and restarts it if it crashes.
import type { Answer } from '../api/send';
import type { KeptText, Unopened, Request, Start, FromWorker } from './messages';

/** Thrown if there is no answer; the message is for users. */
export class NoAnswer extends Error {}

interface Waiting {
  request: Request;
  answer: (answer: Answer) => void;
  fail: (error: Error) => void;
}

export type StartWorker = () => Worker;

export class WorkerClient {
  readonly #start: StartWorker;
  #worker: Worker | null = null;
  #next = 1;
  /** Requests without an answer, in order. The worker has the first one; the others can be canceled. */
  readonly #waiting = new Map<number, Waiting>();
  /** The id of the request that the worker has. */
  #running: number | null = null;
  /** Files that the browser doesn't keep: they are lost on reload. */
  readonly #held = new Map<string, KeptText>();
  /** Files that the worker crashed on. */
  readonly #skip = new Map<string, Unopened>();
  /** The file that is being opened. */
  #restoring: Omit<Unopened, 'why'> | null = null;

  constructor(start: StartWorker) {
    this.#start = start;
  }

  /** Sends a request. A string body is JSON. */
  send(
    method: string,
    path: string,
    body: Blob | string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    return new Promise((answer, fail) => {
      const cancel = () => fail(new DOMException('canceled', 'AbortError'));
      if (signal?.aborted) return cancel();
      const request: Request = { id: this.#next++, method, path, body };
      signal?.addEventListener(
        'abort',
        () => {
          cancel();
          // The request that the worker has continues.
          if (this.#running !== request.id) this.#waiting.delete(request.id);
        },
        { once: true },
      );
      this.#waiting.set(request.id, { request, answer, fail });
      this.#go();
    });
  }

  /** Sends the next request, unless the worker has one. */
  #go(): void {
    const [first] = this.#waiting.values();
    if (this.#running !== null || !first) return;
    this.#running = first.request.id;
    this.#worker ??= this.#begin();
    this.#worker.postMessage(first.request);
  }

  #begin(): Worker {
    const started = this.#start();
    started.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (this.#worker !== started) return;
      if (data.kind === 'restoring') this.#restoring = data.text;
      else if (data.kind === 'crash') this.#crashed(data.message);
      else if (data.kind === 'missing') this.#missing();
      else this.#take(data);
    };
    started.onerror = (event) => {
      event.preventDefault();
      if (this.#worker !== started) return;
      // It did not start, or crashed without a message.
      if (event.message === undefined) this.#missing();
      else this.#crashed(event.message);
    };
    const texts = [...this.#held.values()].filter(({ key }) => !this.#skip.has(key));
    const first: Start = { skip: [...this.#skip.values()], texts };
    started.postMessage(first);
    return started;
  }

  #take({ id, status, body, unkept }: Extract<FromWorker, { kind: 'answer' }>): void {
    const waiting = this.#waiting.get(id);
    const request = waiting?.request;
    if (unkept && request?.body instanceof Blob) this.#held.set(unkept.key, { ...unkept, body: request.body });
    if (request?.method === 'DELETE') {
      const key = decodeURIComponent(request.path.split('/').at(-1) ?? '');
      this.#held.delete(key);
      this.#skip.delete(key);
    }
    this.#waiting.delete(id);
    this.#running = null;
    waiting?.answer({ status, text: new TextDecoder().decode(body) });
    this.#go();
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#running = null;
  }

  /** Starts another worker. The request that caused the crash fails; the others are sent again. */
  #crashed(message: string): void {
    this.#end();
    console.warn(`The worker crashed and is restarted: ${message}`);
    const text = this.#restoring;
    if (text !== null) this.#skip.set(text.key, { ...text, why: `it caused a crash (${message})` });
    else {
      const [first] = this.#waiting.values();
      if (first) {
        this.#waiting.delete(first.request.id);
        first.fail(new NoAnswer('Something went wrong. Your game is unchanged.'));
      }
    }
    this.#restoring = null;
    this.#go();
  }

  /** Part of the site could not be fetched. The next request tries again. */
  #missing(): void {
    this.#end();
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { fail } of all) fail(new NoAnswer('Part of the site could not be loaded. Are you online?'));
  }
}
