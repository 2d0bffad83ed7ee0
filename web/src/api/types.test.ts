import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';

test('the types match openapi.json', { timeout: 30_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'types-'));
  try {
    const fresh = join(folder, 'types.ts');
    execFileSync('npx', ['--no-install', 'openapi-typescript', '../crates/bughouse-review/openapi.json', '-o', fresh]);
    const options = await resolveConfig('src/api/types.ts');
    const wanted = await format(readFileSync(fresh, 'utf8'), { ...options, parser: 'typescript' });
    expect(readFileSync('src/api/types.ts', 'utf8') === wanted, 'run `npm run types`').toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
