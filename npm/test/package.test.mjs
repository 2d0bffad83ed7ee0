// The published package: packed, installed into an empty folder, and used in Node.js, by the compiler, and in a browser.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { chromium as browser } from 'playwright-core';
import { chromium, installed, PACKAGE, run, serveFiles } from './lib.mjs';

const user = installed();
after(user.remove);

test('the package has the files it needs and no others', () => {
  const needed = ['dist/index.js', 'dist/index.d.ts', 'dist/bpgn.js', 'dist/bpgn.d.ts', 'wasm/rules_bg.wasm'];
  for (const path of [...needed, 'wasm/records_bg.wasm', 'README.md', 'LICENSE-MIT', 'LICENSE-APACHE']) {
    assert.ok(user.files.includes(path), path);
  }
  for (const path of user.files) assert.doesNotMatch(path, /^(src|test|glue|node_modules)\/|\.test\./);
});

test('each file of WebAssembly is small enough', () => {
  const size = (name) => gzipSync(readFileSync(join(PACKAGE, 'wasm', name)), { level: 9 }).length;
  const [rules, records] = [size('rules_bg.wasm'), size('records_bg.wasm')];
  console.log(`rules ${rules} bytes, records ${records} bytes, by gzip`);
  assert.ok(rules <= 160_000 && records <= 350_000);
});

test('the examples of the README run', () => {
  const text = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
  const examples = [...text.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
  assert.ok(examples.length >= 4);
  examples.forEach((code, index) => {
    writeFileSync(join(user.folder, `example-${index}.js`), code);
    run(user.folder, process.execPath, `example-${index}.js`);
  });
});

const TYPED = `
import { Board, BughouseError, init, initSync, Match, Move, type Outcome, type Square, type Status } from 'bughouse-chess';
import { check, edit, init as initRecords, readGames, replay, type Edit, type Game } from 'bughouse-chess/bpgn';
await init();
await initRecords();
const board: Board = Board.fromFen('x', { lenient: true });
const moves: Move[] = board.legalMoves();
const to: Square | undefined = moves[0]?.to;
const status: Status = board.status;
const match = new Match({ rules: 'fics' });
match.play('a', 'e4', 5);
const outcome: Outcome | null = match.outcome;
const change: Edit = { kind: 'remove', ply: 1 };
const game: Game = edit('', change).game;
const bfen: string | undefined = replay('').main.half_moves[0]?.boards.a.bfen;
for (const { tags, moves } of readGames(new Uint8Array())) console.log(tags['Event'], moves[0]?.clock_ms);
console.log(check('')[0]?.final.a, to, status, outcome, game, bfen, new BughouseError('x', 'y').start, initSync);
// @ts-expect-error There is no board c.
match.play('c', 'e4');
// @ts-expect-error A reserve can't have a king.
board.addToReserve('white', 'king');
// @ts-expect-error Internals are not visible.
console.log(board.raw);
// @ts-expect-error There is no such edit.
const wrong: Edit = { kind: 'dance' };
export { wrong };
`;

test('types are strict with every module resolution', () => {
  writeFileSync(join(user.folder, 'typed.ts'), TYPED);
  const compiler = join(PACKAGE, 'node_modules/typescript/bin/tsc');
  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, types: [] };
    const compilerOptions = { ...strict, noEmit: true, target: 'es2022', module, moduleResolution };
    writeFileSync(join(user.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }));
    run(user.folder, process.execPath, compiler, '-p', '.');
  }
  for (const name of ['index', 'bpgn', 'board', 'match', 'move', 'error', 'load', 'rules', 'words']) {
    const types = readFileSync(join(user.folder, `node_modules/bughouse-chess/dist/${name}.d.ts`), 'utf8');
    assert.doesNotMatch(types, /\bany\b(?! )|: any\b/, name);
  }
});

const SCRIPT = `
import { Board, init, Match } from 'bughouse-chess';
import { init as initRecords, replay } from 'bughouse-chess/bpgn';
await Promise.all([init(), initRecords()]);
const match = new Match();
match.play('a', 'e4');
window.answers = [new Board().legalMoves().length, match.toBfen(), replay('1A. e4 *').main.half_moves.length];
const worker = new Worker('worker.js', { type: 'module' });
worker.onmessage = ({ data }) => window.answers.push(data);
`;

// Import maps don't apply to workers, so this imports the file.
const WORKER = `
import { Board, initSync } from './node_modules/bughouse-chess/dist/index.js';
const answer = await fetch('./node_modules/bughouse-chess/wasm/rules_bg.wasm');
initSync(await answer.arrayBuffer());
postMessage(new Board().legalMoves().length);
`;

test('it runs in Chromium, on a page and in a worker, under a strict CSP', async () => {
  const map = { imports: { 'bughouse-chess': './node_modules/bughouse-chess/dist/index.js' } };
  map.imports['bughouse-chess/bpgn'] = './node_modules/bughouse-chess/dist/bpgn.js';
  const policy =
    "default-src 'none'; script-src 'self' 'nonce-x' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";
  writeFileSync(
    join(user.folder, 'page.html'),
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">
<script type="importmap" nonce="x">${JSON.stringify(map)}</script><script type="module" src="script.js"></script>`,
  );
  writeFileSync(join(user.folder, 'script.js'), SCRIPT);
  writeFileSync(join(user.folder, 'worker.js'), WORKER);
  const server = await serveFiles(user.folder);
  const chrome = await browser.launch({ executablePath: chromium(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await chrome.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('request', (request) => request.url().startsWith(server.origin) || problems.push(request.url()));
    await page.goto(`${server.origin}/page.html`);
    await page.waitForFunction(() => window.answers?.length === 4, undefined, { timeout: 20_000 });
    const answers = await page.evaluate(() => window.answers);
    assert.deepEqual([answers[0], answers[2], answers[3]], [20, 1, 20]);
    assert.match(answers[1], /4P3.* b KQkq e3 0 1 \| /);
    assert.deepEqual(problems, []);
  } finally {
    await chrome.close();
    await server.stop();
  }
});
