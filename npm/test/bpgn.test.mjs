// Game files: compared with the games of the standard.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { BughouseError, check, edit, init, initSync, readGames, replay, toBpgn } from '../dist/bpgn.js';

const TESTDATA = join(import.meta.dirname, '../../testdata');
const standard = readFileSync(join(TESTDATA, 'bpgn/standard-2.2.bpgn'), 'utf8');
const GAME = '[WhiteA "Zoë"]\n\n1A. e4 {298} 1a. e5 {299} *';

before(async () => {
  const bytes = readFileSync(join(import.meta.dirname, '../wasm/records_bg.wasm'));
  initSync(await WebAssembly.compile(bytes));
  await init();
});

test('games are read one by one, from text, bytes and gzip', () => {
  const two = `${GAME}\n\nstray\n\n${standard}`;
  const all = [...readGames(two)];
  assert.deepEqual(
    all.map(({ number }) => number),
    [1, 2],
  );
  assert.equal(all[0].tags.WhiteA, 'Zoë');
  assert.deepEqual(all[0].moves[1], { number: 1, seat: 'BlackA', label: '1a', san: 'e5', clock_ms: 299_000 });
  assert.ok(all[1].text.includes('[Event'));
  const bytes = new TextEncoder().encode(two);
  assert.deepEqual([...readGames(bytes)], all);
  assert.deepEqual([...readGames(bytes.buffer)], all);
  assert.deepEqual([...readGames(new Uint8Array(gzipSync(bytes)))], all);
  assert.deepEqual([...readGames('')], []);
  assert.throws(() => [...readGames(new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0, 0]))], { kind: 'packed' });
  for (const game of readGames(two)) {
    assert.equal(game.number, 1);
    break;
  }
});

test('a replay has both boards after each half-move', () => {
  const game = replay(standard);
  const { half_moves } = game.main;
  assert.equal(half_moves.length, [...readGames(standard)][0].moves.length);
  assert.ok(half_moves.every(({ boards }) => boards.a.bfen && boards.b.bfen));
  assert.throws(
    () => replay('nothing'),
    (error) => error instanceof BughouseError && error.kind === 'wrong',
  );
  assert.throws(() => replay(GAME + '\n\n' + GAME), BughouseError);
});

test('an edit changes a copy', () => {
  const played = edit(GAME, { kind: 'play', line: '', ply: 1, board: 'a', uci: 'c7c5' });
  assert.deepEqual([played.changed, played.line, played.ply], [true, '2.1', 2]);
  const commented = edit(played.game.text, { kind: 'comment', line: '', ply: 1, index: null, text: 'best by test' });
  assert.match(commented.game.text, /best by test/);
  assert.throws(() => edit(GAME, { kind: 'play', line: '', ply: 1, board: 'a', uci: 'a1a8' }), BughouseError);
  assert.throws(() => edit(GAME, { kind: 'dance' }), { kind: 'no-edit' });
  const damaged = '[WhiteA "\u{1f600}"]\n\n1A. e4 { *';
  try {
    edit(damaged, { kind: 'remove', ply: 1 });
    assert.fail('it was accepted');
  } catch (error) {
    assert.equal(damaged[error.start], '{', error.message);
  }
});

test('arguments that are not text are rejected', () => {
  for (const nothing of [5, {}, null, undefined]) {
    assert.throws(() => replay(nothing), TypeError);
    assert.throws(() => [...readGames(nothing)], TypeError);
    assert.throws(() => check(nothing), TypeError);
    assert.throws(() => edit(nothing, { kind: 'remove', ply: 1 }), TypeError);
  }
  assert.throws(() => edit(GAME, undefined), { kind: 'no-edit' });
  assert.equal(replay(GAME).main.half_moves.length, 2);
});

test('a check reports diagnostics', () => {
  const [game] = check(standard, { name: 'standard.bpgn' });
  assert.equal(game.file, 'standard.bpgn');
  assert.equal(game.stopped_at, null);
  const [broken] = check('[WhiteA "x"]\n\n1A. e4 1a. Ke4 *');
  assert.equal(broken.stopped_at?.ply, 2);
  assert.ok(broken.diagnostics.length > 0);
  assert.ok(check(GAME, { strict: true })[0].diagnostics.length >= check(GAME)[0].diagnostics.length);
});

test('other formats are converted to BPGN', () => {
  const position = toBpgn('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1');
  assert.equal(position.kind, 'position');
  assert.ok(replay(position.text));
  assert.equal(toBpgn(GAME).text, GAME);
  assert.throws(() => toBpgn(''), BughouseError);
  assert.throws(() => toBpgn('{"x":1}'), BughouseError);
});
