// Opens the documentation site from its folder: `node site.mjs FOLDER`. Fails unless search finds a word, pages fit on a
// phone, and no request leaves the folder.
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { chromium as playwright } from 'playwright-core';
import { chromium } from './lib.mjs';

const base = pathToFileURL(process.argv[2]).href;
const browser = await playwright.launch({ executablePath: chromium(), args: ['--no-sandbox', '--disable-gpu'] });
const problems = [];

/** Opens a page, and records every error and every request that leaves the folder. */
async function open(path, options) {
  const page = await (await browser.newContext(options)).newPage();
  page.on('pageerror', (error) => problems.push(`${path}: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(base) && !/^(data|blob|about):/.test(url)) problems.push(`${path} loads ${url}`);
  });
  page.on('requestfailed', (request) => problems.push(`${path} lacks ${request.url()}`));
  await page.goto(`${base}/${path}`);
  return page;
}

try {
  const page = await open('index.html', { viewport: { width: 1280, height: 800 } });
  // The search starts when its script has run, which no event reports: type until there is an answer.
  await page.locator('input.md-search__input').click();
  const found = page.locator('.md-search-result__meta', { hasText: /matching document/ });
  for (let left = 20; left > 0 && (await found.count()) === 0; left -= 1) {
    await page.locator('input.md-search__input').clear();
    await page.keyboard.type('diagonal', { delay: 20 });
    await page.waitForTimeout(500);
  }
  assert.equal(await found.count(), 1, 'the search finds nothing');
  const links = await page.locator('.md-search-result__link').evaluateAll((all) => all.map((link) => link.href));
  assert.ok(
    links.some((link) => link.includes('clocks-and-sits.html')),
    `the search finds ${links}`,
  );
  await page.context().close();

  for (const colorScheme of ['light', 'dark']) {
    for (const path of ['index.html', 'reference/cli.html', 'reference/json.html', 'tutorials/review-a-game.html']) {
      const phone = await open(path, { viewport: { width: 390, height: 844 }, colorScheme });
      const width = await phone.evaluate(() => document.documentElement.scrollWidth);
      if (width > 390) problems.push(`${path} is ${width} pixels wide on a phone`);
      const color = await phone.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const light = color.match(/\d+/g).map(Number)[0] > 128;
      if (light !== (colorScheme === 'light'))
        problems.push(`${path} has a background of ${color} in ${colorScheme} mode`);
      await phone.context().close();
    }
  }
  assert.deepEqual(problems, []);
} finally {
  await browser.close();
}
