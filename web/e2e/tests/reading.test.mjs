// The list while the server is reading files.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from '../lib/browser.mjs';
import { matched } from '../lib/home.mjs';
import { keptGames, makeFolder, serve } from '../lib/program.mjs';

const GAMES = 100_000;
let browser, folder, server;

before(async () => {
  folder = makeFolder();
  browser = await launch();
  server = await serve(folder.path, [keptGames(GAMES)]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
  folder?.remove();
});

test(
  'games are listed while a file is read, and the progress bar disappears at the end',
  { timeout: 120_000 },
  async () => {
    const page = await browser.newPage({ baseURL: server.origin });
    // Fakes the answer of a server that is still reading, so the test doesn't depend on its speed.
    let held = true;
    await page.route('**/api/files', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      if (held)
        Object.assign(answer.files[0], { state: 'reading', games: 1234, bytes_read: answer.files[0].bytes / 4 });
      await route.fulfill({ response, json: answer });
    });
    await page.goto('/');
    const bar = page.getByTestId('progress');
    await bar.waitFor();
    assert.ok(Math.abs(Number(await bar.getAttribute('value')) - 0.25) < 0.01);
    await page.getByText('1,234 games so far').waitFor();
    await page.getByTestId('row').first().waitFor();
    held = false;
    await bar.waitFor({ state: 'detached', timeout: 60_000 });
    await page.waitForFunction(
      (all) => document.querySelector('[data-testid=matched]')?.getAttribute('data-matched') === String(all),
      GAMES,
      { timeout: 60_000 },
    );
    assert.equal(await matched(page), GAMES);
  },
);
