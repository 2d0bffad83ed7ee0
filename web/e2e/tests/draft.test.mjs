// What was changed and not saved is there again after a reload.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { boards, dragMove, openedGame, openGame, playable } from '../lib/game.mjs';
import { standardGames } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

const pageTest = suite({ files: { 'standard.bpgn': standardGames(), 'changing.bpgn': standardGames() } });
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1';
const unsaved = (page) => page.getByTestId('game').getAttribute('data-unsaved');
const stored = (page) => page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('draft:')));
const variation = (page) => page.locator('[data-testid=move][data-path="1.1"]');

async function change(page, key) {
  await openGame(page, key, 1);
  await playable(page);
  await dragMove(page, 'a', 'e2', 'e4');
  await boards(page, 1);
  await stored(page);
}

pageTest('a reload keeps it, and asks nothing', async ({ page, key }) => {
  page.on('dialog', (dialog) => assert.fail(dialog.message()));
  await change(page, key('standard.bpgn'));
  await page.reload();
  await openedGame(page);
  assert.equal(await unsaved(page), 'true');
  assert.equal((await boards(page, 1)).line, '1.1');
  await page.getByTestId('draft').waitFor();
  // Undo leads back to the record of the file.
  await page.keyboard.press('Control+z');
  await page.locator('[data-testid=game][data-unsaved=false]').waitFor();
  await page.waitForFunction(() => !Object.keys(localStorage).some((name) => name.startsWith('draft:')));
});

pageTest('it can be thrown away', async ({ page, key }) => {
  await change(page, key('standard.bpgn'));
  await page.reload();
  await page.getByTestId('draft-throw').click();
  await page.locator('[data-testid=game][data-unsaved=false]').waitFor();
  assert.equal(await variation(page).count(), 0);
  await page.waitForFunction(() => !Object.keys(localStorage).some((name) => name.startsWith('draft:')));
  await page.reload();
  await openedGame(page);
  assert.equal(await unsaved(page), 'false');
});

pageTest('it goes when it is saved', { program: 'it saves to a folder' }, async ({ page, key }) => {
  await change(page, key('standard.bpgn'));
  await page.getByTestId('save').click();
  await page.getByTestId('save-name').fill('saved-draft');
  await page.getByTestId('save-new').click();
  await page.getByTestId('save-dialog').waitFor({ state: 'detached' });
  await page.waitForFunction(() => !Object.keys(localStorage).some((name) => name.startsWith('draft:')));
  await openGame(page, key('standard.bpgn'), 1);
  assert.equal(await unsaved(page), 'false');
});

pageTest('a position keeps the line that was played from it', async ({ page }) => {
  await page.goto(`/position?a=${encodeURIComponent(START)}&b=${encodeURIComponent(START)}`);
  await openedGame(page);
  await playable(page);
  await dragMove(page, 'a', 'e2', 'e4');
  const { a } = await boards(page, 1);
  await stored(page);
  await page.waitForURL(/ply=1/);
  await page.reload();
  await openedGame(page);
  assert.equal((await boards(page, 1)).a, a);
});

pageTest(
  'a record that has changed meanwhile asks first',
  { program: 'it writes to a file on disk' },
  async ({ page, folder, key, origin }) => {
    const file = folder.file('changing.bpgn');
    await change(page, key('changing.bpgn'));
    writeFileSync(file, readFileSync(file, 'utf8').replace('raven', 'Raven'));
    const path = `${origin}/api/files/${encodeURIComponent(key('changing.bpgn'))}/reload`;
    await page.evaluate((url) => fetch(url, { method: 'POST' }), path);
    await page.waitForFunction(async () => {
      const { files } = await (await fetch('/api/files')).json();
      return files.every((file) => file.state !== 'reading');
    });
    await page.reload();
    await page.getByTestId('draft-other').waitFor();
    assert.equal(await unsaved(page), 'false');
    await page.getByTestId('draft-open').click();
    await variation(page).waitFor();
    assert.equal(await unsaved(page), 'true');
  },
);
