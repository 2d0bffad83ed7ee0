// A plain file server, like a static host. It sets no headers except the content type.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const KINDS = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

/** Serves a folder below the root, because project pages of static hosts often have such a path. */
export async function serveFiles(folder, base = '/some/folder/') {
  const requests = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://x');
    requests.push(`${request.method} ${pathname}`);
    const name = pathname === base ? 'index.html' : normalize(decodeURIComponent(pathname.slice(base.length)));
    const path = join(folder, name);
    const found = pathname.startsWith(base) && path.startsWith(folder) && existsSync(path) && statSync(path).isFile();
    if (!found || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': KINDS[extname(path)] ?? 'application/octet-stream' });
    createReadStream(path).pipe(response);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin,
    /** The address of the site. */
    address: origin + base,
    requests,
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(done);
      }),
  };
}
