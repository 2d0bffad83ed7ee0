// The list of games: pages, search, keys, files.
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { expectMatched, openHome, row, rows } from '../lib/home.mjs';
import { bughouse, generate, standardGames } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

const GAMES = 350;
const pageTest = suite({
  files: {
    'standard.bpgn': standardGames(),
    'many.bpgn': (file) => generate(file, '--games', String(GAMES)),
  },
});

/** Reads the tags of all games with the CLI. */
function tagsOf(folder, name) {
  const { stdout } = bughouse('check', '--json', folder.file(name));
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter((game) => game.tags)
    .map((game) => game.tags);
}

pageTest('a row shows both teams, the result and how the game ended', async ({ page, key }) => {
  await openHome(page);
  await expectMatched(page, GAMES + 2);
  const text = (await row(page, key('standard.bpgn'), 1).innerText()).replaceAll(/\s+/g, ' ');
  for (const part of [
    'raven',
    '2165',
    'death',
    '2307',
    'Gnejs',
    'Paaso',
    '0-1',
    'death checkmated',
    '300+0',
    '1996-08-07',
    '88',
  ]) {
    assert.ok(text.includes(part), `${part} in ${text}`);
  }
  assert.ok(text.indexOf('raven') < text.indexOf('death') && text.indexOf('death') < text.indexOf('Gnejs'), text);
});

pageTest('pages by button and by key, and back', async ({ page }) => {
  await openHome(page);
  assert.equal(await rows(page).count(), 100);
  assert.ok(await page.getByTestId('page-prev').isDisabled());
  await page.getByTestId('page-next').click();
  await page.waitForURL('**/?offset=100');
  await page.getByText('101 to 200').waitFor();
  await page.keyboard.press('PageDown');
  await page.getByText('201 to 300').waitFor();
  await page.keyboard.press('PageDown');
  await page.getByText('301 to 352').waitFor();
  assert.equal(await rows(page).count(), 52);
  assert.ok(await page.getByTestId('page-next').isDisabled());
  await page.keyboard.press('PageUp');
  await page.getByText('201 to 300').waitFor();
  await page.goBack();
  await page.getByText('301 to 352').waitFor();
});

pageTest('a game by its number', async ({ page, key }) => {
  await openHome(page, `?file=${key('many.bpgn')}`);
  await page.getByTestId('go-number').fill('999');
  assert.equal(await page.getByTestId('go-number').getAttribute('aria-invalid'), 'true');
  await page.getByTestId('go-number').fill('345');
  await page.getByTestId('go-number').press('Enter');
  await page.waitForURL(`**/game/${key('many.bpgn')}/345`);
});

pageTest(
  'a search for a player, their partner and the result',
  { program: 'it reads the query of the address' },
  async ({ page, folder }) => {
    const all = tagsOf(folder, 'many.bpgn');
    const { WhiteA: player, BlackB: partner } = all[41];
    const seats = ['WhiteA', 'BlackA', 'WhiteB', 'BlackB'];
    const partners = { WhiteA: 'BlackB', BlackB: 'WhiteA', BlackA: 'WhiteB', WhiteB: 'BlackA' };
    const holds = (text, part) => text.toLowerCase().includes(part.toLowerCase());
    const plays = all.filter((tags) => seats.some((seat) => holds(tags[seat], player)));
    const together = all.filter((tags) =>
      seats.some((seat) => holds(tags[seat], player) && holds(tags[partners[seat]], partner)),
    );
    const won = plays.filter((tags) =>
      seats.some(
        (seat) =>
          holds(tags[seat], player) &&
          tags.Result === (seat.endsWith('A') === seat.startsWith('White') ? '1-0' : '0-1'),
      ),
    );
    assert.ok(plays.length > together.length, 'the sample has to tell them apart');

    await openHome(page);
    await page.getByTestId('search-player').fill(player.toUpperCase());
    await expectMatched(page, plays.length);
    assert.equal(new URL(page.url()).searchParams.get('player'), player.toUpperCase());
    await page.getByTestId('search-result').selectOption('won');
    await expectMatched(page, won.length);
    await page.getByTestId('search-result').selectOption('');
    await page.getByTestId('search-partner').fill(partner);
    await expectMatched(page, together.length);

    await rows(page).first().click();
    await page.waitForURL('**/game/**');
    await page.goBack();
    await expectMatched(page, together.length);
    assert.equal(await page.getByTestId('search-partner').inputValue(), partner);
    await page.getByTestId('search-clear').click();
    await expectMatched(page, GAMES + 2);
    assert.equal(new URL(page.url()).search, '');
  },
);

