// A list of 100,000 games. Times are only printed here; `npm run measure` checks them.
import assert from 'node:assert/strict';
import { openGame, shown } from '../lib/game.mjs';
import { expectMatched, openHome, rows } from '../lib/home.mjs';
import { firstRows, steps, summary } from '../lib/measure.mjs';
import { keptGames, standardGames } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

const GAMES = 100_000;
const pageTest = suite({ files: { 'standard.bpgn': standardGames() }, args: [keptGames(GAMES)] });

pageTest('the first and the last page of the list', async ({ page, t }) => {
  const { rows: painted, paint, shift } = await firstRows(page);
  t.diagnostic(`first paint ${paint.toFixed(0)} ms, rows ${painted.toFixed(0)} ms, layout shift ${shift.toFixed(3)}`);
  await expectMatched(page, GAMES + 2);
  assert.ok(shift < 0.1, `the page jumped: ${shift}`);
  assert.equal(await rows(page).count(), 100);
  await openHome(page, `?offset=${GAMES}`);
  await page.getByText('100,001 to 100,002').waitFor();
});

pageTest('a search in all games', async ({ page }) => {
  await openHome(page);
  await page.getByTestId('search-player').fill('a');
  await page.getByTestId('search-min').fill('2000');
  await page.getByTestId('search-end').selectOption('checkmate');
  await page.waitForFunction((all) => {
    const number = Number(document.querySelector('[data-testid=matched]')?.getAttribute('data-matched'));
    return number > 0 && number < all / 2;
  }, GAMES);
});

pageTest('the last game opens', async ({ page }) => {
  await openHome(page);
  const key = await page.getByTestId('row').last().getAttribute('data-file');
  await openGame(page, key, GAMES);
});

pageTest('steps through a game', async ({ page, key, t }) => {
  await openGame(page, key('standard.bpgn'), 1);
  const times = await steps(page, 88);
  t.diagnostic(summary(times));
  assert.ok(times.every((time) => time.moved));
  assert.equal((await shown(page)).ply, 88);
});
