// The keyboard focus after clicks, in dialogs and in fields.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { boards, openGame, playable, shown } from '../lib/game.mjs';
import { suite } from '../lib/review.mjs';

const GAME = `[TimeControl "60+0"]

1A. e4 {59} 1B. d4 {58} 1a. d5 {57} 2A. exd5 {56} 1b. Nf6 {55} 2a. Qxd5 {54} *
`;
const SKETCH = '[Event "sketch"]\n\n1A. e4 1a. e5 2A. Nf3 *\n';
const pageTest = suite({ files: { 'game.bpgn': GAME, 'sketch.bpgn': SKETCH } });

/** Asserts that playback is running, and stops it. */
async function plays(page) {
  await page.locator('[data-testid=play][aria-label^=Pause]').waitFor();
  await page.keyboard.press(' ');
  await page.locator('[data-testid=play][aria-label^=Play]').waitFor();
}

pageTest('space plays, whatever was clicked before', async ({ page, key }) => {
  await openGame(page, key('game.bpgn'), 1);
  const clicks = ['next', 'flip', 'skip-sits'].map((id) => page.getByTestId(id));
  for (const target of [...clicks, page.locator('[data-testid=move][data-ply="2"]')]) {
    await target.click();
    const checked = await page.getByTestId('skip-sits').isChecked();
    await page.keyboard.press(' ');
    await plays(page);
    assert.equal(await page.getByTestId('skip-sits').isChecked(), checked);
  }
  // With the keyboard, space presses the focused button.
  await page.getByTestId('flip').focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  const before = await page.getByTestId('flip').getAttribute('aria-pressed');
  await page.keyboard.press(' ');
  assert.notEqual(await page.getByTestId('flip').getAttribute('aria-pressed'), before);
});

pageTest('arrows step after a speed was chosen with the mouse', async ({ page, key }) => {
  await openGame(page, key('game.bpgn'), 1);
  await page.getByTestId('speed').click();
  await page.getByTestId('speed').selectOption('2');
  await page.keyboard.press('ArrowRight');
  await boards(page, 1);
  assert.equal(await page.getByTestId('speed').inputValue(), '2');
});

pageTest('a comment is typed at once, and stays if it is rejected', { expected: [/status of 400/] }, async (t) => {
  const { page, key } = t;
  await openGame(page, key('game.bpgn'), 1, '?ply=2');
  await page.getByTestId('menu').click();
  await page.getByTestId('menu-comment').click();
  await page.keyboard.type('best } by test');
  await page.getByTestId('comment-save').click();
  await page.getByTestId('comment-error').waitFor();
  assert.equal(await page.getByTestId('comment-text').inputValue(), 'best } by test');
  await page.getByTestId('comment-text').fill('best by test');
  await page.getByTestId('comment-save').click();
  await page.getByTestId('comment-text').waitFor({ state: 'detached' });
  await page.getByTestId('moves').getByText('best by test').waitFor();
  assert.equal((await shown(page)).ply, 2);
});

pageTest('Ctrl+S works in the field for moves', { program: 'it saves to a folder' }, async ({ page, folder, key }) => {
  await openGame(page, key('sketch.bpgn'), 1, '?ply=3');
  await playable(page);
  await page.keyboard.press('m');
  await page.keyboard.type('Nc6');
  await page.keyboard.press('Enter');
  await boards(page, 4);
  await page.keyboard.press('Control+s');
  await page.getByTestId('save-dialog').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('mine');
  await page.keyboard.press('Enter');
  await page.getByTestId('save-dialog').waitFor({ state: 'detached' });
  // The saved file is the game's file from now on.
  await page.waitForURL('**/game/mine.bpgn/1?*');
  await page.reload();
  assert.equal((await boards(page, 4)).line, '');
  assert.match(readFileSync(folder.file('mine.bpgn'), 'utf8'), /2A\. Nf3 2a\. Nc6 \*/);
  // A sketch can be cut.
  await page.getByTestId('menu').click();
  await page.getByTestId('menu-delete').click();
  await boards(page, 3);
});
