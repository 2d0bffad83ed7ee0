// The web UI without a mouse.
import assert from 'node:assert/strict';
import { boards, openedGame, openGame, playable } from '../lib/game.mjs';
import { openHome } from '../lib/home.mjs';
import { suite } from '../lib/review.mjs';

const GAME = `[WhiteA "first"]

1A. e4 1B. d4 1a. d5 2A. exd5 1b. Nf6 2a. Qxd5 *
`;
const pageTest = suite({ files: { 'game.bpgn': GAME + '\n' + GAME.replace('first', 'second') } });

pageTest('from the list to a drop in a game', async ({ page }) => {
  await openHome(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await openedGame(page);
  assert.match(page.url(), /\/2$/);
  for (const ply of [1, 2, 3]) {
    await page.keyboard.press('ArrowRight');
    await boards(page, ply);
  }
  await page.keyboard.press('ArrowLeft');
  await boards(page, 2);
  await page.keyboard.press('End');
  await boards(page, 6);
  await page.keyboard.press('Home');
  await boards(page, 0);
  // 2A. exd5 sends BlackB a pawn: 5 selects it, arrows choose a square, Enter drops it.
  for (let ply = 1; ply <= 4; ply++) await page.keyboard.press('ArrowRight');
  await boards(page, 4);
  await page.locator('[data-testid=reserve-BlackB-P][aria-disabled=false]').waitFor();
  await page.keyboard.press('b');
  await page.keyboard.press('5');
  await page.locator('[data-testid=reserve-BlackB-P][aria-pressed=true]').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const { b, line } = await boards(page, 5);
  assert.notEqual(line, '');
  assert.match(b, /\[\] w /, `the pawn was dropped: ${b}`);
});

pageTest('a typed move', async ({ page, key }) => {
  await openGame(page, key('game.bpgn'), 1);
  await playable(page);
  await page.keyboard.press('m');
  await page.keyboard.type('A g1f3');
  await page.keyboard.press('Enter');
  assert.match((await boards(page, 1)).a, /5N2\/PPPPPPPP\/RNBQKB1R/);
});

pageTest('the help lists the keys and closes', async ({ page, key }) => {
  await openGame(page, key('game.bpgn'), 1);
  await page.keyboard.press('?');
  const help = page.getByTestId('help-dialog');
  await help.waitFor();
  for (const key of ['Space', 'Home', 'Ctrl+S']) await help.getByText(key).first().waitFor();
  // While a dialog is open, keys don't act on the game.
  await page.keyboard.press('ArrowRight');
  await boards(page, 0);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowRight');
  await boards(page, 1);
});

pageTest('/ leads to the search of the list', async ({ page, key }) => {
  await openGame(page, key('game.bpgn'), 1);
  await page.keyboard.press('/');
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-testid') === 'search-player');
});

pageTest('Tab reaches every button of a game, and each has a name', async ({ page, key }) => {
  await openGame(page, key('game.bpgn'), 1);
  const seen = new Set();
  for (let press = 0; press < 80; press++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const name = element.getAttribute('aria-label') || element.textContent?.trim() || element.getAttribute('title');
      const labeled = element.matches('input, select') && (element.labels?.length > 0 || element.ariaLabel);
      return { testid: element.getAttribute('data-testid'), named: Boolean(name || labeled), html: element.outerHTML };
    });
    if (at === null) break;
    assert.ok(at.named, `no name: ${at.html.slice(0, 200)}`);
    if (at.testid) seen.add(at.testid);
  }
  for (const testid of ['next', 'last', 'play', 'speed', 'flip', 'swap', 'save', 'help', 'menu']) {
    assert.ok(seen.has(testid), `${testid} was not reached: ${[...seen].join(' ')}`);
  }
});
