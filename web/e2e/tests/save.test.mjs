// A variation with a comment and a NAG, saved and read back by the CLI.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { boards, dragMove, openGame, playable, shown } from '../lib/game.mjs';
import { bughouse, replay, standardGames } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

const pageTest = suite({ files: { 'standard.bpgn': standardGames(), 'other.bpgn': standardGames() } });

/** Plays 1A. e4 instead of 1A. d4, then 1a. e5, and annotates it. */
async function annotate(page, key, comment) {
  await openGame(page, key, 1);
  await playable(page);
  await dragMove(page, 'a', 'e2', 'e4');
  assert.equal((await boards(page, 1)).line, '1.1');
  await playable(page);
  await dragMove(page, 'a', 'e7', 'e5');
  await boards(page, 2);
  await page.getByTestId('menu').click();
  await page.getByTestId('menu-comment').click();
  await page.getByTestId('comment-text').fill(comment);
  await page.getByTestId('comment-save').click();
  await page.getByText(comment).first().waitFor();
  await page.getByTestId('menu').click();
  await page.getByTestId('move-menu').getByRole('menuitemcheckbox', { name: '!?', exact: true }).click();
  await page.locator('[data-testid=move][data-path="1.1"][data-ply="2"]', { hasText: '!?' }).waitFor();
  return shown(page);
}

async function saveAs(page, name) {
  await page.getByTestId('save').click();
  await page.getByTestId('save-name').fill(name);
  await page.getByTestId('save-new').click();
}

/** Asserts that the CLI reads the variation from a file. */
function assertVariation(file, comment, position, game = 1) {
  const text = readFileSync(file, 'utf8');
  assert.match(text, /\(1A\. e4/);
  assert.ok(text.includes(comment), text);
  assert.match(text, /!\?/);
  const checked = bughouse('check', file);
  assert.equal(checked.status, 0, checked.stdout + checked.stderr);
  const line = replay(file, '--game', String(game), '--line', '1.1');
  assert.deepEqual(line.at(-1).bfens, { a: position.a, b: position.b });
}

pageTest('a new file is read back', { expected: [/status of 409/] }, async ({ page, folder, key }) => {
  const original = readFileSync(folder.file('standard.bpgn'), 'utf8');
  const position = await annotate(page, key('standard.bpgn'), 'the center, at once');
  await saveAs(page, 'mine');
  await page.getByTestId('save-dialog').waitFor({ state: 'detached' });
  const file = folder.file('mine.bpgn');
  assertVariation(file, 'the center, at once', position);
  assert.equal(await page.getByTestId('game').getAttribute('data-unsaved'), 'false');
  assert.equal(readFileSync(folder.file('standard.bpgn'), 'utf8'), original, 'the file it is from');

  // Another text under the same name is rejected, then written after a confirmation.
  const before = readFileSync(file, 'utf8');
  await page.getByTestId('menu').click();
  await page.getByTestId('menu-comment').click();
  await page.getByTestId('comment-text').fill('second thought');
  await page.getByTestId('comment-save').click();
  await page.getByText('second thought').first().waitFor();
  await saveAs(page, 'mine.bpgn');
  await page.getByTestId('save-error').waitFor();
  assert.equal(readFileSync(file, 'utf8'), before, 'rejected, and yet changed');
  await page.getByTestId('save-replace').click();
  await page.getByTestId('save-dialog').waitFor({ state: 'detached' });
  assertVariation(file, 'second thought', position);
});

pageTest('a game is saved to its file', async ({ page, folder, key }) => {
  const file = folder.file('other.bpgn');
  const second = replay(file, '--game', '2');
  const position = await annotate(page, key('other.bpgn'), 'written back');
  await page.getByTestId('save').click();
  await page.getByTestId('save-back').click();
  assert.ok(!readFileSync(file, 'utf8').includes('written back'), 'not before it was confirmed');
  await page.getByTestId('save-back-confirm').click();
  await page.getByTestId('save-dialog').waitFor({ state: 'detached' });
  assertVariation(file, 'written back', position);
  assert.deepEqual(
    replay(file, '--game', '2').map((moment) => moment.boards),
    second.map((moment) => moment.boards),
    'the game after it',
  );
  await page.reload();
  await page.getByText('written back').first().waitFor();
});

pageTest('a name with a folder is rejected', { expected: [/status of 4\d\d/] }, async ({ page, folder, key }) => {
  await openGame(page, key('standard.bpgn'), 2);
  await saveAs(page, '../outside');
  await page.getByTestId('save-error').waitFor();
  assert.ok(!existsSync(folder.file('../outside.bpgn')));
});

pageTest('a download contains the game', async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 2);
  await page.getByTestId('save').click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-download').click()]);
  assert.match(download.suggestedFilename(), /\.bpgn$/);
  const { status } = bughouse('check', await download.path());
  assert.equal(status, 0);
});

pageTest('leaving with changes needs a confirmation', async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1);
  await playable(page);
  await dragMove(page, 'a', 'g1', 'f3');
  await boards(page, 1);
  let asked = 0;
  page.on('dialog', (dialog) => {
    asked += 1;
    void dialog.dismiss();
  });
  await page.getByRole('link', { name: 'bughouse' }).click();
  await page.waitForTimeout(200);
  assert.equal(asked, 1);
  assert.match(page.url(), /\/game\//);
});
