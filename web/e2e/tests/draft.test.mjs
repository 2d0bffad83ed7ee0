// Unsaved changes survive a reload.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { noProblems } from '../lib/access.mjs';
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

pageTest('changes survive a reload, without a dialog', async ({ page, key }) => {
  page.on('dialog', (dialog) => assert.fail(dialog.message()));
  await change(page, key('standard.bpgn'));
  await page.reload();
  await openedGame(page);
  assert.equal(await unsaved(page), 'true');
  assert.equal((await boards(page, 1)).line, '1.1');
  await page.getByTestId('draft').waitFor();
  // Undo restores the game of the file.
  await page.keyboard.press('Control+z');
  await page.locator('[data-testid=game][data-unsaved=false]').waitFor();
  await page.waitForFunction(() => !Object.keys(localStorage).some((name) => name.startsWith('draft:')));
});

pageTest('changes can be discarded', async ({ page, key }) => {
  await change(page, key('standard.bpgn'));
  await page.reload();
  await page.getByTestId('draft-discard').click();
  await page.locator('[data-testid=game][data-unsaved=false]').waitFor();
  assert.equal(await variation(page).count(), 0);
  await page.waitForFunction(() => !Object.keys(localStorage).some((name) => name.startsWith('draft:')));
  await page.reload();
  await openedGame(page);
  assert.equal(await unsaved(page), 'false');
});

pageTest('saving deletes the draft', { program: 'it saves to a folder' }, async ({ page, key }) => {
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
  'a game that has changed on disk needs a decision',
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

pageTest('the same game in another tab deletes nothing', async ({ page, view, key }) => {
  await openGame(page, key('standard.bpgn'), 1);
  const other = await view.newPage();
  await other.goto(page.url());
  await openedGame(other);
  await change(page, key('standard.bpgn'));
  await page.close();
  await other.keyboard.press('ArrowRight');
  await boards(other, 1);
  // Longer than the delay before drafts are kept or deleted.
  await other.waitForTimeout(500);
  await other.reload();
  await openedGame(other);
  assert.equal(await unsaved(other), 'true');
  await variation(other).waitFor();
});

pageTest('leaving immediately loses nothing', async ({ page, key }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await change(page, key('standard.bpgn'));
  await playable(page);
  await dragMove(page, 'a', 'e7', 'e5');
  await boards(page, 2);
  await page.getByTestId('to-list').click();
  await page.getByTestId('row').first().waitFor();
  await openGame(page, key('standard.bpgn'), 1);
  await page.locator('[data-testid=move][data-path="1.1"]').nth(1).waitFor();
});

pageTest('games are shown even if the browser has no storage', async ({ page, key }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('no', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get });
  });
  await goHome(page);
  await openGame(page, key('standard.bpgn'), 1);
  await playable(page);
  await dragMove(page, 'a', 'e2', 'e4');
  await boards(page, 1);
  assert.equal(await unsaved(page), 'true');
});

const listed = (page) => page.getByTestId('draft-row');
/** Opens an address as if it was typed, without the state of the page before. */
async function openFresh(page, address) {
  await page.goto('about:blank');
  await page.goto(address);
}

async function goHome(page) {
  await openFresh(page, '/');
  await page.getByTestId('row').first().waitFor();
}

pageTest('drafts are listed on the start page, to open or to discard', async ({ page, key }) => {
  await goHome(page);
  assert.equal(await page.getByTestId('drafts').count(), 0);
  await change(page, key('standard.bpgn'));
  await openFresh(page, `/position?a=${encodeURIComponent(START)}&b=${encodeURIComponent(START)}`);
  await openedGame(page);
  await playable(page);
  await dragMove(page, 'b', 'e2', 'e4');
  await boards(page, 1);
  await page.waitForFunction(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length === 2);
  await goHome(page);
  assert.equal(await listed(page).count(), 2);
  // The newest is the first.
  assert.match(await listed(page).nth(0).innerText(), /^Position/);
  const text = await listed(page).nth(1).innerText();
  assert.match(text, /raven/);
  assert.match(text, /standard\.bpgn, .*\d/);
  await noProblems(page, 'the list with drafts');
  await listed(page).nth(1).getByRole('link').click();
  await openedGame(page);
  assert.equal(await unsaved(page), 'true');
  await variation(page).waitFor();
  await goHome(page);
  page.once('dialog', (dialog) => void dialog.dismiss());
  await listed(page).nth(0).getByRole('button').click();
  assert.equal(await listed(page).count(), 2);
  page.on('dialog', (dialog) => void dialog.accept());
  while ((await listed(page).count()) > 0) {
    const left = await listed(page).count();
    await listed(page).nth(0).getByRole('button').click();
    await page.waitForFunction((count) => document.querySelectorAll('[data-testid=draft-row]').length < count, left);
  }
  assert.equal(await page.getByTestId('drafts').count(), 0);
  await openGame(page, key('standard.bpgn'), 1);
  assert.equal(await unsaved(page), 'false');
});

pageTest('a draft of a file that is not open is opened as a copy, and its names are text', async ({ page }) => {
  const evil = '<img src=x onerror=alert(1)>';
  await goHome(page);
  await page.evaluate((name) => {
    const text = `[WhiteA "${name}"]\n\n1A. e4 {1} 1a. e5 {2} *\n`;
    const draft = { original: '*', text, spot: { line: '', ply: 1 }, time: 1, address: '/game/gone/1' };
    localStorage.setItem('draft:game/gone/1', JSON.stringify({ ...draft, players: name, file: name }));
  }, evil);
  await goHome(page);
  assert.ok((await listed(page).innerText()).includes(evil));
  assert.equal(await page.locator('[data-testid=drafts] img').count(), 0);
  await listed(page).getByRole('button').first().click();
  await openedGame(page);
  assert.equal(await page.locator('[data-testid=move]').count(), 2);
});
