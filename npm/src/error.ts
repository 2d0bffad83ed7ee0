/** Something is wrong with what was given: a text that cannot be read, or a move that is not legal. */
export class BughouseError extends Error {
  override readonly name = 'BughouseError';

  constructor(
    /** A short name in lower case with hyphens, such as `not-in-reserve`. */
    readonly kind: string,
    message: string,
    /** Where it begins in the text that was given; `null` without a place. */
    readonly start: number | null = null,
    /** Where it ends. */
    readonly end: number | null = null,
  ) {
    super(message);
  }
}

/** Calls the library; what it throws is a text of four lines or more. */
export function attempt<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    throw typeof thrown === 'string' ? parse(thrown) : thrown;
  }
}

/** @internal Demands a text: what is none would break WebAssembly, and no compiler may have looked at it. */
export function demandText(value: string): string {
  if (typeof value !== 'string') throw new TypeError(`expected a text, got ${String(value)}`);
  return value;
}

/** @internal Asks whether a move is legal; one that cannot be read is not. */
export function isLegal(ask: () => boolean): boolean {
  try {
    return ask();
  } catch (thrown) {
    if (thrown instanceof BughouseError) return false;
    throw thrown;
  }
}

function parse(text: string): BughouseError {
  const [kind = '', start = '', end = '', ...message] = text.split('\n');
  const place = (digits: string) => (digits === '' ? null : Number(digits));
  return new BughouseError(kind, message.join('\n'), place(start), place(end));
}
