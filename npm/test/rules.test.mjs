// Boards and matches, compared with perft results of other programs and with replays.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Board, BughouseError, init, Match, Move } from '../dist/index.js';
import { init as initRecords, readGames, replay } from '../dist/bpgn.js';

const TESTDATA = join(import.meta.dirname, '../../testdata');

test('calls before init throw an error', async () => {
  assert.throws(() => new Board(), /init/);
  assert.throws(() => [...readGames('')], /init/);
  await Promise.all([init(), init(), initRecords()]);
  assert.equal(new Board().legalMoves().length, 20);
});

function perft(board, depth) {
  const moves = board.legalMoves();
  if (depth === 1) return moves.length;
  let nodes = 0;
  for (const move of moves) {
    board.play(move);
    nodes += perft(board, depth - 1);
    board.undo();
  }
  return nodes;
}

test('perft results equal those of other programs', () => {
  let rows = 0;
  for (const name of readdirSync(join(TESTDATA, 'perft')).filter((name) => /\.csv$/.test(name))) {
    for (const line of readFileSync(join(TESTDATA, 'perft', name), 'utf8').split('\n')) {
      const [bfen, depth, nodes] = line.split(';');
      if (line.startsWith('#') || nodes === undefined || Number(nodes) > 300_000 || Number(depth) === 0) continue;
      let board;
      try {
        board = Board.fromFen(bfen);
      } catch (error) {
        // Some positions have more pieces than a match.
        assert.match(error.kind, /^too-many/, line);
        continue;
      }
      assert.equal(perft(board, Number(depth)), Number(nodes), line);
      assert.equal(board.history.length, 0);
      board.free();
      rows += 1;
    }
  }
  assert.ok(rows > 50, `${rows} rows`);
});

test('a move is a single object with all its parts', () => {
  const board = Board.fromBfen('4k3/P7/8/8/8/8/8/4K3[N] w - - 0 1');
  const moves = new Set(board.legalMoves());
  assert.ok(moves.has(Move.fromUci('N@f6')) && moves.has(board.read('a8=Q')));
  const { from, to, promotion, drop, stolenFrom, uci } = Move.fromUci('a7a8r');
  assert.deepEqual(
    { from, to, promotion, drop, stolenFrom, uci },
    {
      from: 'a7',
      to: 'a8',
      promotion: 'rook',
      drop: null,
      stolenFrom: null,
      uci: 'a7a8r',
    },
  );
  assert.deepEqual([Move.fromUci('N@f6').drop, Move.fromUci('N@f6').from], ['knight', null]);
  assert.equal(Move.fromUci('e7e8qd1').stolenFrom, 'd1');
  assert.equal(Move.fromUci('e7e8qd1'), Move.fromUci('e7e8qd1'));
  assert.equal(JSON.stringify([Move.fromUci('e2e4')]), '["e2e4"]');
  for (const move of moves) assert.equal(board.read(board.san(move)), move);
});

test('destinations and drop squares for chessground', () => {
  const board = Board.fromBfen('4k3/P7/8/8/8/8/8/R3K3[PN] w Q - 0 1');
  const dests = board.dests();
  assert.deepEqual(dests.get('a7'), ['a8']);
  assert.ok(dests.get('e1').includes('c1') && !dests.has('e8'));
  assert.deepEqual([...board.drops().keys()].sort(), ['knight', 'pawn']);
  assert.ok(
    board
      .drops()
      .get('pawn')
      .every((square) => !/[18]$/.test(square)),
  );
  const all = new Set(board.legalMoves().map(({ from, drop, to }) => `${from ?? drop} ${to}`));
  const listed = [...dests, ...board.drops()].flatMap(([key, squares]) => squares.map((to) => `${key} ${to}`));
  assert.deepEqual(listed.sort(), [...all].sort());
  const match = new Match();
  assert.deepEqual(match.dests('b').get('g1').sort(), ['f3', 'h3']);
  assert.equal(match.drops('b').size, 0);
});

