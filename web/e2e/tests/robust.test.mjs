// Failed and slow requests, sorting, and closing files.
import assert from 'node:assert/strict';
import { openedGame, openGame } from '../lib/game.mjs';
import { openHome } from '../lib/home.mjs';
import { standardGames } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

const game = (name, date, elo, moves) => `[WhiteA "${name}"]\n[WhiteAElo "${elo}"]\n[Date "${date}"]\n\n${moves} *\n\n`;
const SOME =
  game('old', '1999.01.01', 2000, '1A. e4') +
  game('New', '2010.01.01', 1500, '1A. e4 1a. e5 2A. d4') +
  game('undated', '????.??.??', 1800, '1A. e4 1a. e5');
const pageTest = suite({
  files: { 'some.bpgn': SOME, 'standard.bpgn': standardGames(), 'closed.bpgn': standardGames() },
});
const gone = { expected: [/Failed to load|ERR_|status of/] };

pageTest('games are sorted by date, rating, player and length', async ({ page, key }) => {
  await page.goto(`/?file=${key('some.bpgn')}`);
  await page.getByTestId('row').first().waitFor();
  const order = async () =>
    (await page.getByTestId('row').evaluateAll((rows) => rows.map((row) => row.dataset.game))).join('');
  assert.equal(await order(), '123');
  for (const [sort, expected] of [
    ['-date', '213'],
    ['date', '123'],
    ['-rating', '132'],
    ['rating', '231'],
    ['player', '213'],
    ['-player', '312'],
    ['plies', '132'],
    ['-plies', '231'],
  ]) {
    await page.getByTestId('search-sort').selectOption(sort);
    await page.waitForFunction(
      (games) => [...document.querySelectorAll('[data-testid=row]')].map((row) => row.dataset.game).join('') === games,
      expected,
    );
    assert.match(page.url(), new RegExp(`sort=${sort}`));
  }
});

pageTest('a file is closed, and stays on disk', async ({ page, folder, key }) => {
  await openHome(page);
  const file = page.locator(`[data-testid=file][data-key="${key('closed.bpgn')}"]`);
  await file.getByTestId('close-file').click();
  await file.waitFor({ state: 'detached' });
  await page.locator('[data-testid=matched][data-total="5"]').waitFor();
  const { existsSync } = await import('node:fs');
  assert.ok(existsSync(folder.file('closed.bpgn')));
});

pageTest('a part that can’t be loaded is reported, with a retry', gone, async ({ page, key }) => {
  await openHome(page);
  await page.route('**/assets/GamePage*', (route) => route.abort());
  await page.getByTestId('row').first().click();
  await page.getByTestId('chunk-error').waitFor();
  await page.unroute('**/assets/GamePage*');
  await page.getByTestId('chunk-retry').click();
  await openedGame(page);
  assert.ok(key('some.bpgn'));
});

pageTest('a server that doesn’t answer is reported, with a retry', gone, async ({ page, key }) => {
  await openHome(page);
  await page.route('**/api/**', (route) => route.abort());
  await page.getByTestId('row').first().click();
  await page.getByTestId('open-error').waitFor();
  await page.unroute('**/api/**');
  await page.getByTestId('open-retry').click();
  await openedGame(page);
  await page.route('**/api/**', (route) => route.abort());
  await page.goto('/');
  await page.getByTestId('gone').waitFor();
  await page.unroute('**/api/**');
  await page.getByTestId('retry').click();
  await page.getByTestId('row').first().waitFor();
  assert.ok(key('some.bpgn'));
});

pageTest('a list that was loaded while files were read is loaded again', async ({ page }) => {
  let answers = 0;
  await page.route('**/api/games*', async (route) => {
    const response = await route.fetch();
    const rows = await response.json();
    answers += 1;
    // The first answers are incomplete, although no file is being read anymore.
    const short = answers < 3 ? { ...rows, reading: true, matched: 1, total: 1, games: rows.games.slice(0, 1) } : rows;
    await route.fulfill({ response, json: short });
  });
  await page.goto('/');
  await page.locator('[data-testid=matched]:not([data-total="1"]):not([data-total=""])').waitFor();
  assert.ok(answers >= 3);
});

pageTest('a slow list is not canceled for the same search', async ({ page }) => {
  let asked = 0;
  await page.route('**/api/games*', async (route) => {
    asked += 1;
    const response = await route.fetch();
    const rows = await response.json();
    // Slower than the interval of reloads while files are read.
    await new Promise((done) => setTimeout(done, asked === 1 ? 0 : 2500));
    await route.fulfill({ response, json: { ...rows, reading: asked < 2 } });
  });
  await page.goto('/');
  // The first answer arrives before the next reload.
  await page.getByTestId('row').first().waitFor();
  await page.locator('[data-testid=games][aria-busy=true]').waitFor();
  await page.locator('[data-testid=games][aria-busy=false]').waitFor();
  assert.equal(asked, 2);
});

pageTest('links in an embedded page open outside of it', gone, async ({ page, view, key }) => {
  await page.goto(`/embed/game/${key('standard.bpgn')}/99`);
  const [opened] = await Promise.all([
    view.waitForEvent('page'),
    page.getByTestId('open-error').getByRole('link').click(),
  ]);
  await opened.waitForURL((url) => url.pathname === '/');
  assert.match(page.url(), /\/embed\//);
});

pageTest('a rejected move stays in the input', { expected: [/status of 400/] }, async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1);
  await page.getByTestId('type-move').fill('A e2e5');
  await page.getByTestId('type-move-play').click();
  await page.getByTestId('message').getByText('e2e5').waitFor();
  assert.equal(await page.getByTestId('type-move').inputValue(), 'A e2e5');
});

pageTest('a reserved file name of Windows is rejected', { expected: [/status of 400/] }, async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1);
  await page.getByTestId('save').click();
  await page.getByTestId('save-name').fill('nul');
  await page.getByTestId('save-new').click();
  await page.getByTestId('save-error').waitFor();
});
