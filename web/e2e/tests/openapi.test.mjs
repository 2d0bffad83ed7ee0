// The answers of the server match its OpenAPI spec.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import Ajv from 'ajv/dist/2020.js';
import { annotated } from '../lib/review.mjs';
import { allRead, archiveOf, makeFolder, ROOT, serve, standardGames } from '../lib/program.mjs';

const document = JSON.parse(readFileSync(join(ROOT, 'crates/bughouse-review/openapi.json'), 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addSchema({ ...document, $id: 'openapi' });

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1';
const FROZEN = 'R5k1/5ppp/8/8/8/8/8/6K1[] b - - 3 9';
const both = (a, b) => `a=${encodeURIComponent(a)}&b=${encodeURIComponent(b)}`;

let server, folder, keys;

before(async () => {
  folder = makeFolder({
    'standard.bpgn': standardGames(),
    'broken.bpgn': '[WhiteA "x"]\n\n1A. e4 1a. e5 2A. Qxh7 2a. d5 *\n',
  });
  annotated(folder.file('annotated.bpgn'));
  archiveOf(50)(folder.file('archive'));
  server = await serve(folder.path, ['standard.bpgn', 'annotated.bpgn', 'broken.bpgn', 'archive']);
  keys = (await allRead(server.origin)).map((file) => file.key);
});

after(async () => {
  await server?.stop();
  folder?.remove();
});

/** Sends a request and checks the answer with the schema of its status. */
async function ask(method, path, address, { body, status = 200 } = {}) {
  const operation = document.paths[path]?.[method.toLowerCase()];
  assert.ok(operation, `${method} ${path} is not in the document`);
  const init = { method };
  if (typeof body === 'string') Object.assign(init, { body, headers: { 'content-type': 'application/octet-stream' } });
  else if (body) Object.assign(init, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  const response = await fetch(server.origin + address, init);
  const text = await response.text();
  assert.equal(response.status, status, `${method} ${address}: ${text.slice(0, 400)}`);
  const described = operation.responses[status] ?? operation.responses.default;
  const [[type, content] = []] = Object.entries(described.content ?? {});
  if (!type) {
    assert.equal(text, '');
    return null;
  }
  assert.ok(
    response.headers.get('content-type')?.startsWith(type),
    `${address}: ${response.headers.get('content-type')}`,
  );
  if (type !== 'application/json') return text;
  const value = JSON.parse(text);
  const fits = ajv.compile(content.schema.$ref ? { $ref: 'openapi' + content.schema.$ref } : content.schema);
  assert.ok(fits(value), `${method} ${address}: ${ajv.errorsText(fits.errors).slice(0, 800)}`);
  return value;
}

const openGame = (key, game) => ask('GET', '/api/files/{key}/games/{game}', `/api/files/${key}/games/${game}`);
const edit = (text, change) => ask('POST', '/api/edit', '/api/edit', { body: { text, edit: change } });

test('schemas reject what is not in them', () => {
  const fits = ajv.compile({ $ref: 'openapi#/components/schemas/Player' });
  assert.ok(fits({ name: 'x', rating: null }));
  assert.ok(!fits({ name: 'x', rating: null, more: 1 }));
  assert.ok(!fits({ name: 'x' }));
});

test('files and lists', async () => {
  await ask('GET', '/api/files', '/api/files');
  const rows = await ask('GET', '/api/games', '/api/games?limit=500');
  assert.equal(rows.total, 103);
  assert.equal(rows.games.length, 103);
  assert.deepEqual([...new Set(rows.games.map((row) => row.state))].sort(), ['broken', 'ok']);
  await ask(
    'GET',
    '/api/games',
    '/api/games?player=a&partner=e&min_rating=1000&from=2000&to=2030-12&result=won&end=time',
  );
  await ask('GET', '/api/games', '/api/games?result=maybe', { status: 400 });
  await ask('POST', '/api/files/{key}/reload', `/api/files/${keys[0]}/reload`, { body: '' });
  await allRead(server.origin);
});

test('every game of the samples', { timeout: 120_000 }, async () => {
  const { games } = await ask('GET', '/api/games', '/api/games?limit=500');
  let variations = 0;
  for (const row of games) {
    const game = await openGame(row.file, row.game);
    assert.equal(game.plies, row.plies);
    variations += game.main.half_moves.flatMap((move) => move.variations).length;
  }
  assert.ok(variations > 300, String(variations));
});

test('a broken game says where it stopped', async () => {
  const game = await openGame(keys[2], 1);
  assert.equal(game.state, 'broken');
  assert.equal(game.main.half_moves.length, 2);
  assert.deepEqual([game.stopped_at.ply, game.stopped_at.line, game.main.unplayed.length], [3, 3, 2]);
});

test('a game is replayed and edited', async () => {
  const { text } = await openGame(keys[0], 1);
  await ask('POST', '/api/game', '/api/game', { body: { text } });
  const played = await edit(text, { kind: 'play', line: '', ply: 0, board: 'a', uci: 'e2e4' });
  assert.ok(played.changed && played.line === '1.1' && played.ply === 1);
  const spot = { line: played.line, ply: played.ply };
  const commented = await edit(played.game.text, { kind: 'comment', ...spot, index: null, text: 'why not' });
  const marked = await edit(commented.game.text, { kind: 'nags', ...spot, nags: ['!?'] });
  const [half] = marked.game.main.half_moves[0].variations[0].half_moves;
  assert.deepEqual([half.nags, half.comments.map((comment) => comment.text)], [['!?'], ['why not']]);
  const other = await edit(marked.game.text, { kind: 'play', line: '', ply: 0, board: 'a', uci: 'c2c4' });
  const promoted = await edit(other.game.text, { kind: 'promote', line: other.line, ply: other.ply });
  assert.deepEqual([promoted.line, promoted.game.main.half_moves[0].san], ['1.1', played.game.main.half_moves[0].san]);
  const without = await edit(marked.game.text, { kind: 'delete', ...spot });
  assert.equal(without.game.main.half_moves[0].variations.length, 0);
  const again = await edit(text, { kind: 'play', line: '', ply: 0, board: 'a', uci: 'd2d4' });
  assert.ok(!again.changed);
});

test('positions, moves and notations', async () => {
  await ask('GET', '/api/position', `/api/position?text=${encodeURIComponent(`${FROZEN} | ${START}`)}`);
  const legal = await ask('GET', '/api/legal', `/api/legal?${both(START, FROZEN)}`);
  assert.equal(Object.values(legal.a.moves).flat().length, 20);
  assert.deepEqual(legal.b.moves, {});
  await ask('GET', '/api/notations', `/api/notations?${both(START, FROZEN)}`);
  const found = await ask('GET', '/api/analysis', `/api/analysis?${both(START, FROZEN)}`);
  assert.ok(found.BlackB.is_lost);
  const { team } = await ask('GET', '/api/evaluation', `/api/evaluation?${both(START, FROZEN)}`);
  assert.ok(team.chance < 0.5);
  await ask('GET', '/api/engine', `/api/engine?${both(START, START)}`, { status: 404 });
  await ask('POST', '/api/mistakes', '/api/mistakes', { body: { text: '1A. e4 *' } });
  const svg = await ask('GET', '/api/svg', `/api/svg?${both(START, FROZEN)}&flip=true&swap=true&WhiteA=61000`);
  assert.match(svg, /^<svg/);
  const openapi = await ask('GET', '/api/openapi.json', '/api/openapi.json');
  assert.deepEqual(openapi, document);
});

test('uploads of each kind', async () => {
  const chesscom = (name) => readFileSync(join(ROOT, 'testdata/chesscom', name), 'utf8');
  const texts = {
    bpgn: standardGames(),
    position: START,
    chesscom: chesscom('on-time-1.json') + chesscom('on-time-2.json'),
  };
  for (const [kind, body] of Object.entries(texts)) {
    const opened = await ask('POST', '/api/files', '/api/files?name=x', { body });
    assert.equal(opened.kind, kind);
    await openGame(opened.key, 1);
    await ask('DELETE', '/api/files/{key}', `/api/files/${opened.key}`, { status: 204 });
  }
});

test('the archive', async () => {
  const { archive } = await ask('GET', '/api/files', '/api/files');
  assert.deepEqual(archive, { name: 'archive', games: 50, has_texts: true });
  const start = encodeURIComponent(START);
  const explored = await ask('GET', '/api/explore', `/api/explore?position=${start}`);
  assert.equal(explored.total, 100);
  const both = await ask('GET', '/api/explore', `/api/explore?position=${start}%20%7C%20${start}&result=won`);
  assert.ok(both.moves.every((move) => move.board === 'A'));
  const years = await ask('GET', '/api/explore/years', `/api/explore/years?position=${start}`);
  assert.deepEqual(years.years, [2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2009]);
  const found = await ask('GET', '/api/search', '/api/search?offset=45&limit=10');
  assert.deepEqual([found.total, found.games.length], [50, 5]);
  await ask('GET', '/api/search', '/api/search?q=mate');
  await ask('GET', '/api/archive/games/{game}', '/api/archive/games/49');
  const { players } = await ask('GET', '/api/archive/players', '/api/archive/players?limit=3');
  for (const { name, games } of players) {
    const address = `/api/archive/players/${encodeURIComponent(name)}`;
    const player = await ask('GET', '/api/archive/players/{name}', address);
    assert.equal(player.score.games, games);
  }
  const { error } = await ask('GET', '/api/search', '/api/search?q=mate%20drp', { status: 400 });
  assert.deepEqual([error.column, error.excerpt], [6, '  mate drp\n       ^^^']);
  await ask('GET', '/api/archive/players/{name}', '/api/archive/players/nobody', { status: 404 });
});

test('saving', async () => {
  const { text } = await openGame(keys[0], 2);
  await ask('POST', '/api/save', '/api/save', { body: { text, name: 'new', overwrite: false } });
  await ask('POST', '/api/save', '/api/save', { body: { text, name: 'new', overwrite: false }, status: 409 });
  await ask('PUT', '/api/files/{key}/games/{game}', `/api/files/${keys[0]}/games/2`, {
    body: { text, original: text, overwrite: true },
  });
});

test('rejections have a reason', async () => {
  const rejected = [
    ['GET', '/api/files/{key}/games/{game}', `/api/files/${keys[0]}/games/99`, 404],
    ['GET', '/api/files/{key}/games/{game}', '/api/files/none/games/1', 404],
    ['DELETE', '/api/files/{key}', '/api/files/none', 404],
    ['GET', '/api/position', '/api/position?text=nonsense', 400],
    ['GET', '/api/legal', '/api/legal?a=x&b=y', 400],
  ];
  for (const [method, path, address, status] of rejected) {
    const { error } = await ask(method, path, address, { status });
    assert.ok(error.message.length > 3);
  }
});
