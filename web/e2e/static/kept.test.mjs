// Files stay in the browser; no request leaves it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { boards, openedGame, openGame } from '../lib/game.mjs';
import { dropFiles, expectMatched, message, openHome, pasteAnywhere, rows } from '../lib/home.mjs';
import { standardGames, TESTDATA } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';
import { byHash } from '../lib/static.mjs';

const pageTest = suite();
const GAME = '[WhiteA "Anna"]\n\n1A. e4 1a. e5 *\n';

pageTest('files survive a reload, and another page sees them', async ({ page, view, seen }) => {
  await openHome(page);
  await expectMatched(page, 2);
  await dropFiles(page, { 'more.bpgn': GAME, 'more two.bpgn': GAME + '\n' + GAME });
  await expectMatched(page, 5);
  await page.reload();
  await expectMatched(page, 5);
  const other = await view.newPage();
  byHash(other, page.url().split('#')[0]);
  await openHome(other);
  await expectMatched(other, 5);
  // Two pages open a file with the same name. Both files are listed, with different keys.
  await dropFiles(other, { 'more.bpgn': GAME });
  await openedGame(other);
  assert.match(other.url(), /#\/game\/more\.bpgn-2\/1/);
  await dropFiles(page, { 'more.bpgn': GAME });
  await openedGame(page);
  assert.match(page.url(), /#\/game\/more\.bpgn-3\/1/);
  await openHome(page);
  await expectMatched(page, 7);
  await openHome(other);
  await expectMatched(other, 7);
  assert.deepEqual(
    seen.requests.filter((url) => url.includes('/api/')),
    [],
  );
});

pageTest('a browser that keeps no files says so, and shows them until the tab is closed', async ({ page }) => {
  await page.route('**/assets/worker-*.js', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: `Object.defineProperty(self, 'indexedDB', { value: null });${text}` });
  });
  await page.goto('/');
  await dropFiles(page, { 'unkept.bpgn': GAME });
  await openedGame(page);
  assert.match(await message(page), /unkept\.bpgn: This browser can’t keep the file/);
  await openHome(page);
  await expectMatched(page, 1);
});

pageTest('closing a file does not change the addresses of others', async ({ page }) => {
  await openHome(page);
  await dropFiles(page, { 'a.bpgn': GAME });
  await openedGame(page);
  await dropFiles(page, { 'a.bpgn': GAME.replace('Anna', 'Cleo') });
  await page.waitForURL(/a\.bpgn-2/);
  await openHome(page);
  await expectMatched(page, 4);
  await page
    .getByRole('button', { name: /^Close a\.bpgn/ })
    .first()
    .click();
  await expectMatched(page, 3);
  await page.reload();
  await expectMatched(page, 3);
  await openGame(page, 'a.bpgn-2', 1);
  assert.ok((await page.locator('main').innerText()).includes('Cleo'));
});

pageTest('compressed files are read, except zstd', async ({ page, folder }) => {
  const text = standardGames();
  writeFileSync(folder.file('x.bpgn.gz'), gzipSync(text));
  writeFileSync(folder.file('plain.bpgn'), text);
  execFileSync(
    'python3',
    [
      '-c',
      'import bz2,sys;sys.stdout.buffer.write(bz2.compress(open(sys.argv[1],"rb").read()))',
      folder.file('plain.bpgn'),
    ],
    {
      stdio: ['ignore', (await import('node:fs')).openSync(folder.file('y.bpgn.bz2'), 'w'), 'inherit'],
    },
  );
  await openHome(page);
  await page.getByTestId('open-input').setInputFiles([folder.file('x.bpgn.gz'), folder.file('y.bpgn.bz2')]);
  await expectMatched(page, 6);
  writeFileSync(folder.file('z.bpgn.zst'), Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0, 0, 0, 0]));
  await page.getByTestId('open-input').setInputFiles([folder.file('z.bpgn.zst')]);
  assert.match(await message(page), /zstd is not supported, expected plain text, bzip2 or gzip/);
});

pageTest('a game is searched, stepped through and downloaded', async ({ page, key }) => {
  await openHome(page);
  const name = /\[WhiteA "([^"]+)"/.exec(standardGames())[1];
  await page.getByTestId('search-player').fill(name);
  await page.waitForFunction(() => location.hash.includes('player='));
  assert.ok((await rows(page).count()) >= 1);
  await openGame(page, key('standard.bpgn'), 1);
  await page.keyboard.press('ArrowRight');
  await boards(page, 1);
  await page.getByTestId('save').click();
  assert.equal(await page.getByTestId('save-new').count(), 0);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-download').click()]);
  const saved = readFileSync(await download.path(), 'utf8');
  assert.ok(standardGames().includes(saved.trim().slice(0, 200)));
});

pageTest('a picture of both boards', async ({ page, view, key }) => {
  await openGame(page, key('standard.bpgn'), 1, '?ply=3');
  await page.getByTestId('tab-share').click();
  const [picture] = await Promise.all([view.waitForEvent('page'), page.getByTestId('svg').click()]);
  await picture.waitForLoadState();
  assert.match(picture.url(), /^blob:/);
  assert.equal(await picture.evaluate(() => document.documentElement.localName), 'svg');
});

pageTest('chess.com, positions and the analysis board', async ({ page }) => {
  await page.goto('/');
  await pasteAnywhere(page, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1');
  await openedGame(page);
  await page.goto('/');
  await page.getByTestId('new-board').click();
  await openedGame(page);
  assert.match(page.url(), /#\/position\?a=/);
  await page.goto('/setup');
  await page.locator('main h1, main form, [data-testid=setup]').first().waitFor();
});

pageTest('a rejection shows the place of the error', async ({ page }) => {
  await openHome(page);
  await pasteAnywhere(page, 'no game at all, just words');
  assert.match(await message(page), /no game found/);
  assert.ok(readFileSync(join(TESTDATA, 'bpgn/standard-2.2.bpgn')).length > 0);
});
