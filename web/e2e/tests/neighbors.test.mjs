// Going to the previous and next game, and back to the same place in the list.
import assert from 'node:assert/strict';
import { openedGame, openGame } from '../lib/game.mjs';
import { openHome } from '../lib/home.mjs';
import { generate } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

const pageTest = suite({ files: { 'many.bpgn': (file) => generate(file, '--games', '250') } });
const game = (number) => new RegExp(`/game/many\\.bpgn/${number}(\\?|$)`);

pageTest('next and previous game of the list, across pages', async ({ page }) => {
  await openHome(page);
  await page.locator('[data-testid=row][data-game="100"]').click();
  // The address changes before the game is shown, so wait for the game before the next key.
  const there = async (number) => {
    await page.waitForURL(game(number));
    await page.locator(`[data-testid=game][data-game="${number}"]`).waitFor();
  };
  await there(100);
  await page.getByTestId('next-game').click();
  await there(101);
  await page.keyboard.press('n');
  await there(102);
  await page.keyboard.press('p');
  await there(101);
  await page.keyboard.press('p');
  await there(100);
  // The list shows the part with the game.
  await page.keyboard.press('n');
  await there(101);
  await page.getByTestId('to-list').click();
  await page.locator('[data-testid=row][data-game="101"]').waitFor();
});

pageTest('a game that was opened by its address has neighbors in its file', async ({ page, key }) => {
  await openGame(page, key('many.bpgn'), 250);
  await page.locator('[data-testid=previous-game]:enabled').waitFor();
  assert.equal(await page.getByTestId('next-game').isEnabled(), false);
  await page.getByTestId('previous-game').click();
  await page.waitForURL(game(249));
});

for (const way of ['the link', 'Back']) {
  pageTest(`the list keeps search, page and place: ${way}`, async ({ page }) => {
    await page.goto('/?min=1000&offset=100');
    await page.getByTestId('row').first().waitFor();
    await page.evaluate(() => scrollTo(0, 1500));
    await page.waitForFunction(() => scrollY > 1000);
    await page.waitForTimeout(100);
    const before = await page.evaluate(() => scrollY);
    await page.locator('[data-testid=row]').nth(35).click();
    await page.waitForURL(/\/game\//);
    await openedGame(page);
    if (way === 'Back') await page.goBack();
    else await page.getByTestId('to-list').click();
    await page.getByTestId('row').first().waitFor();
    assert.match(page.url(), /min=1000&offset=100/);
    await page.waitForFunction((down) => Math.abs(scrollY - down) < 200, before);
  });
}
