/** An error in the input: a string that can't be parsed, or an illegal move. */
export class BughouseError extends Error {
  override readonly name = 'BughouseError';

  constructor(
    /** A short name in lower case with hyphens, such as `not-in-reserve`. */
    readonly kind: string,
    message: string,
    /** The start of the error in the input, as an offset; `null` if it has no place. */
    readonly start: number | null = null,
    /** The end of the error in the input. */
    readonly end: number | null = null,
  ) {
    super(message);
  }
}

/** Calls the library. Converts what it throws, a string with kind, start, end and message on lines, to an error. */
export function attempt<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    throw typeof thrown === 'string' ? parse(thrown) : thrown;
  }
}

/** @internal Throws unless the value is a string, for callers without TypeScript. */
export function demandText(value: string): string {
  if (typeof value !== 'string') throw new TypeError(`expected a string, got ${String(value)}`);
  return value;
}

/** @internal Returns `true` if a move is legal; one that can't be parsed is not. */
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
