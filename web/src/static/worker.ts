// Answers requests in the browser, like the server does. If it crashes, it is started again.
import { Session, initSync } from 'bughouse-glue';
import wasm from 'bughouse-glue-wasm';
import { TextStore } from './textStore';
import { whyRejected, withUnopened } from './unopened';
import type { KeptText, Unopened, Request, Start, FromWorker } from './messages';

const post = (message: FromWorker, moved: Transferable[] = []) => postMessage(message, { transfer: moved });

let session: Session;
let store: TextStore | null = null;
/** The keys of open files. */
const open = new Set<string>();
/** Files that could not be opened, by key. */
let unopened = new Map<string, Unopened>();
/** Files that were rejected: for lack of room, or because they contain no game. They are tried again when one is closed. */
const rejected = new Set<string>();
/** Open files that the browser doesn't keep. */
const unkept = new Set<string>();

async function restore({ key, name, body }: KeptText): Promise<void> {
  const text = { key, name, bytes: body.size };
  post({ kind: 'restoring', text });
  const bytes = new Uint8Array(await body.arrayBuffer());
  try {
    session.restore(key, name, bytes);
    open.add(key);
  } catch (error) {
    // A rejection is not a crash: there may be too many files.
    const why = whyRejected(error);
    if (why === null) throw error;
    unopened.set(key, { ...text, why });
    rejected.add(key);
  }
  post({ kind: 'restoring', text: null });
}

/** Opens files that another tab has opened, and closes those that it has closed. */
async function catchUp(): Promise<void> {
  // If the browser's storage fails, open files stay open.
  const keys = await store?.keys().catch(() => null);
  if (!store || !keys) return;
  for (const key of keys) {
    if (open.has(key) || unopened.has(key)) continue;
    const text = await store.find(key).catch(() => null);
    if (text) await restore(text);
  }
  const gone = (key: string) => !keys.includes(key) && !unkept.has(key);
  [...open].filter(gone).forEach(close);
  [...unopened.keys()].filter(gone).forEach((key) => unopened.delete(key));
}

/** Forgets a file. Rejected files are tried again, if they are in the store. */
async function forget(key: string): Promise<void> {
  open.delete(key);
  unkept.delete(key);
  unopened.delete(key);
  for (const other of rejected) if (!unkept.has(other)) unopened.delete(other);
  rejected.clear();
  await store?.remove(key).catch(() => undefined);
}

function close(key: string): void {
  session.answer('DELETE', '/api/files/' + encodeURIComponent(key), new Uint8Array()).free();
  open.delete(key);
}

async function start({ skip, texts }: Start): Promise<void> {
  const answer = await fetch(wasm);
  if (!answer.ok) throw new Error(`${answer.status}`);
  initSync({ module: await answer.arrayBuffer() });
  session = new Session();
  store = await TextStore.open();
  unopened = new Map(skip.map((text) => [text.key, text]));
  for (const text of texts) {
    unkept.add(text.key);
    await restore(text);
  }
}

function ask(method: string, path: string, bytes: Uint8Array): { status: number; body: Uint8Array } {
  const answer = session.answer(method, path, bytes);
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
      await store?.add({ key, name, body });
    } catch (why) {
      if (!(why instanceof DOMException && why.name === 'ConstraintError')) lost = { key, name };
      else {
        // Another tab used the key at the same time. Its file takes precedence.
        close(key);
        await catchUp();
        ({ status, body: answer } = ask(method, path, new Uint8Array(await body.arrayBuffer())));
        ({ key, name } = openedAs(answer, path));
        await store?.add({ key, name, body }).catch(() => (lost = { key, name }));
      }
    }
    open.add(key);
    if (!store) lost = { key, name };
    if (lost) {
      unkept.add(key);
      answer = withNote(answer, 'This browser can’t keep the file. It will be gone when you close or reload the tab.');
    }
  }
  if (method === 'GET' && path === '/api/files') answer = withUnopened(answer, unopened.values());
  if (method === 'DELETE') {
    const key = decodeURIComponent(path.slice('/api/files/'.length));
    if (unopened.has(key)) [status, answer] = [204, new Uint8Array()];
    if (status === 204) await forget(key);
  }
  const buffer = answer.buffer as ArrayBuffer;
  post({ kind: 'answer', id, status, body: buffer, ...(lost ? { unkept: lost } : {}) }, [buffer]);
}

/** Adds a note to the answer. */
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
      // A part could not be loaded, or a file caused a crash.
      const crashed = error instanceof WebAssembly.RuntimeError;
      post({ kind: crashed ? 'crash' : 'missing', message: String(error) });
      return new Promise(() => undefined);
    });
    return;
  }
  line = (line ?? Promise.resolve())
    .then(() => respond(data as Request))
    .catch((error: unknown) => {
      post({ kind: 'crash', message: String(error) });
      // Later messages are for another worker.
      return new Promise(() => undefined);
    });
});
