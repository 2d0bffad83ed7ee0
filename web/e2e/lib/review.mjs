// A test suite: a server with files in a temporary folder, a browser, and a new page for each test.
//
// A test fails if a request leaves the machine, or if the console has an error.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './browser.mjs';
import { allRead, generate, makeFolder, serve, standardGames } from './program.mjs';
import { byHash, openAll, serveStatic, STATIC_PAGE } from './static.mjs';

const DESKTOP = { width: 1280, height: 900 };

/**
 * Prepares a suite. `files` are texts by name, or functions that write the file of a name; `args` go to the server,
 * which opens all files, or those in `open`. Returns a function that defines a test.
 */
export function suite({ files = { 'standard.bpgn': standardGames() }, open, args = [] } = {}) {
  const shared = {};

  before(async () => {
    const texts = Object.entries(files).filter(([, content]) => typeof content !== 'function');
    shared.folder = makeFolder(Object.fromEntries(texts));
    for (const [name, content] of Object.entries(files)) {
      if (typeof content === 'function') content(shared.folder.file(name));
    }
    if (STATIC_PAGE) shared.server = await serveStatic(open ?? Object.keys(files));
    else {
      shared.server = await serve(shared.folder.path, [...(open ?? Object.keys(files)), ...args]);
      shared.files = await allRead(shared.server.origin);
    }
    shared.browser = await launch();
  });

  after(async () => {
    await shared.browser?.close();
    await shared.server?.stop();
    shared.folder?.remove();
  });

  /**
   * Defines a test. `expected` are patterns of console errors that may occur, `elsewhere` patterns of other hosts that may
   * be requested. `program` is the reason to skip a test on the static site, if it is about the server.
   */
  return function pageTest(name, options, body) {
    if (typeof options === 'function') return pageTest(name, {}, options);
    const { expected = [], elsewhere = [], program = '', viewport = DESKTOP, ...context } = options;
    if (STATIC_PAGE && program) return test(name, { skip: program });
    return test(name, { timeout: 120_000 }, async (t) => {
      const { browser, server, folder } = shared;
      const origin = server.origin;
      const view = await browser.newContext({ baseURL: origin, viewport, reducedMotion: 'reduce', ...context });
      view.setDefaultTimeout(10_000);
      const seen = { requests: [], errors: [] };
      watch(view, seen);
      const page = await view.newPage();
      try {
        let { files } = shared;
        if (STATIC_PAGE) {
          byHash(page, server.address);
          files = await openAll(page, server.address, folder, server.names);
        }
        const key = (name) => files.find((file) => file.name.endsWith(name))?.key;
        await body({ page, view, origin, folder, key, seen, t });
      } catch (error) {
        if (process.env.SHOTS)
          await page.screenshot({ path: `${process.env.SHOTS}/${name.replaceAll(/\W+/g, '-')}.png` });
        if (seen.errors.length > 0) console.error(`the page reported: ${seen.errors.join('\n')}`);
        throw error;
      } finally {
        await view.close();
      }
      const foreign = seen.requests
        .filter((url) => !url.startsWith(origin + '/') && !/^(data|blob):/.test(url))
        .filter((url) => !elsewhere.some((pattern) => pattern.test(url)));
      assert.deepEqual(foreign, [], 'requests to elsewhere');
      const errors = seen.errors.filter((text) => !expected.some((pattern) => pattern.test(text)));
      assert.deepEqual(errors, [], 'errors in the console');
    });
  };
}

/** Records every request, and all errors of all pages, including violations of the CSP. */
function watch(view, seen) {
  view.on('request', (request) => seen.requests.push(request.url()));
  view.on('weberror', (error) => seen.errors.push(String(error.error())));
  view.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') seen.errors.push(message.text());
  });
}

/** Writes annotated games; for `files`. */
export const annotated = (file) => generate(file, '--annotated', '--games', '100');
