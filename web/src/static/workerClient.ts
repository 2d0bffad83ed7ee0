// A worker that answers requests one after the other, and is started again if it breaks down.
import type { Answer } from '../api/send';
import type { KeptText, Unopened, Request, Start, FromWorker } from './messages';

/** Thrown if there is no answer; the message is for a person. */
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
  /** What was asked and not answered, in order. The worker has the first of them; the others may be given up. */
  readonly #waiting = new Map<number, Waiting>();
  /** What the worker has. */
  #asked: number | null = null;
  /** Texts that the browser does not keep: they live as long as the page. */
  readonly #held = new Map<string, KeptText>();
  /** Texts over which the worker broke down. */
  readonly #skip = new Map<string, Unopened>();
  /** The text that is being taken in. */
  #restoring: Omit<Unopened, 'why'> | null = null;

  constructor(start: StartWorker) {
    this.#start = start;
  }

  /** Asks a worker; what it carries is JSON if it is a text. */
  send(
    method: string,
    path: string,
    body: Blob | string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    return new Promise((answer, fail) => {
      const given = () => fail(new DOMException('given up', 'AbortError'));
      if (signal?.aborted) return given();
      const request: Request = { id: this.#next++, method, path, body };
      signal?.addEventListener(
        'abort',
        () => {
          given();
          // What the worker has is not taken from it.
          if (this.#asked !== request.id) this.#waiting.delete(request.id);
        },
        { once: true },
      );
      this.#waiting.set(request.id, { request, answer, fail });
      this.#go();
    });
  }

  /** Gives the worker the next request, unless it has one. */
  #go(): void {
    const [first] = this.#waiting.values();
    if (this.#asked !== null || !first) return;
    this.#asked = first.request.id;
    this.#worker ??= this.#begin();
    this.#worker.postMessage(first.request);
  }

  #begin(): Worker {
    const started = this.#start();
    started.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (this.#worker !== started) return;
      if (data.kind === 'restoring') this.#restoring = data.text;
      else if (data.kind === 'fault') this.#broken(data.message);
      else if (data.kind === 'missing') this.#missing();
      else this.#take(data);
    };
    started.onerror = (event) => {
      event.preventDefault();
      if (this.#worker !== started) return;
      // It did not begin at all, or broke down in a way that it could not tell.
      if (event.message === undefined) this.#missing();
      else this.#broken(event.message);
    };
    const texts = [...this.#held.values()].filter(({ key }) => !this.#skip.has(key));
    const first: Start = { skip: [...this.#skip.values()], texts };
    started.postMessage(first);
    return started;
  }

  #take({ id, status, body, unkept }: Extract<FromWorker, { kind: 'answer' }>): void {
    const asked = this.#waiting.get(id);
    const request = asked?.request;
    if (unkept && request?.body instanceof Blob) this.#held.set(unkept.key, { ...unkept, body: request.body });
    if (request?.method === 'DELETE') {
      const key = decodeURIComponent(request.path.split('/').at(-1) ?? '');
      this.#held.delete(key);
      this.#skip.delete(key);
    }
    this.#waiting.delete(id);
    this.#asked = null;
    asked?.answer({ status, text: new TextDecoder().decode(body) });
    this.#go();
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#asked = null;
  }

  /** Starts another worker. What broke the last one is given up, and all else is asked again. */
  #broken(message: string): void {
    this.#end();
    console.warn(`The worker broke down and is started again: ${message}`);
    const text = this.#restoring;
    if (text !== null) this.#skip.set(text.key, { ...text, why: `the page broke down over it (${message})` });
    else {
      const [first] = this.#waiting.values();
      if (first) {
        this.#waiting.delete(first.request.id);
        first.fail(new NoAnswer('This broke down, and nothing was changed. What is open is still there.'));
      }
    }
    this.#restoring = null;
    this.#go();
  }

  /** A part of the page could not be fetched. The next request tries again. */
  #missing(): void {
    this.#end();
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { fail } of all) fail(new NoAnswer('A part of the page could not be loaded. Are you online?'));
  }
}