pageTest('a search for ratings, dates and ends', async ({ page, folder }) => {
  const all = [...tagsOf(folder, 'many.bpgn'), ...tagsOf(folder, 'standard.bpgn')];
  const mean = (tags) => {
    const known = ['WhiteAElo', 'BlackAElo', 'WhiteBElo', 'BlackBElo']
      .map((tag) => tags[tag])
      .filter((elo) => /^\d+$/.test(elo))
      .map(Number);
    return known.reduce((sum, elo) => sum + elo, 0) / known.length;
  };
  await openHome(page);
  await page.getByTestId('search-min').fill('1900');
  await page.getByTestId('search-max').fill('2000');
  // The mean may be rounded, so leave out games at the limits.
  const surely = all.filter((tags) => mean(tags) >= 1901 && mean(tags) <= 1999).length;
  const perhaps = all.filter((tags) => mean(tags) >= 1899 && mean(tags) <= 2001).length;
  await page.waitForFunction(
    ([least, most]) => {
      const number = Number(document.querySelector('[data-testid=matched]')?.getAttribute('data-matched'));
      return number >= least && number <= most;
    },
    [surely, perhaps],
  );
  assert.ok(surely > 0 && perhaps < all.length);
  await page.getByTestId('search-clear').click();
  await expectMatched(page, all.length);

  await page.getByTestId('search-to').fill('1996');
  await expectMatched(page, 1);
  await page.getByTestId('search-to').fill('1996-');
  await expectMatched(page, all.length);
  await page.getByTestId('search-clear').click();

  const reasons = await page.getByTestId('search-end').locator('option').allTextContents();
  assert.ok(reasons.length > 3, String(reasons));
  const { stdout } = bughouse('check', '--json', folder.file('many.bpgn'));
  const byMate = stdout.split('\n').filter((line) => line.includes('"by":"checkmate"')).length;
  await page.getByTestId('search-end').selectOption('checkmate');
  await expectMatched(page, byMate + 1);
});

pageTest('no matches: the list describes the search and leads back', async ({ page }) => {
  await openHome(page);
  await page.getByTestId('search-player').fill('nobody is called so');
  await expectMatched(page, 0);
  const text = await page.getByTestId('nothing').innerText();
  assert.ok(text.includes('nobody is called so'), text);
  await page.getByRole('button', { name: 'Show all games' }).click();
  await expectMatched(page, GAMES + 2);
});

pageTest('keys move in the list, search and open', async ({ page }) => {
  await openHome(page);
  await page.keyboard.press('/');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-testid')), 'search-player');
  await page.keyboard.press('Escape');
  await page.keyboard.type('gnejs');
  await expectMatched(page, 1);
  await page.getByTestId('search-player').fill('');
  await expectMatched(page, GAMES + 2);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  const focused = rows(page).nth(1).locator('a');
  assert.ok(await focused.evaluate((link) => link === document.activeElement));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/game/*/2');
  await page.goBack();
  await page.waitForFunction(() => document.activeElement?.closest('[data-game="2"]') !== null);
});

pageTest(
  'only the games of one file, and a file read again',
  { program: 'it reads a file on disk again' },
  async ({ page, folder, key }) => {
    await openHome(page);
    const file = page.locator(`[data-testid=file][data-key="${key('standard.bpgn')}"]`);
    await file.getByRole('button', { name: 'standard.bpgn', exact: true }).click();
    await expectMatched(page, 2);
    appendFileSync(folder.file('standard.bpgn'), '\n[Event "one more"]\n[WhiteA "newcomer"]\n\n1A. e4 1a. e5 *\n');
    await file.getByRole('button', { name: /^Reload/ }).click();
    await expectMatched(page, 3);
    await page.getByText('newcomer').waitFor();
  },
);
