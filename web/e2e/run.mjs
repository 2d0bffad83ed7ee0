// Runs the browser tests: all of them, or those whose file names hold one of the words given.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'tests');
const words = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.test.mjs'))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .sort();
if (files.length === 0) {
  console.error(`no test file in ${folder} is called so`);
  process.exit(2);
}
// One file at a time: tests that look at moving clocks need the machine for themselves.
const options = ['--test', '--test-concurrency=1', '--test-reporter=spec'];
const { status } = spawnSync(process.execPath, [...options, ...files.map((name) => join(folder, name))], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
