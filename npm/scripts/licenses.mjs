// Prepares a build: copies the licenses from the root of the repository into the package.
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..');
for (const name of ['LICENSE-APACHE', 'LICENSE-MIT']) copyFileSync(join(folder, '..', name), join(folder, name));
// An earlier build may contain files that no longer exist.
rmSync(join(folder, 'dist'), { recursive: true, force: true });
