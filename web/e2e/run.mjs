// Runs the browser tests: all of them, or those whose file names hold one of the words given. With `--static` they are
// those of the page without a program, whose folder BUGHOUSE_STATIC names: its own, and those that both pages must pass.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

// What both pages must pass. The rest is about the program, an archive, or the look, which is the same.
const BOTH = 'annotations broken draft drawing hostile keyboard list moves open repair replay setup view'.split(' ');

const isStatic = process.argv.includes('--static');
const words = process.argv.slice(2).filter((word) => word !== '--static');
const list = (folder) =>
  readdirSync(join(import.meta.dirname, folder)).map((name) => join(import.meta.dirname, folder, name));
const chosen = isStatic
  ? [...list('static'), ...list('tests').filter((path) => BOTH.includes(basename(path, '.test.mjs')))]
  : list('tests');
const files = chosen
  .filter((name) => name.endsWith('.test.mjs'))
  .filter((name) => words.length === 0 || words.some((word) => basename(name).includes(word)))
  .sort();
if (files.length === 0) {
  console.error('no test file is called so');
  process.exit(2);
}
// One file at a time: tests that look at moving clocks need the machine for themselves.
const options = ['--test', '--test-concurrency=1', '--test-reporter=spec'];
const { status } = spawnSync(process.execPath, [...options, ...files], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
