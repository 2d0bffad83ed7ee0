// Requests on the static site: workers answer them.
import type { Answer } from '../api/send';
import { WorkerClient } from './workerClient';

export type { Answer } from '../api/send';
export { NoAnswer } from './workerClient';

const begin = (name: string) => () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name });

/** Files and rules. */
const rules = new WorkerClient(begin('bughouse'));
/**
 * Long computations need no files and have workers of their own, so they never delay a step. The mistakes of a game take
 * longest and must not delay a board.
 */
const slow = [
  { paths: /^\/api\/(analysis|evaluation)\b/, client: new WorkerClient(begin('bughouse boards')) },
  { paths: /^\/api\/mistakes\b/, client: new WorkerClient(begin('bughouse mistakes')) },
];

/** Sends a request. A string body is JSON. */
export function send(
  method: string,
  path: string,
  body: Blob | string | undefined,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const client = slow.find(({ paths }) => paths.test(path))?.client ?? rules;
  return client.send(method, path, body, signal);
}
