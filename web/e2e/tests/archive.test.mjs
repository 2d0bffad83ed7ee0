// The archive in the list: queries with suggestions, errors with their place, pages, players.
import assert from 'node:assert/strict';
import { noProblems } from '../lib/access.mjs';
import { boards, openedGame } from '../lib/game.mjs';
import { expectMatched, openHome, rows } from '../lib/home.mjs';
import { archiveOf, bughouse, standardGames } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

const GAMES = 350;
const pageTest = suite({ files: { 'standard.bpgn': standardGames(), archive: archiveOf(GAMES) } });

/** Runs the CLI. */
function search(folder, query) {
  const { status, stdout, stderr } = bughouse('search', folder.file('archive'), query, '--json', '--limit', '500');
  assert.equal(status, 0, stderr);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

async function openArchive(page, query = '') {
  await page.goto(`/?in=archive${query && `&q=${encodeURIComponent(query)}`}`);
  await page.getByTestId('query').waitFor();
}

async function ask(page, query) {
  await page.getByTestId('query').fill(query);
  await page.getByTestId('query').press('Enter');
}

const options = (page) => page.getByTestId('query-help').getByRole('option');

pageTest('the archive is listed next to the files', async ({ page }) => {
  await openHome(page);
  await expectMatched(page, 2);
  const archive = page.getByTestId('archive');
  assert.match(await archive.innerText(), /archive[\s\S]*350 games/);
  await archive.getByRole('button').click();
  await expectMatched(page, GAMES);
  assert.equal(await rows(page).count(), 100);
  await page.getByTestId('page-next').click();
  await page.getByText('101 to 200').waitFor();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await page.getByText('301 to 350').waitFor();
  assert.equal(await rows(page).count(), 50);
  await page.getByTestId('go-number').fill('349');
  await page.getByTestId('go-number').press('Enter');
  await page.waitForURL('**/archive/349');
  await openedGame(page);
  await page.goBack();
  await page.getByText('301 to 350').waitFor();
  await page.getByRole('button', { name: 'standard.bpgn', exact: true }).click();
  await expectMatched(page, 2);
});

pageTest('a query is answered, page by page', async ({ page, folder }) => {
  const found = search(folder, 'capture:Q');
  assert.ok(found.length > 100 && found.length < GAMES, String(found.length));
  await openArchive(page);
  await expectMatched(page, GAMES);
  await ask(page, 'capture:Q');
  await expectMatched(page, found.length);
  await page.waitForURL('**q=capture%3AQ**');
  await page.getByTestId('page-next').click();
  await page.locator(`[data-testid=row][data-game="${found[100].game}"]`).waitFor();
  assert.equal(await rows(page).count(), Math.min(100, found.length - 100));
  await page.getByTestId('query-clear').click();
  await expectMatched(page, GAMES);
  await page.getByTestId('query-examples').getByRole('button').first().click();
  await expectMatched(page, search(folder, 'drop:N@f3 mate').length);
});

pageTest('a game that was found opens at its half-move, and Back leads to the list', async ({ page, folder }) => {
  const [first] = search(folder, 'mate drop');
  await openArchive(page, 'mate drop');
  await rows(page).first().getByText(`at half-move ${first.ply}`).waitFor();
  await rows(page).first().locator('a.row').click();
  await page.waitForURL(`**/archive/${first.game}?ply=${first.ply}`);
  await boards(page, first.ply);
  await page.goBack();
  await expectMatched(page, search(folder, 'mate drop').length);
  assert.equal(await page.getByTestId('query').inputValue(), 'mate drop');
});

pageTest('terms and values are completed by keys and by the pointer', async ({ page, folder }) => {
  await openArchive(page);
  const query = page.getByTestId('query');
  await query.pressSequentially('dr');
  await options(page).first().waitFor();
  assert.equal(await query.getAttribute('aria-expanded'), 'true');
  await query.press('ArrowDown');
  const chosen = await query.getAttribute('aria-activedescendant');
  assert.equal(await page.locator(`[id="${chosen}"]`).getAttribute('aria-selected'), 'true');
  await query.press('Enter');
  assert.equal(await query.inputValue(), 'drop:');
  await options(page).filter({ hasText: 'drop:Q' }).click();
  assert.equal(await query.inputValue(), 'drop:Q ');
  assert.equal(await query.getAttribute('aria-expanded'), 'false');
  await query.pressSequentially('by:bl');
  await query.press('ArrowUp');
  await query.press('Escape');
  assert.equal(await query.getAttribute('aria-expanded'), 'false');
  assert.equal(await query.inputValue(), 'drop:Q by:bl');
  await query.pressSequentially('ack');
  await query.press('Enter');
  await expectMatched(page, search(folder, 'drop:Q by:black').length);
  const name = (await page.getByTestId('player-link').first().innerText()).trim();
  await query.fill('');
  await query.pressSequentially(`player:${name.slice(0, 3).toLowerCase()}`);
  await options(page).filter({ hasText: name }).first().click();
  await query.press('Enter');
  await expectMatched(page, search(folder, `player:"${name}"`).length);
});

pageTest('an error is shown at its place', { expected: [/400/] }, async ({ page }) => {
  await openArchive(page);
  await expectMatched(page, GAMES);
  await ask(page, 'mate drp:N by:WhiteA');
  const wrong = page.getByTestId('query-wrong');
  await wrong.waitFor();
  assert.equal(await wrong.locator('mark').innerText(), 'drp');
  assert.match(await wrong.innerText(), /did you mean `drop`/);
  const query = page.getByTestId('query');
  assert.equal(await query.getAttribute('aria-invalid'), 'true');
  const selected = await query.evaluate((input) => input.value.slice(input.selectionStart, input.selectionEnd));
  assert.equal(selected, 'drp');
  await page.keyboard.type('drop');
  await wrong.waitFor({ state: 'detached' });
  await query.press('Enter');
  await page.waitForURL('**drop%3AN**');
  await wrong.waitFor({ state: 'detached' });
});

pageTest('nothing is found', async ({ page }) => {
  await openArchive(page, 'length>100000');
  await page.getByTestId('nothing').waitFor();
  await page.getByRole('button', { name: 'Show all games' }).click();
  await expectMatched(page, GAMES);
});

pageTest('a player has a page', { expected: [/404/] }, async ({ page, folder, origin }) => {
  const { players } = await (await fetch(`${origin}/api/archive/players?limit=1`)).json();
  const [{ name, games }] = players;
  const found = search(folder, `player:"${name}"`);
  assert.equal(found.length, games);
  await openArchive(page, `player:"${name}"`);
  await expectMatched(page, games);
  await page.getByTestId('player-link').filter({ hasText: name }).first().click();
  await page.waitForURL(`**/player/${encodeURIComponent(name)}`);
  const sum = page.getByTestId('player-sum');
  await sum.waitFor();
  assert.equal(await sum.getAttribute('data-games'), String(games));
  assert.equal(await page.getByTestId('player-seats').locator('tbody tr').count(), 4);
  const drops = search(folder, `player:"${name}" drop`);
  assert.ok(drops.length > 0);
  const top = await page.getByTestId('player-drops').locator('tbody th').first().innerText();
  assert.match(top, /^[PNBRQ]@[a-h][1-8]$/);
  assert.ok((await page.getByTestId('player-partners').locator('tbody tr').count()) > 0);
  const chart = page.getByTestId('months-chart');
  assert.ok(await chart.locator('canvas').isVisible());
  assert.match(await chart.getByRole('img').getAttribute('aria-label'), /rating by month/i);
  await page.getByTestId('months-mode').getByText('Games').click();
  await page.locator('[data-testid=months-chart] [aria-label^="Games by month"]').waitFor();
  assert.equal(await rows(page).count(), Math.min(20, games));
  await page.getByTestId('player-games').click();
  await expectMatched(page, games);
  await page.goBack();
  await page.getByTestId('player-partners').getByRole('link').first().click();
  await page.waitForFunction((before) => document.querySelector('h1')?.textContent !== before, name);
  await page.goto('/player/nobody%20at%20all');
  await page.getByTestId('player-error').getByText('nobody at all').first().waitFor();
});

pageTest('names of a game lead to players', async ({ page }) => {
  await page.goto('/game/standard.bpgn/1');
  await openedGame(page);
  const links = page.locator('aside header [data-testid=player-link]');
  await links.first().waitFor();
  assert.equal(await links.count(), 4);
  assert.match(await links.first().getAttribute('href'), /^\/player\/./);
});

for (const colorScheme of ['light', 'dark']) {
  pageTest(
    `no serious problem of accessibility, ${colorScheme}`,
    { colorScheme, expected: [/400/] },
    async ({ page, origin }) => {
      await openArchive(page, 'mate');
      await rows(page).first().waitFor();
      await noProblems(page, 'archive');
      await page.getByTestId('query').fill('mate d');
      await options(page).first().waitFor();
      await page.keyboard.press('ArrowDown');
      await noProblems(page, 'help');
      await ask(page, 'drp');
      await page.getByTestId('query-wrong').waitFor();
      await noProblems(page, 'error');
      const { players } = await (await fetch(`${origin}/api/archive/players?limit=1`)).json();
      await page.goto(`/player/${encodeURIComponent(players[0].name)}`);
      await page.getByTestId('months-chart').waitFor();
      await noProblems(page, 'player');
    },
  );
}

pageTest('a phone', { viewport: { width: 390, height: 844 } }, async ({ page, origin }) => {
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await openArchive(page, 'mate');
  await rows(page).first().waitFor();
  await page.getByTestId('query').fill('mate d');
  await options(page).first().waitFor();
  assert.equal(await fits(), 0);
  const { players } = await (await fetch(`${origin}/api/archive/players?limit=1`)).json();
  await page.goto(`/player/${encodeURIComponent(players[0].name)}`);
  await page.getByTestId('months-chart').waitFor();
  assert.equal(await fits(), 0);
});
