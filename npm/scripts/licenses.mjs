// The package carries the licenses, which lie at the root of the repository.
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..');
for (const name of ['LICENSE-APACHE', 'LICENSE-MIT']) copyFileSync(join(folder, '..', name), join(folder, name));
// What was built before may hold files that are gone.
rmSync(join(folder, 'dist'), { recursive: true, force: true });
