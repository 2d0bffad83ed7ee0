// A crashed worker is restarted, and nothing is lost.
import assert from 'node:assert/strict';
import { boards, openedGame, openGame, playable, shown } from '../lib/game.mjs';
import { dropFiles, expectMatched, openHome } from '../lib/home.mjs';
import { suite } from '../lib/review.mjs';

const pageTest = suite();
const GAME = '[WhiteA "Anna"]\n\n1A. e4 1a. e5 *\n';

/** Types a move after pressing M. */
async function typeMove(page, text) {
  await page.keyboard.press('m');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

// (module (func (export "f") unreachable))
const TRAP = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11];

/** Makes the worker trap on its next answer, like a panic does. */
async function breakNext(page) {
  const [worker] = page.workers();
  await worker.evaluate((bytes) => {
    const module = new WebAssembly.Module(new Uint8Array(bytes));
    const trap = new WebAssembly.Instance(module).exports.f;
    TextEncoder.prototype.encodeInto = trap;
    Uint8Array.prototype.set = trap;
  }, TRAP);
  return worker;
}

const expected = [/The worker crashed and is restarted/];

pageTest('only the request that crashed fails', { expected }, async ({ page, key }) => {
  await openHome(page);
  await dropFiles(page, { 'more.bpgn': GAME });
  await openedGame(page);
  await openGame(page, key('standard.bpgn'), 1, '?ply=5');
  const before = await boards(page, 5);
  const broken = await breakNext(page);
  const ended = new Promise((done) => broken.once('close', done));
  await page.goto('/');
  await ended;
  await page.goto('/game/standard.bpgn/1?ply=5');
  await openedGame(page);
  assert.deepEqual(await boards(page, 5), before);
  await page.goto('/');
  await page.reload();
  await expectMatched(page, 3);
});

pageTest('unsaved changes survive a crash', { expected }, async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1, '?ply=0');
  await playable(page);
  await typeMove(page, 'A h2h3');
  const played = await boards(page, 1);
  assert.notEqual(played.line, '');
  await playable(page);
  const broken = await breakNext(page);
  const ended = new Promise((done) => broken.once('close', done));
  await page.getByTestId('type-move').fill('A h7h6');
  await page.getByTestId('type-move').press('Enter');
  await ended;
  assert.deepEqual(await shown(page), played, 'the move is rejected, and the line is unchanged');
  await page.getByTestId('type-move').fill('A h7h6');
  await page.getByTestId('type-move').press('Enter');
  const next = await boards(page, 2);
  await page.waitForTimeout(400);
  await page.reload();
  await page.getByTestId('draft').waitFor();
  assert.deepEqual(await boards(page, 2), next);
});

/** Makes workers trap on each text that contains a word. */
async function breakOver(page, word) {
  const trap = `{
    const module = new WebAssembly.Module(new Uint8Array([${TRAP}]));
    const trap = new WebAssembly.Instance(module).exports.f;
    const set = Uint8Array.prototype.set;
    Uint8Array.prototype.set = function (bytes, ...more) {
      if (new TextDecoder().decode(bytes).includes('${word}')) trap();
      return set.call(this, bytes, ...more);
    };
  }`;
  await page.route('**/assets/worker-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: trap + (await response.text()) });
  });
}

pageTest(
  'a kept file that crashes the worker is listed with the reason, and opened when it no longer does',
  { expected },
  async ({ page }) => {
    await openHome(page);
    await dropFiles(page, { 'crashing.bpgn': GAME.replace('Anna', 'Wilma'), 'more.bpgn': GAME });
    await expectMatched(page, 4);
    await breakOver(page, 'Wilma');
    await page.reload();
    await expectMatched(page, 3);
    const crashing = page.locator('[data-testid=file][data-key="crashing.bpgn"]');
    assert.equal(await crashing.getAttribute('data-state'), 'broken');
    assert.match(await crashing.getByRole('alert').innerText(), /^Not opened: it caused a crash \(.*unreachable/);
    await page.unroute('**/assets/worker-*.js');
    await page.reload();
    await expectMatched(page, 4);
    await breakOver(page, 'Wilma');
    await page.reload();
    await crashing.getByTestId('close-file').click();
    await crashing.waitFor({ state: 'detached' });
    await page.unroute('**/assets/worker-*.js');
    await page.reload();
    await expectMatched(page, 3);
    assert.equal(await crashing.count(), 0);
  },
);

pageTest('a kept file beyond the limit has a reason, and is opened when another is closed', async ({ page }) => {
  await openHome(page);
  await page.evaluate(async (text) => {
    const promised = (request) => new Promise((done) => (request.onsuccess = () => done(request.result)));
    const store = (await promised(indexedDB.open('bughouse'))).transaction('texts', 'readwrite').objectStore('texts');
    const add = (index) =>
      promised(store.add({ key: `t${index}`, name: `t${index}`, body: new Blob([text]), time: Date.now() + index }));
    // The limit is one hundred files, and one is open already.
    await Promise.all([...Array(100).keys()].map(add));
  }, GAME);
  await page.reload();
  await expectMatched(page, 101);
  await page.getByTestId('folder').locator('summary').click();
  const file = (key) => page.locator(`[data-testid=file][data-key="${key}"]`);
  assert.match(
    await file('t99').getByRole('alert').innerText(),
    /^Not opened: the limit for uploads is reached: 100 uploads .* Close some of them first/,
  );
  await file('t0').getByTestId('close-file').click();
  await page.locator('[data-testid=file][data-key="t99"][data-state=ready]').waitFor();
  await expectMatched(page, 101);
});

pageTest(
  'missing files are reported, with a retry',
  { expected: [/Failed to load resource/, /ERR_FAILED/] },
  async ({ page }) => {
    await page.route('**/*.wasm', (route) => route.abort());
    await page.goto('/');
    await page.getByText('Part of the site could not be loaded').first().waitFor();
    await page.unroute('**/*.wasm');
    await page.getByTestId('retry').click();
    await expectMatched(page, 2);
  },
);
