// The size of the files that a browser fetches.
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../lib/program.mjs';

const MOST_BYTES = 160_000;

test('the web UI is small', () => {
  const folder = join(ROOT, 'crates/bughouse/page');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const fetched = files.filter((path) => /\.(html|js|css|svg)\.gz$/.test(path));
  const bytes = fetched.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
  assert.ok(fetched.length > 5, 'the web UI is built');
  assert.ok(bytes <= MOST_BYTES, `${bytes} bytes with gzip, at most ${MOST_BYTES}`);
});
