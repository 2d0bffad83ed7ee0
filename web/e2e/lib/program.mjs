// The CLI under test: its commands, and its server on a free port.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

export const ROOT = resolve(import.meta.dirname, '../../..');
export const TESTDATA = join(ROOT, 'testdata');
const TARGET = resolve(process.env.CARGO_TARGET_DIR || join(ROOT, 'target'));

/** Finds a program: the path in a variable, else a release build, else a debug build. */
function find(variable, name) {
  const candidates = [process.env[variable], join(TARGET, 'release', name), join(TARGET, 'debug', name)];
  const found = candidates.find((path) => path && existsSync(path));
  if (!found) throw new Error(`${name} is not built; run \`cargo xtask serve --no-run\``);
  return found;
}

export const program = () => find('BUGHOUSE_PROGRAM', 'bughouse');

/** Runs a command of the CLI. Returns its exit code and output. */
export function bughouse(...args) {
  const { status, stdout, stderr, error } = spawnSync(program(), args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error) throw error;
  return { status, stdout, stderr };
}

/** Replays a game with the CLI. Returns its start, then every half-move, as objects. */
export function replay(file, ...args) {
  const { status, stdout, stderr } = bughouse('replay', file, '--json', ...args);
  if (status !== 0) throw new Error(stderr);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const parts = lines.filter((line) => line.type === 'game' || line.type === 'half-move');
  return parts.map((part) => ({ ...part, bfens: { a: part.boards.a.bfen, b: part.boards.b.bfen } }));
}

/** Writes synthetic games into a file. */
export function generate(file, ...args) {
  const { status, stderr } = spawnSync(find('BUGHOUSE_GENERATOR', 'generate'), [...args, '-o', file], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

/** Creates an archive of synthetic games from several years; for `files`. */
export function archiveOf(games, ...args) {
  return (folder) => {
    const file = `${folder}.bpgn`;
    generate(file, '--games', String(games), ...args);
    let number = 0;
    const text = readFileSync(file, 'latin1').replaceAll(/^\[Date "[\d.]+"\]/gm, () => {
      const [year, month] = [2001 + (number % 9), 1 + (number % 12)];
      number += 1;
      return `[Date "${year}.${String(month).padStart(2, '0')}.15"]`;
    });
    writeFileSync(file, text, 'latin1');
    const { status, stderr } = bughouse('archive', 'add', folder, file);
    if (status !== 0) throw new Error(stderr);
    rmSync(file);
  };
}

/** Returns a file of synthetic games that is kept for the next run. */
export function keptGames(games) {
  const folder = join(TARGET, 'samples');
  const file = join(folder, `${games}-games.bpgn`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    generate(file, '--games', String(games));
  }
  return file;
}

/** Returns the two games of the standard, as one text. */
export function standardGames() {
  const game = (name) => readFileSync(join(TESTDATA, 'bpgn', name), 'utf8');
  return game('standard-2.2.bpgn') + '\n' + game('standard-3.3.bpgn');
}

/** Creates a temporary folder with files, given as texts by name. `remove` deletes it. */
export function makeFolder(files = {}) {
  const path = mkdtempSync(join(tmpdir(), 'bughouse-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return { path, file: (name) => join(path, name), remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Starts `bughouse serve` in a folder and waits until it answers. */
export async function serve(folder, args) {
  const child = spawn(program(), ['serve', '--port', '0', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (part) => (errors += part));
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([
    new Promise((done) => lines.once('line', done)),
    new Promise((_, fail) => child.once('exit', (code) => fail(new Error(`serve exited with ${code}: ${errors}`)))),
  ]);
  const origin = /http:\/\/[\d.]+:\d+/.exec(first)?.[0];
  if (!origin) throw new Error(`serve printed no address first: ${first}`);
  return {
    origin,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = new Promise((done) => child.once('exit', done));
      child.kill();
      await ended;
    },
  };
}

/** Waits until the server has read all files. */
export async function allRead(origin) {
  for (;;) {
    const { files } = await (await fetch(origin + '/api/files')).json();
    if (files.every((file) => file.state !== 'reading')) return files;
    await new Promise((done) => setTimeout(done, 50));
  }
}
