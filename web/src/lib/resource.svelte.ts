// The answer to the latest query, as state: there is none while a newer query waits or runs, or if it failed.
import { Latest, NOTHING_YET, type LatestState } from './latest';

export class Resource<T> {
  #state: LatestState<T> = $state.raw(NOTHING_YET);
  readonly #latest: Latest<T>;

  /** For `pause` and the options, see `Latest`. */
  constructor(pause: number, options: { eager?: boolean; most?: number } = {}) {
    this.#latest = new Latest<T>((next) => (this.#state = next), pause, options);
  }

  get answer(): T | null {
    const { answer, error, loading } = this.#state;
    return loading || error !== null ? null : answer;
  }

  /** Why there is no answer. */
  get error(): Error | null {
    return this.#state.error as Error | null;
  }

  /** Sends a query, unless it is the same as the last one. */
  ask(query: string, send: (signal: AbortSignal) => Promise<T>): void {
    this.#latest.ask(query, send);
  }

  /** Drops the query and its answer. */
  stop(): void {
    this.#latest.stop();
    this.#state = NOTHING_YET;
  }
}
