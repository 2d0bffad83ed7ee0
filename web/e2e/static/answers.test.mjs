// The WebAssembly gives the same answers as the server, byte for byte, on all real games and on those of the tests.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Session, initSync } from '../../wasm/page.js';
import { makeFolder, ROOT, serve, TESTDATA } from '../lib/program.mjs';

const SHARED = process.env.BUGHOUSE_SHARED_DATA || join(ROOT, '../shared/data');
const bytes = readFileSync(join(ROOT, 'web/wasm/page_bg.wasm'));
const { memory } = initSync({ module: bytes });

let folder;
let server;

before(async () => {
  folder = makeFolder();
  server = await serve(folder.path, []);
});

after(async () => {
  await server?.stop();
  folder?.remove();
});

let asked = 0;

/** Sends a request to both. Returns the answer, which must be the same. */
async function ask(session, method, target, body) {
  const isText = typeof body === 'string';
  const sent = isText ? new TextEncoder().encode(body) : (body ?? new Uint8Array());
  const headers = body ? { 'content-type': isText ? 'application/json' : 'application/octet-stream' } : {};
  const response = await fetch(server.origin + target, { method, headers, body: body ? sent : undefined });
  const theirs = Buffer.from(await response.arrayBuffer());
  const answer = session.answer(method, target, sent);
  const ours = Buffer.from(answer.takeBody());
  assert.equal(answer.status, response.status, `${method} ${target}: ${ours.subarray(0, 300)}`);
  assert.equal(answer.contentType, response.headers.get('content-type') ?? '', target);
  answer.free();
  asked += 1;
  if (target === '/api/files' && method === 'GET') assert.deepEqual(plain(ours), plain(theirs));
  else assert.ok(ours.equals(theirs), `${method} ${target}: ${ours.subarray(0, 300)} ${theirs.subarray(0, 300)}`);
  return { status: response.status, body: theirs };
}

/** Removes the difference: where new files are written. */
function plain(answer) {
  const { can_save, folder, ...rest } = JSON.parse(answer);
  assert.ok(can_save || folder === null);
  return rest;
}

/** Opens a text in both, and sends all requests about it. */
async function compare(session, name, text) {
  const opened = await ask(session, 'POST', `/api/files?name=${encodeURIComponent(name)}`, new Uint8Array(text));
  await ask(session, 'GET', '/api/files');
  if (opened.status !== 200) return;
  const { key, games } = JSON.parse(opened.body);
  const file = encodeURIComponent(key);
  for (const query of [
    '',
    '&limit=2&offset=1',
    '&result=1-0',
    '&end=time',
    '&min_rating=1800',
    '&sort=date',
    '&player=a',
  ]) {
    await ask(session, 'GET', `/api/games?file=${file}${query}`);
  }
  for (let number = 1; number <= games; number++) {
    const { status, body } = await ask(session, 'GET', `/api/files/${file}/games/${number}`);
    if (status !== 200) continue;
    const game = JSON.parse(body);
    await ask(session, 'POST', '/api/game', JSON.stringify({ text: game.text }));
    const edits = [
      { kind: 'comment', line: '', ply: 1, index: null, text: 'seen' },
      { kind: 'play', line: '', ply: 0, board: 'b', uci: 'h2h3' },
      { kind: 'tag', line: '', ply: 0, name: 'Event', value: 'x' },
      { kind: 'remove', ply: 1 },
    ];
    for (const edit of edits) await ask(session, 'POST', '/api/edit', JSON.stringify({ text: game.text, edit }));
    const last = game.main.half_moves.at(-1)?.boards ?? game.start.boards;
    const both = `a=${encodeURIComponent(last.a.bfen)}&b=${encodeURIComponent(last.b.bfen)}`;
    for (const path of ['legal', 'notations', 'svg']) await ask(session, 'GET', `/api/${path}?${both}`);
    await ask(session, 'GET', `/api/position?text=${encodeURIComponent(`${last.a.bfen} | ${last.b.bfen}`)}`);
  }
  await ask(session, 'DELETE', `/api/files/${file}`);
}

const filesOf = (path) =>
  existsSync(path)
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(bpgn|pgn|json|txt)$/.test(entry.name))
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    : [];

test('the games of the tests', { timeout: 300_000 }, async () => {
  const session = new Session();
  for (const path of filesOf(join(TESTDATA, 'bpgn')))
    await compare(session, path.slice(TESTDATA.length), readFileSync(path));
  for (const text of ['', 'no game', '{"x":1}', '8/8/8 w', '\0\0\0'])
    await compare(session, 'x', Buffer.from(text || ' '));
  for (const [method, target] of [
    ['GET', '/api/nothing'],
    ['GET', '/api/games?sort=x'],
    ['DELETE', '/api/files/nobody'],
    ['GET', '/api/files/nobody/games/1'],
    ['GET', '/api/explore?a=x'],
    ['GET', '/api/openapi.json'],
  ]) {
    await ask(session, method, target);
  }
  console.log(`${asked} requests were answered alike`);
  assert.ok(asked > 300, `${asked} requests`);
});

test('all real games', { timeout: 600_000, skip: !existsSync(SHARED) && `${SHARED} is not here` }, async () => {
  const session = new Session();
  const before = asked;
  for (const path of filesOf(join(SHARED, 'bpgn')))
    await compare(session, path.slice(SHARED.length), readFileSync(path));
  const boards = filesOf(join(SHARED, 'chesscom'));
  for (let at = 0; at + 1 < boards.length; at += 2) {
    const pair = Buffer.concat([readFileSync(boards[at]), Buffer.from('\n'), readFileSync(boards[at + 1])]);
    await compare(session, `pair ${at}`, pair);
  }
  console.log(`${asked - before} requests were answered alike`);
  assert.ok(asked - before > 300, `${asked - before} requests`);
});

test('60 MB are opened within 300 MB', { timeout: 300_000 }, () => {
  const game = readFileSync(join(TESTDATA, 'bpgn/standard-2.2.bpgn'));
  const text = new Uint8Array(60_000_000);
  let length = 0;
  const one = Buffer.concat([game, Buffer.from('\n\n')]);
  for (; length + one.length <= text.length; length += one.length) text.set(one, length);
  const session = new Session();
  const start = performance.now();
  const answer = session.answer('POST', '/api/files?name=large', text.subarray(0, length));
  const seconds = (performance.now() - start) / 1000;
  assert.equal(answer.status, 200, Buffer.from(answer.takeBody()).toString());
  // The uploaded bytes need memory outside of the WebAssembly.
  const taken = memory.buffer.byteLength + text.byteLength;
  console.log(`${(taken / 1e6).toFixed(0)} MB, ${seconds.toFixed(1)} s, ${length / one.length} games`);
  assert.ok(taken <= 300_000_000, `${taken} bytes`);
});
