// The answer to the last query alone: earlier queries are dropped, and known answers are given at once.

export interface Asked<T> {
  /** The last answer; it stays until the next is there. */
  answer: T | null;
  /** The query that it answers. */
  of: string | null;
  /** Why there is no answer to the last query. */
  error: unknown;
  loading: boolean;
}

export class Latest<T> {
  #state: Asked<T> = { answer: null, of: null, error: null, loading: false };
  #known = new Map<string, T>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | null = null;
  #query: string | null = null;
  #send: ((signal: AbortSignal) => Promise<T>) | null = null;
  #changed = -Infinity;
  readonly #eager: boolean;
  readonly #most: number;

  /**
   * `told` is called with each change; a query is sent once it has stood for `pause` milliseconds. Who is `eager` sends the
   * first query after such a pause at once. `most` answers are kept.
   */
  constructor(
    private readonly told: (state: Asked<T>) => void,
    private readonly pause: number,
    { eager = false, most = 60 } = {},
  ) {
    this.#eager = eager;
    this.#most = most;
  }

  /** Asks, unless it is what was asked last. */
  ask(query: string, send: (signal: AbortSignal) => Promise<T>): void {
    if (query === this.#query) return;
    this.#drop();
    this.#query = query;
    this.#send = send;
    const [before, now] = [this.#changed, performance.now()];
    this.#changed = now;
    const known = this.#known.get(query);
    if (known !== undefined) {
      this.#tell({ answer: known, of: query, error: null, loading: false });
      return;
    }
    this.#tell({ ...this.#state, error: null, loading: true });
    const isFirst = now - before > this.pause;
    if (this.#eager && isFirst) void this.#ask(query, send);
    else this.#timer = setTimeout(() => void this.#ask(query, send), this.pause);
  }

  /** Asks the last query again. */
  again(): void {
    const [query, send] = [this.#query, this.#send];
    if (query === null || send === null) return;
    this.#drop();
    this.#tell({ ...this.#state, error: null, loading: true });
    void this.#ask(query, send);
  }

  /** Waits for nothing any more. */
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
      this.#tell({ answer, of: query, error: null, loading: false });
    } catch (error) {
      if (this.#request !== mine) return;
      this.#tell({ ...this.#state, error, loading: false });
    }
  }

  #keep(query: string, answer: T): void {
    this.#known.set(query, answer);
    const oldest = this.#known.keys().next().value;
    if (this.#known.size > this.#most && oldest !== undefined) this.#known.delete(oldest);
  }

  #tell(state: Asked<T>): void {
    this.#state = state;
    this.told(state);
  }
}
