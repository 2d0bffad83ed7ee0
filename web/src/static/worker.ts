// Answers requests as the program does, in the browser. It may break down: the page starts it again.
import { Desk, initSync } from 'bughouse-glue';
import wasm from 'bughouse-glue-wasm';
import { TextStore } from './textStore';
import { whyRejected, withUnopened } from './unopened';
import type { KeptText, Unopened, Request, Start, FromWorker } from './messages';

const tell = (told: FromWorker, moved: Transferable[] = []) => postMessage(told, { transfer: moved });

let desk: Desk;
let kept: TextStore | null = null;
/** The keys of what is open here. */
const open = new Set<string>();
/** What is not opened, by its key. */
let unopened = new Map<string, Unopened>();
/** The keys of what was left out for want of room, or since it holds no game: once something is closed, it is tried again. */
const rejected = new Set<string>();
/** Texts that are open though the browser does not keep them. */
const unkept = new Set<string>();

async function restore({ key, name, body }: KeptText): Promise<void> {
  const text = { key, name, bytes: body.size };
  tell({ kind: 'restoring', text });
  const bytes = new Uint8Array(await body.arrayBuffer());
  try {
    desk.restore(key, name, bytes);
    open.add(key);
  } catch (error) {
    // A text that is rejected is no fault: there may be too many.
    const why = whyRejected(error);
    if (why === null) throw error;
    unopened.set(key, { ...text, why });
    rejected.add(key);
  }
  tell({ kind: 'restoring', text: null });
}

/** Opens what another page has kept, and closes what it has thrown away. */
async function catchUp(): Promise<void> {
  // If the browser fails, what is open here stays as it is.
  const keys = await kept?.keys().catch(() => null);
  if (!kept || !keys) return;
  for (const key of keys) {
    if (open.has(key) || unopened.has(key)) continue;
    const text = await kept.find(key).catch(() => null);
    if (text) await restore(text);
  }
  const gone = (key: string) => !keys.includes(key) && !unkept.has(key);
  [...open].filter(gone).forEach(close);
  [...unopened.keys()].filter(gone).forEach((key) => unopened.delete(key));
}

/** Throws a text away. What was rejected has another chance, if it is kept. */
async function forget(key: string): Promise<void> {
  open.delete(key);
  unkept.delete(key);
  unopened.delete(key);
  for (const other of rejected) if (!unkept.has(other)) unopened.delete(other);
  rejected.clear();
  await kept?.remove(key).catch(() => undefined);
}

function close(key: string): void {
  desk.answer('DELETE', '/api/files/' + encodeURIComponent(key), new Uint8Array()).free();
  open.delete(key);
}

async function start({ skip, texts }: Start): Promise<void> {
  const answer = await fetch(wasm);
  if (!answer.ok) throw new Error(`${answer.status}`);
  initSync({ module: await answer.arrayBuffer() });
  desk = new Desk();
  kept = await TextStore.open();
  unopened = new Map(skip.map((text) => [text.key, text]));
  for (const text of texts) {
    unkept.add(text.key);
    await restore(text);
  }
}

function ask(method: string, path: string, bytes: Uint8Array): { status: number; body: Uint8Array } {
  const answer = desk.answer(method, path, bytes);
  const { status } = answer;
  const body = answer.takeBody();
  answer.free();
  return { status, body };
}

async function respond({ id, method, path, body }: Request): Promise<void> {
  const isFiles = path.startsWith('/api/files') || path.startsWith('/api/games');
  if (isFiles) await catchUp();
  const bytes =
    typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body ? await body.arrayBuffer() : []);
  let { status, body: answer } = ask(method, path, bytes);
  let lost: Omit<KeptText, 'body'> | undefined;
  if (method === 'POST' && /^\/api\/files(\?|$)/.test(path) && status === 200 && body instanceof Blob) {
    let { key, name } = openedAs(answer, path);
    try {
      await kept?.add({ key, name, body });
    } catch (why) {
      if (!(why instanceof DOMException && why.name === 'ConstraintError')) lost = { key, name };
      else {
        // Another page took the key in this moment: what it has opened comes first.
        close(key);
        await catchUp();
        ({ status, body: answer } = ask(method, path, new Uint8Array(await body.arrayBuffer())));
        ({ key, name } = openedAs(answer, path));
        await kept?.add({ key, name, body }).catch(() => (lost = { key, name }));
      }
    }
    open.add(key);
    if (!kept) lost = { key, name };
    if (lost) {
      unkept.add(key);
      answer = withNote(answer, 'This browser does not keep it. It is gone when the page is closed or loaded again.');
    }
  }
  if (method === 'GET' && path === '/api/files') answer = withUnopened(answer, unopened.values());
  if (method === 'DELETE') {
    const key = decodeURIComponent(path.slice('/api/files/'.length));
    if (unopened.has(key)) [status, answer] = [204, new Uint8Array()];
    if (status === 204) await forget(key);
  }
  const buffer = answer.buffer as ArrayBuffer;
  tell({ kind: 'answer', id, status, body: buffer, ...(lost ? { unkept: lost } : {}) }, [buffer]);
}

/** Adds something that a person should know to what was opened. */
function withNote(answer: Uint8Array, note: string): Uint8Array {
  const opened = JSON.parse(new TextDecoder().decode(answer)) as { notes: string[] };
  return new TextEncoder().encode(JSON.stringify({ ...opened, notes: [...opened.notes, note] }));
}

function openedAs(answer: Uint8Array, path: string): { key: string; name: string } {
  const { key } = JSON.parse(new TextDecoder().decode(answer)) as { key: string };
  return { key, name: new URLSearchParams(path.split('?')[1] ?? '').get('name') ?? '' };
}

let line: Promise<void> | null = null;

addEventListener('message', ({ data }: MessageEvent<Start | Request>) => {
  if (line === null && 'skip' in data) {
    line = start(data).catch((error: unknown) => {
      // Without its parts it cannot begin; a text that breaks it is a fault.
      const broke = error instanceof WebAssembly.RuntimeError;
      tell({ kind: broke ? 'fault' : 'missing', message: String(error) });
      return new Promise(() => undefined);
    });
    return;
  }
  line = (line ?? Promise.resolve())
    .then(() => respond(data as Request))
    .catch((error: unknown) => {
      tell({ kind: 'fault', message: String(error) });
      // What comes now is for another worker.
      return new Promise(() => undefined);
    });
});