test('moves can be strings, and other types are rejected', () => {
  const board = new Board();
  assert.deepEqual(
    ['e2e4', 'Nf3', 'e2e5', 'x'].map((text) => board.isLegal(text)),
    [true, true, false, false],
  );
  assert.equal(board.san('g1f3'), 'Nf3');
  const match = new Match();
  assert.deepEqual(
    ['e2e4', 'Nf3', 'e2e5', 'x'].map((text) => match.isLegal('a', text)),
    [true, true, false, false],
  );
  assert.equal(match.isLegal('a', Move.fromUci('e2e4')), true);
  assert.equal(match.san('b', 'g1f3'), 'Nf3');
  for (const nothing of [{ from: 'e2', to: 'e4' }, 796, null, undefined]) {
    for (const call of [
      () => board.play(nothing),
      () => board.isLegal(nothing),
      () => board.san(nothing),
      () => match.play('a', nothing),
      () => match.san('a', nothing),
    ]) {
      assert.throws(call, TypeError);
    }
  }
  for (const call of [
    () => Board.fromFen(5),
    () => Board.fromFeen({}),
    () => board.read(5),
    () => Move.fromUci(null),
    () => new Match({ position: 5 }),
    () => match.reserve(5),
    () => match.clock({}),
    () => match.resign(5),
  ]) {
    assert.throws(call, TypeError);
  }
  assert.equal(board.toBfen(), new Board().toBfen());
});

test('status, help squares, pieces and reserves', () => {
  const frozen = Board.fromFen('rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3');
  assert.deepEqual([frozen.status, frozen.turn, frozen.inCheck], ['frozen', 'white', true]);
  assert.deepEqual(frozen.help.knight, ['f2', 'g3']);
  assert.equal(Board.fromFen('4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1').status, 'checkmate');
  assert.equal(Board.fromFen('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1').status, 'stalemate');
  const start = new Board();
  assert.deepEqual([start.status, start.help, start.pieceOn('e4')], ['ongoing', {}, null]);
  assert.deepEqual(start.pieceOn('d8'), { color: 'black', piece: 'queen' });
  assert.deepEqual([Board.fromFeen(start.toFeen()).toBfen(), String(start)], [start.toBfen(), start.toBfen()]);
  assert.equal(Board.chess960(518).toFen(), start.toFen());
  assert.equal(Board.fromFen(start.toFen()).key, start.key);
  start.addToReserve('black', 'queen');
  assert.deepEqual(start.reserve('black'), { queen: 1, rook: 0, bishop: 0, knight: 0, pawn: 0 });
  start.removeFromReserve('black', 'queen');
  assert.throws(() => start.removeFromReserve('black', 'queen'), BughouseError);
  assert.throws(() => start.addToReserve('black', 'king'), { kind: 'no-piece' });
});

test('errors have a kind and a place, and change nothing', () => {
  const board = new Board();
  const before = board.toBfen();
  const thrownBy = (call) => {
    try {
      call();
    } catch (error) {
      assert.ok(error instanceof BughouseError, String(error));
      return error;
    }
    return assert.fail('it was accepted');
  };
  const text = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1';
  const { kind, start, end, message } = thrownBy(() => Board.fromFen(text));
  assert.equal(text.slice(start, end), 'X');
  assert.ok(kind && message.includes('^'));
  assert.equal(thrownBy(() => board.play(Move.fromUci('e2e5'))).kind, 'cannot-reach');
  assert.equal(thrownBy(() => board.play('N@e4')).kind, 'not-in-reserve');
  assert.equal(thrownBy(() => board.play('Ke2')).start, 0);
  for (const text of ['', 'x', 'e2e9', '\u{1f600}', 'N@', 'O-O-O-O', '\0']) thrownBy(() => board.play(text));
  assert.throws(() => board.pieceOn('i9'), RangeError);
  assert.equal(board.toBfen(), before);
  assert.equal(thrownBy(() => Board.fromFen('8/8 w')).name, 'BughouseError');
  assert.equal(Board.fromFen('4k3/8/8/8/8/8/8/4K3 w', { lenient: true }).turn, 'white');
  assert.equal(thrownBy(() => Board.chess960(960)).kind, 'chess960');
});

