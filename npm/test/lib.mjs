// The package as users have it: packed, and installed into an empty folder.
import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';

export const PACKAGE = join(import.meta.dirname, '..');

/** Runs a program and returns its output. Throws if it fails. */
export function run(folder, program, ...args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

/** Packs the package and installs it into an empty folder. */
export function installed() {
  const folder = mkdtempSync(join(tmpdir(), 'bughouse-chess-'));
  const [{ filename, files }] = JSON.parse(run(PACKAGE, 'npm', 'pack', '--json', '--pack-destination', folder));
  writeFileSync(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }');
  run(folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund', `./${filename}`);
  return {
    folder,
    files: files.map(({ path }) => path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const KINDS = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Serves a folder, like a static host. */
export async function serveFiles(folder) {
  const server = createServer((request, response) => {
    const path = join(folder, normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname)));
    if (!path.startsWith(folder) || !existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': KINDS[extname(path)] ?? 'application/octet-stream' });
    createReadStream(path).pipe(response);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { origin: `http://127.0.0.1:${server.address().port}`, stop: () => new Promise((done) => server.close(done)) };
}

/** Finds the browser. */
export function chromium() {
  const names = process.env.CHROMIUM ? [process.env.CHROMIUM] : ['/usr/bin/chromium', 'chromium', 'google-chrome'];
  for (const name of names) {
    const { stdout } = spawnSync('sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' });
    if (stdout?.trim()) return stdout.trim();
  }
  throw new Error(`no Chromium (${names.join(', ')})`);
}
