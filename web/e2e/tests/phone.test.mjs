// Windows as small as a phone.
import assert from 'node:assert/strict';
import { openGame, SEATS } from '../lib/game.mjs';
import { openHome } from '../lib/home.mjs';
import { standardGames } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

const pageTest = suite({ files: { 'standard.bpgn': standardGames() } });
const PHONES = {
  portrait: { width: 390, height: 844 },
  // What a browser with its bars leaves of it.
  'portrait with bars': { width: 390, height: 664 },
  landscape: { width: 844, height: 390 },
  small: { width: 320, height: 568 },
};

async function noSidewaysScroll(page) {
  const [inner, scroll] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  assert.ok(scroll <= inner, `${scroll} pixels in a window of ${inner}`);
}

for (const [name, viewport] of Object.entries(PHONES)) {
  pageTest(`${name}: the list`, { viewport, hasTouch: true, isMobile: true }, async ({ page }) => {
    await openHome(page);
    await noSidewaysScroll(page);
    const card = page.getByTestId('row').first();
    const text = await card.innerText();
    for (const part of ['raven', 'death', 'Gnejs', 'Paaso', '0-1']) assert.ok(text.includes(part), text);
    await card.tap();
    await page.waitForURL('**/game/**');
  });

  pageTest(
    `${name}: a game with all four reserves`,
    { viewport, hasTouch: true, isMobile: true },
    async ({ page, key }) => {
      await openGame(page, key('standard.bpgn'), 1, '?ply=60');
      await noSidewaysScroll(page);
      for (const board of ['a', 'b']) {
        const box = await page.getByTestId(`board-${board}`).boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= viewport.width + 1, `board ${board}`);
      }
      for (const seat of SEATS) {
        for (const letter of ['Q', 'P']) {
          const box = await page.getByTestId(`reserve-${seat}-${letter}`).boundingBox();
          assert.ok(box && box.width > 0 && box.x >= 0 && box.x + box.width <= viewport.width + 1, `${seat} ${letter}`);
          if (name.startsWith('portrait')) {
            const buttons = await page.getByTestId('play').boundingBox();
            assert.ok(box.y + box.height <= buttons.y, `${seat} ${letter} is below the fold or the buttons`);
          }
        }
        assert.ok(await page.getByTestId(`clock-${seat}`).isVisible(), seat);
      }
      await page.getByTestId('next').tap();
      await page.locator('[data-testid=game][data-ply="61"]').waitFor();
    },
  );
}
