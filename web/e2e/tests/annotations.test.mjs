// Marks, comments, diagrams and times in the list of moves, and the list on paper.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openGame } from '../lib/game.mjs';
import { TESTDATA, standardGames } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

const ANNOTATED = readFileSync(join(TESTDATA, 'bpgn', 'annotated.bpgn'), 'utf8');
const pageTest = suite({ files: { 'annotated.bpgn': ANNOTATED, 'standard.bpgn': standardGames() } });

const move = (page, path, ply) => page.locator(`[data-testid=move][data-path="${path}"][data-ply="${ply}"]`);

pageTest('marks of annotations are on their moves', async ({ page, key }) => {
  await openGame(page, key('annotated.bpgn'), 1);
  assert.match(await move(page, '', 1).innerText(), /e4!/);
  assert.match(await move(page, '', 3).innerText(), /d5\?!/);
  assert.match(await move(page, '3.1', 3).innerText(), /e5!!/);
  assert.equal(await move(page, '', 2).getAttribute('title'), '1.5 s used, 1.5 s thought, 120 ms lag');
});

pageTest('comments of a variation stand apart', async ({ page, key }) => {
  await openGame(page, key('annotated.bpgn'), 1);
  const text = await page.getByTestId('moves').evaluate((list) => list.textContent);
  assert.match(text, /the main move\s+and safe\s/);
});

pageTest('a diagram of both boards stands where the record has one', async ({ page, key }) => {
  await openGame(page, key('annotated.bpgn'), 1);
  const images = page.locator('[data-testid=diagram] img');
  await images.first().waitFor();
  assert.equal(await images.count(), 3);
  for (const image of await images.all()) {
    await image.evaluate((element) => element.decode());
    assert.ok((await image.evaluate((element) => element.naturalWidth)) > 0);
  }
  assert.match(await images.nth(1).getAttribute('alt'), /after 2A\. exd5: rnbqkbnr\/ppp1pppp\/8\/3P4\//);
});

pageTest('a diagram names the players, not their seats', async ({ page, key }) => {
  await openGame(page, key('annotated.bpgn'), 1);
  const image = page.locator('[data-testid=diagram] img').first();
  await image.evaluate((element) => element.decode());
  const src = await image.getAttribute('src');
  // Without a program the picture is a part of the page.
  const svg = src.startsWith('data:') ? decodeURIComponent(src) : await (await page.request.get(src)).text();
  const names = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
  for (const name of ['Anna', 'Boris', 'Clara &lt;b&gt;', 'Dimitri &amp; sons'])
    assert.ok(names.includes(name), `${name} in ${names}`);
  assert.doesNotMatch(svg, /(White|Black) ?[AB]\b/);
});

pageTest('the position has a text with clocks to go on from', async ({ page, key }) => {
  await openGame(page, key('annotated.bpgn'), 1);
  await page.keyboard.press('End');
  await page.getByTestId('tab-links').click();
  const field = page.getByTestId('text-thief');
  await page.waitForFunction(() => document.querySelector('[data-testid=text-thief]')?.value);
  assert.match(await field.inputValue(), / 168 171 \| .* 170 169$/);
});

pageTest('the whole list of moves is printed', async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1);
  await page.emulateMedia({ media: 'print' });
  const list = page.getByTestId('moves');
  const { clipped, width } = await list.evaluate((element) => ({
    clipped: element.scrollHeight - element.clientHeight,
    width: element.scrollWidth - element.clientWidth,
  }));
  assert.ok(clipped <= 1 && width <= 1, `${clipped} by ${width}`);
  assert.equal(await page.locator('.stage').isVisible(), false);
  assert.equal(await page.locator('.tabs').isVisible(), false);
  const bottoms = await page.evaluate(() => {
    const moves = [...document.querySelectorAll('[data-testid=move]')];
    return { last: moves.at(-1).getBoundingClientRect().bottom, page: document.documentElement.scrollHeight };
  });
  assert.ok(bottoms.last <= bottoms.page, JSON.stringify(bottoms));
});
