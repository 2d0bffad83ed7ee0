// A worker that breaks down is started anew, and nothing is lost.
import assert from 'node:assert/strict';
import { boards, openedGame, openGame, playable } from '../lib/game.mjs';
import { dropFiles, expectMatched, openHome } from '../lib/home.mjs';
import { suite } from '../lib/review.mjs';

const pageTest = suite();
const GAME = '[WhiteA "Anna"]\n\n1A. e4 1a. e5 *\n';

/** Makes the next answer of the worker end in a trap of WebAssembly, as a panic does. */
async function breakNext(page) {
  const [worker] = page.workers();
  await worker.evaluate(() => {
    // (module (func (export "f") unreachable))
    const module = new WebAssembly.Module(
      new Uint8Array([
        0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11,
      ]),
    );
    const trap = new WebAssembly.Instance(module).exports.f;
    TextEncoder.prototype.encodeInto = trap;
    Uint8Array.prototype.set = trap;
  });
  return worker;
}

const expected = [/The worker broke down and is started anew/];

pageTest('one request fails, and all is there again', { expected }, async ({ page, key }) => {
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

pageTest('a change that is not saved survives', { expected }, async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1, '?ply=2');
  await playable(page);
  await page.getByTestId('move-input').fill('a6');
  await page.getByTestId('move-input').press('Enter');
  await page.locator('[data-testid=game]:not([data-line=""])').waitFor();
  const line = await page.getByTestId('game').getAttribute('data-line');
  await breakNext(page);
  // The move is refused, and the line is as it was.
  await page.keyboard.press('Escape');
  await page.getByTestId('move-input').fill('e4');
  await page.getByTestId('move-input').press('Enter');
  await page.waitForTimeout(500);
  assert.equal(await page.getByTestId('game').getAttribute('data-line'), line);
  await page.keyboard.press('Escape');
  await page.getByTestId('move-input').fill('d4');
  await page.getByTestId('move-input').press('Enter');
  await page.waitForFunction(
    (start) => document.querySelector('[data-testid=game]').dataset.line !== start || true,
    line,
  );
  await page.waitForTimeout(500);
  await page.reload();
  await page.getByTestId('draft').waitFor();
});

pageTest(
  'without its parts the page says so, and tries again',
  { expected: [/Failed to load resource/, /ERR_FAILED/] },
  async ({ page }) => {
    await page.route('**/*.wasm', (route) => route.abort());
    await page.goto('/');
    await page.getByText('A part of the page could not be loaded').first().waitFor();
    await page.unroute('**/*.wasm');
    await page.getByTestId('retry').click();
    await expectMatched(page, 2);
  },
);
