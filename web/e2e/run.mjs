// Runs the browser tests, two files at a time. Files that measure time, or that fill both cores, run one by one at the end.
//
//   node e2e/run.mjs [--main | --rest] [WORD...]   tests of the web UI with its server
//   node e2e/run.mjs --static [WORD...]            tests of the static site, whose folder BUGHOUSE_STATIC names
//
// With words, only files whose names contain one of them run.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

// The main paths: open and list games, replay them, make moves, save, analyze.
const MAIN = 'analysis list moves open replay save'.split(' ');

// Tests that depend on time: running clocks, delays, 100,000 games, memory.
const TIMED = 'answers many reading replay restart robust thinking'.split(' ');

// The static site gives the same answers as the server, byte for byte: `answers` proves it. So one file of the shared tests
// is enough to show that the UI works with them. The others that fit both run if they are named.
const SMOKE = ['moves'];
const SHARED = 'annotations broken draft drawing hostile keyboard list moves open repair replay setup view'.split(' ');

const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith('--'));
const words = args.filter((arg) => !arg.startsWith('--'));
if (flags.length > 1 || flags.some((flag) => !['--main', '--rest', '--static'].includes(flag))) {
  console.error('usage: node e2e/run.mjs [--main | --rest | --static] [WORD...]');
  process.exit(2);
}

const name = (path) => basename(path, '.test.mjs');
const list = (folder) =>
  readdirSync(join(import.meta.dirname, folder))
    .filter((file) => file.endsWith('.test.mjs'))
    .map((file) => join(import.meta.dirname, folder, file));

// A file that was renamed must not drop out of a list.
const known = [...list('tests'), ...list('static')].map(name);
const unknown = [...MAIN, ...TIMED, ...SMOKE, ...SHARED].filter((listed) => !known.includes(listed));
if (unknown.length > 0) {
  console.error(`e2e/run.mjs lists files that don't exist: ${unknown.join(', ')}`);
  process.exit(1);
}

/** Returns the files that a flag selects. */
function selected(flag) {
  const shared = list('tests');
  switch (flag) {
    case '--main':
      return shared.filter((path) => MAIN.includes(name(path)));
    case '--rest':
      return shared.filter((path) => !MAIN.includes(name(path)));
    case '--static': {
      const fitting = words.length > 0 ? SHARED : SMOKE;
      return [...list('static'), ...shared.filter((path) => fitting.includes(name(path)))];
    }
    default:
      return shared;
  }
}

const files = selected(flags[0]).filter(
  (path) => words.length === 0 || words.some((word) => name(path).includes(word)),
);
if (files.length === 0) {
  console.error('no test file has such a name');
  process.exit(2);
}

/** Runs files, some at a time. Returns `true` if all tests pass. */
function passes(paths, concurrency) {
  if (paths.length === 0) return true;
  const options = ['--test', `--test-concurrency=${concurrency}`, '--test-reporter=spec'];
  return spawnSync(process.execPath, [...options, ...paths.sort()], { stdio: 'inherit' }).status === 0;
}

const isTimed = (path) => TIMED.includes(name(path));
const together = passes(
  files.filter((path) => !isTimed(path)),
  2,
);
const oneByOne = passes(files.filter(isTimed), 1);
process.exit(together && oneByOne ? 0 : 1);