test('copies are independent, and freed boards throw an error', () => {
  const board = new Board();
  const copy = board.copy();
  copy.play('e4');
  assert.notEqual(copy.toBfen(), board.toBfen());
  assert.deepEqual(copy.history.map(String), ['e2e4']);
  board.free();
  assert.throws(() => board.legalMoves(), /freed/);
  assert.throws(() => board.toBfen(), /freed/);
  board.free();
  board[Symbol.dispose]();
  const match = new Match();
  match.free();
  match[Symbol.dispose]();
  assert.throws(() => match.play('a', 'e4'), /freed/);
  copy[Symbol.dispose]();
  const many = Array.from({ length: 20_000 }, () => new Board());
  assert.equal(many.at(-1).legalMoves().length, 20);
  many.forEach((each) => each.free());
});

// A replay has an en passant square only if a capture is possible.
const plain = (bfen) => bfen.replaceAll(/ [a-h][36] (\d)/g, ' - $1');

test('a match reaches the same positions as a replay', () => {
  for (const name of ['standard-2.2.bpgn', 'standard-3.3.bpgn', 'annotated.bpgn']) {
    const text = readFileSync(join(TESTDATA, 'bpgn', name), 'utf8');
    const [game] = readGames(text);
    const { main, start, stopped_at } = replay(game.text);
    assert.equal(stopped_at, null);
    const { moves } = game;
    assert.ok(moves.length === main.half_moves.length && moves.length > 5, `${name}: ${moves.length}`);
    const position = `${start.boards.a.bfen} | ${start.boards.b.bfen}`;
    const match = new Match({ rules: 'standard', position });
    moves.forEach(({ seat, san }, index) => {
      const board = seat.endsWith('A') ? 'a' : 'b';
      assert.equal(match.toMove(board), seat);
      match.play(board, san);
      const { boards } = main.half_moves[index];
      const expected = plain(`${boards.a.bfen} | ${boards.b.bfen}`);
      assert.equal(plain(match.toBfen()), expected, `${name}, half-move ${index + 1}`);
    });
    assert.equal(match.history.length, moves.length);
    while (match.undo()) assert.equal(match.outcome, null);
    assert.equal(plain(match.toBfen()), plain(position));
  }
});

test('a match has clocks, transfers and an outcome', () => {
  const match = new Match({ baseMs: 60_000, incrementMs: 1_000 });
  match.start(0);
  match.play('b', 'e4', 2_000);
  assert.equal(match.clock('WhiteB'), 59_000);
  match.play('b', 'd5', 2_500);
  match.play('b', 'exd5', 3_000);
  assert.equal(match.reserve('BlackA').pawn, 1);
  assert.deepEqual(match.frozen, {});
  assert.deepEqual(match.freeingCaptures('a'), []);
  const copy = match.copy();
  assert.throws(() => match.claimFlag('WhiteA', 10_000), { kind: 'time-left' });
  match.claimFlag('WhiteA', 60_001);
  const { winner, cause, seat, result } = match.outcome;
  assert.deepEqual([winner, cause, seat, result], ['team2', 'flag', 'WhiteA', '0-1']);
  assert.deepEqual(match.legalMoves('a'), []);
  assert.throws(() => match.play('a', 'e2e4'), { kind: 'over' });
  assert.equal(copy.outcome, null);
  copy.agreeDraw();
  assert.equal(copy.outcome.result, '1/2-1/2');
  const aborted = new Match();
  aborted.abort();
  assert.equal(aborted.outcome.result, '*');
  assert.throws(() => aborted.claimRepetition('a'), BughouseError);
  assert.throws(() => new Match({ rules: 'chess' }), { kind: 'rules' });
  assert.throws(() => new Match({ position: 'x' }), BughouseError);
  assert.throws(() => new Match().play('c', 'e4'), RangeError);
  assert.throws(() => new Match().start(Number.NaN), RangeError);
  assert.equal(new Match({ position: copy.toBfen() }).key, copy.key);
});
