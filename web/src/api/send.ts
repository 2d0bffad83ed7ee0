// Sends requests to the server.

export interface Answer {
  status: number;
  text: string;
}

/** Thrown if there is no answer; the message is for users. */
export class NoAnswer extends Error {}

/** Sends a request. A string body is JSON. */
export async function send(
  method: string,
  path: string,
  body: Blob | string | undefined,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const init: RequestInit = { method, signal: signal ?? null };
  if (body !== undefined) {
    init.body = body;
    init.headers = { 'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream' };
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new NoAnswer('The server doesn’t answer. Is `bughouse serve` still running?');
  }
  return { status: response.status, text: await response.text() };
}
