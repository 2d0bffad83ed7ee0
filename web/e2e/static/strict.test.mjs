// The static site: its policy, its size, no layout shift, accessibility.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { noProblems } from '../lib/access.mjs';
import { openedGame, openGame } from '../lib/game.mjs';
import { openHome } from '../lib/home.mjs';
import { suite } from '../lib/review.mjs';
import { STATIC_PAGE } from '../lib/static.mjs';

const pageTest = suite();
const MOST = { page: 160_000, wasm: 480_000 };

test('the site is small enough', () => {
  const sum = (pattern) =>
    readdirSync(STATIC_PAGE, { recursive: true })
      .filter((name) => pattern.test(name))
      .reduce((size, name) => size + gzipSync(readFileSync(join(STATIC_PAGE, name)), { level: 9 }).length, 0);
  const [page, wasm] = [sum(/\.(html|js|css|svg)$/), sum(/\.wasm$/)];
  console.log(`page ${page} bytes, WebAssembly ${wasm} bytes, by gzip`);
  assert.ok(page <= MOST.page && wasm <= MOST.wasm);
});

pageTest(
  'the CSP allows only the files of the site',
  { expected: [/Content.Security.Policy|violates/] },
  async ({ page }) => {
    await page.goto('/');
    const policy = await page.locator('meta[http-equiv]').getAttribute('content');
    assert.match(policy, /^default-src 'none'; script-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:|blob:/);
    const blocked = await page.evaluate(async () => {
      const reported = new Promise((done) =>
        addEventListener('securitypolicyviolation', (event) => done(event.violatedDirective)),
      );
      const script = document.createElement('script');
      script.textContent = 'window.ran = 1';
      document.head.append(script);
      return [await reported, window.ran];
    });
    assert.deepEqual(blocked, ['script-src-elem', undefined]);
  },
);

pageTest('the layout does not shift', async ({ page, key }) => {
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shift += entry.hadRecentInput ? 0 : entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const open of [() => openHome(page), () => openGame(page, key('standard.bpgn'), 1, '?ply=20')]) {
    await page.goto('about:blank');
    await open();
    await page.waitForTimeout(600);
    assert.equal(await page.evaluate(() => window.shift), 0);
  }
});

for (const colorScheme of ['light', 'dark']) {
  pageTest(`no serious problem of accessibility, ${colorScheme}`, { colorScheme }, async ({ page, key }) => {
    await openHome(page);
    await noProblems(page, 'list');
    await openGame(page, key('standard.bpgn'), 1, '?ply=20');
    await page.getByTestId('tab-share').click();
    await noProblems(page, 'links');
    await page.getByTestId('save').click();
    await noProblems(page, 'save');
    await page.keyboard.press('Escape');
    await page.goto('/text/damaged');
    await page.getByTestId('open-error').waitFor();
    await noProblems(page, 'a damaged link');
  });
}

pageTest('the embedded page has no header with links', async ({ page, key }) => {
  await page.goto(`/embed/game/${key('standard.bpgn')}/1`);
  await openedGame(page);
  assert.equal(await page.locator('header .mark').count(), 0);
  await noProblems(page, 'embed');
});
