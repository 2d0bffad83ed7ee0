// Compares the npm package with chessops, ffish and a native build. With `--check`, exits with 1 if a threshold is missed.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { perft as chessopsPerft } from 'chessops/debug';
import { Chess } from 'chessops/chess';
import ffishModule from 'ffish-es6';
import { Board, init } from '../../npm/dist/index.js';

const [measured, native] = process.argv.slice(2);
const check = process.argv.includes('--check');
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1';
const DROPS = 'r1bqk2r/pppp1ppp/2n5/4p3/4P3/2N5/PPPP1PPP/R1BQK2R[QRBNPqrbnp] w KQkq - 0 1';
const ROUNDS = 7;
let failed = false;

function timed(call) {
  const start = performance.now();
  const nodes = call();
  return { nodes, ms: performance.now() - start };
}

/** Repeats a short call, to make it long enough to time. */
function often(call) {
  let sum = 0;
  for (let time = 0; time < 20; time++) sum += call();
  return sum;
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Runs two calls in turn, and compares how many times as fast the first is with a threshold. */
function compare(what, ours, theirs, least) {
  const times = { ours: [], theirs: [] };
  ours();
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = [ours(), theirs()];
    if (one.nodes !== other.nodes) throw new Error(`${what}: ${one.nodes} nodes, and ${other.nodes}`);
    times.ours.push(one.ms);
    times.theirs.push(other.ms);
  }
  const ratio = median(times.theirs.map((ms, round) => ms / times.ours[round]));
  const missed = ratio < least;
  failed ||= missed;
  const figures = `${median(times.ours).toFixed(1)} ms and ${median(times.theirs).toFixed(1)} ms`;
  console.log(`${what}: ${figures}, ${ratio.toFixed(2)} times, at least ${least}${missed ? ': MISSED' : ''}`);
}

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

function ffishPerft(board, depth) {
  if (depth === 1) return board.numberLegalMoves();
  const moves = board.legalMoves();
  let nodes = 0;
  for (const move of moves ? moves.split(' ') : []) {
    board.push(move);
    nodes += ffishPerft(board, depth - 1);
    board.pop();
  }
  return nodes;
}

await init();
const start = new Board();
const chessops = Chess.default();
compare(
  'start, depth 4, compared with chessops',
  () => timed(() => perft(start, 4)),
  () => timed(() => chessopsPerft(chessops, 4)),
  3,
);

const ffish = await ffishModule({
  wasmBinary: readFileSync(join(import.meta.dirname, 'node_modules/ffish-es6/ffish.wasm')),
});
const drops = Board.fromBfen(DROPS);
const theirs = new ffish.Board('bughouse', DROPS);
compare(
  'drops, depth 2, 20 times, compared with ffish',
  () => timed(() => often(() => perft(drops, 2))),
  () => timed(() => often(() => ffishPerft(theirs, 2))),
  3,
);

const wasm = await import(pathToFileURL(join(measured, 'perft.js')).href);
wasm.initSync({ module: readFileSync(join(measured, 'perft_bg.wasm')) });
for (const [what, bfen, depth] of [
  ['start', START, 5],
  ['drops', DROPS, 3],
]) {
  const board = wasm.RawBoard.read(bfen, false);
  const nativePerft = () => {
    const { stdout, status } = spawnSync(native, [bfen, String(depth)], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${native} exited with ${status}`);
    const [nodes, ms] = stdout.trim().split(' ').map(Number);
    return { nodes, ms };
  };
  const name = `${what}, depth ${depth}, perft with made leaves, compared with native`;
  compare(name, () => timed(() => board.perftMade(depth)), nativePerft, 0.6);
}
process.exit(check && failed ? 1 : 0);
