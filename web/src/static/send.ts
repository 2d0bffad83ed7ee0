// Requests, as they are answered without a program: by workers.
import type { Answer } from '../api/send';
import { WorkerClient } from './workerClient';

export type { Answer } from '../api/send';
export { NoAnswer } from './workerClient';

const begin = (name: string) => () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name });

/** Files, and the rules of the game. */
const rules = new WorkerClient(begin('bughouse'));
/**
 * What thinks for long needs nothing but what it is asked, and has workers of its own: a step is not held up by it. The
 * marks of a whole game take longest, and hold up no board.
 */
const thinkers = [
  { paths: /^\/api\/(analysis|evaluation)\b/, desk: new WorkerClient(begin('bughouse boards')) },
  { paths: /^\/api\/mistakes\b/, desk: new WorkerClient(begin('bughouse mistakes')) },
];

/** Sends a request. What it carries is JSON if it is a text. */
export function send(
  method: string,
  path: string,
  body: Blob | string | undefined,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const desk = thinkers.find(({ paths }) => paths.test(path))?.desk ?? rules;
  return desk.send(method, path, body, signal);
}
