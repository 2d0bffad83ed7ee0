// The answer to the latest query: earlier queries are dropped, and known answers are returned at once.

export interface LatestState<T> {
  /** The last answer; it is kept until there is another. */
  answer: T | null;
  /** The query that it answers. */
  of: string | null;
  /** Why there is no answer to the last query. */
  error: unknown;
  loading: boolean;
}

/** The state before the first query. */
export const NOTHING_YET = { answer: null, of: null, error: null, loading: false };

export class Latest<T> {
  #state: LatestState<T> = NOTHING_YET;
  #known = new Map<string, T>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | null = null;
  #query: string | null = null;
  #send: ((signal: AbortSignal) => Promise<T>) | null = null;
  #changed = -Infinity;
  readonly #eager: boolean;
  readonly #most: number;

  /**
   * `onchange` is called with every change. A query is sent when there was no other one for `pause` milliseconds; with
   * `eager`, the first query after such a pause is sent at once. At most `most` answers are kept.
   */
  constructor(
    private readonly onchange: (state: LatestState<T>) => void,
    private readonly pause: number,
    { eager = false, most = 60 } = {},
  ) {
    this.#eager = eager;
    this.#most = most;
  }

  /** Sends a query, unless it is the same as the last one. */
  ask(query: string, send: (signal: AbortSignal) => Promise<T>): void {
    if (query === this.#query) return;
    this.#drop();
    this.#query = query;
    this.#send = send;
    const [before, now] = [this.#changed, performance.now()];
    this.#changed = now;
    const known = this.#known.get(query);
    if (known !== undefined) {
      this.#set({ answer: known, of: query, error: null, loading: false });
      return;
    }
    this.#set({ ...this.#state, error: null, loading: true });
    const isFirst = now - before > this.pause;
    if (this.#eager && isFirst) void this.#ask(query, send);
    else this.#timer = setTimeout(() => void this.#ask(query, send), this.pause);
  }

  /** Sends the last query again. */
  again(): void {
    const [query, send] = [this.#query, this.#send];
    if (query === null || send === null) return;
    this.#drop();
    this.#set({ ...this.#state, error: null, loading: true });
    void this.#ask(query, send);
  }

  /** Drops the query that is waiting or running. */
  stop(): void {
    this.#drop();
    this.#query = null;
    this.#state = { ...this.#state, loading: false };
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#request = null;
  }

  async #ask(query: string, send: (signal: AbortSignal) => Promise<T>): Promise<void> {
    const mine = new AbortController();
    this.#request = mine;
    try {
      const answer = await send(mine.signal);
      if (this.#request !== mine) return;
      this.#keep(query, answer);
      this.#set({ answer, of: query, error: null, loading: false });
    } catch (error) {
      if (this.#request !== mine) return;
      this.#set({ ...this.#state, error, loading: false });
    }
  }

  #keep(query: string, answer: T): void {
    this.#known.set(query, answer);
    const oldest = this.#known.keys().next().value;
    if (this.#known.size > this.#most && oldest !== undefined) this.#known.delete(oldest);
  }

  #set(state: LatestState<T>): void {
    this.#state = state;
    this.onchange(state);
  }
}
