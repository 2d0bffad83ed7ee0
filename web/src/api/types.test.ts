import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the types match openapi.json', { timeout: 30_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'types-'));
  try {
    const fresh = join(folder, 'openapi.ts');
    execFileSync('npx', ['--no-install', 'openapi-typescript', '../crates/bughouse-review/openapi.json', '-o', fresh]);
    const kept = readFileSync('../npm/src/openapi.ts', 'utf8');
    expect(kept === readFileSync(fresh, 'utf8'), 'run `cargo xtask openapi`').toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
