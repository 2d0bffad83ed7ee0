// No serious accessibility problems, in the light and the dark theme.
import { noProblems } from '../lib/access.mjs';
import { openedGame, openGame } from '../lib/game.mjs';
import { openHome } from '../lib/home.mjs';
import { standardGames } from '../lib/program.mjs';
import { annotated, suite } from '../lib/review.mjs';

const pageTest = suite({
  files: {
    'standard.bpgn': standardGames(),
    'annotated.bpgn': annotated,
    'broken.bpgn': '[WhiteA "x"]\n\n1A. e4 1a. e5 2A. Qxh7 *\n',
  },
});
for (const colorScheme of ['light', 'dark']) {
  pageTest(`the list, ${colorScheme}`, { colorScheme }, async ({ page }) => {
    await openHome(page);
    await noProblems(page, 'list');
    await page.getByTestId('search-player').fill('nobody is called so');
    await page.getByTestId('nothing').waitFor();
    await noProblems(page, 'nothing fits');
    await page.getByTestId('paste-show').click();
    await noProblems(page, 'paste dialog');
  });

  pageTest(`a game, ${colorScheme}`, { colorScheme }, async ({ page, key }) => {
    await openGame(page, key('annotated.bpgn'), 1, '?ply=40');
    await noProblems(page, 'game');
    for (const tab of await page.locator('[data-testid^=tab-]').all()) {
      await tab.click();
      await noProblems(page, `tab ${await tab.innerText()}`);
    }
    await page.getByTestId('menu').click();
    await noProblems(page, 'menu');
    await page.keyboard.press('Escape');
  });

  pageTest(`dialogs of a game, ${colorScheme}`, { colorScheme }, async ({ page, key }) => {
    await openGame(page, key('standard.bpgn'), 1, '?ply=10');
    await page.getByTestId('help').click();
    await noProblems(page, 'help');
    await page.keyboard.press('Escape');
    await page.getByTestId('save').click();
    await noProblems(page, 'save');
    await page.keyboard.press('Escape');
    await page.getByTestId('menu').click();
    await page.getByTestId('menu-comment').click();
    await page.getByTestId('comment-text').waitFor();
    await noProblems(page, 'comment');
  });

  pageTest(`a broken game and the embedded page, ${colorScheme}`, { colorScheme }, async ({ page, key }) => {
    await openGame(page, key('broken.bpgn'), 1);
    await noProblems(page, 'broken');
    await page.goto(`/embed/game/${key('standard.bpgn')}/1?ply=30`);
    await openedGame(page);
    await noProblems(page, 'embed');
  });
}

pageTest('a phone', { viewport: { width: 390, height: 844 } }, async ({ page, key }) => {
  await openHome(page);
  await noProblems(page, 'list');
  await openGame(page, key('standard.bpgn'), 1, '?ply=30');
  await noProblems(page, 'game');
});
