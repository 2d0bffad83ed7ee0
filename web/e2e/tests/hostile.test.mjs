// Markup in a game file is text.
import assert from 'node:assert/strict';
import { openedGame, openGame } from '../lib/game.mjs';
import { dropFiles, openHome, row } from '../lib/home.mjs';
import { suite } from '../lib/review.mjs';

const MARKUP = '<img src=x onerror=window.ran=1>';
const GAME = `[Event "${MARKUP}event"]
[Site "${MARKUP}"]
[Date "2024.01.01"]
[WhiteA "${MARKUP}wa"][WhiteAElo "1500"]
[BlackA "<script>window.ran=2</script>"]
[WhiteB "javascript:window.ran=3"]
[BlackB "'&quot;&lt;b&gt;"]
[TimeControl "${MARKUP}"]
[Result "1-0"]

{C:${MARKUP}before} 1A. e4 {C:${MARKUP}comment} (1A. d4 {C:${MARKUP}inside}) 1a. e5 {A:${MARKUP}} ${MARKUP}
{${MARKUP} resigns} 1-0
`;
const pageTest = suite({ files: { [`${MARKUP.replaceAll('/', '')}.bpgn`]: GAME } });

async function nothingRan(page) {
  await page.waitForTimeout(200);
  assert.equal(await page.evaluate(() => window.ran), undefined, 'a script from the file ran');
  assert.equal(await page.locator('img[src="x"]').count(), 0, 'an image from the file is in the document');
  assert.equal(await page.locator('main script').count(), 0);
}

pageTest('in the list', async ({ page }) => {
  await openHome(page);
  const text = await page.locator('main').innerText();
  for (const part of [`${MARKUP}wa`, '<script>window.ran=2</script>', "'&quot;&lt;b&gt;", `${MARKUP}.bpgn`]) {
    assert.ok(text.includes(part), `${part} in ${text}`);
  }
  await nothingRan(page);
});

pageTest('in a game, its tags, comments and problems', async ({ page, key }) => {
  await openGame(page, key('.bpgn'), 1);
  const body = () => page.locator('body').innerText();
  const text = await body();
  for (const part of [`${MARKUP}wa`, `${MARKUP}comment`, `${MARKUP}inside`]) assert.ok(text.includes(part), part);
  for (const tab of await page.locator('[data-testid^=tab-]').all()) {
    await tab.click();
    await nothingRan(page);
  }
  await page.getByTestId('tab-tags').click();
  assert.ok((await body()).includes(`${MARKUP}event`));
  await page.getByTestId('save').click();
  await nothingRan(page);
});

pageTest('in the embedded page', async ({ page, key }) => {
  await page.goto(`/embed/game/${key('.bpgn')}/1`);
  await openedGame(page);
  await nothingRan(page);
});

pageTest('in the name of a dropped file and in a rejection', { expected: [/status of 4\d\d/] }, async ({ page }) => {
  await page.goto('/');
  await dropFiles(page, { [`${MARKUP}dropped`]: GAME + '\n' + GAME });
  await page.waitForURL('**/?file=*');
  assert.ok((await page.locator('main').innerText()).includes(`${MARKUP}dropped`));
  await nothingRan(page);
  await dropFiles(page, { 'bad.bpgn': `${MARKUP}/8/8/8/8/8/8/8 w - - 0 1` });
  await page.getByTestId('message').first().waitFor();
  await nothingRan(page);
});

pageTest('in the address', { expected: [/status of 4\d\d/] }, async ({ page }) => {
  const markup = encodeURIComponent(MARKUP);
  await page.goto(`/?player=${markup}&file=${markup}&end=${markup}`);
  await page.getByTestId('search-player').waitFor();
  await nothingRan(page);
  await page.goto(`/game/${markup}/1?line=${markup}`);
  await page.getByTestId('open-error').waitFor();
  await nothingRan(page);
  await page.goto(`/position?a=${markup}&b=${markup}`);
  await page.getByTestId('open-error').waitFor();
  await nothingRan(page);
  assert.equal(await row(page, 'x', 1).count(), 0);
});
