// Repairing a broken game, changing tags, setting up positions.
import assert from 'node:assert/strict';
import { boards, openedGame, openGame, playable, dragMove } from '../lib/game.mjs';
import { openHome } from '../lib/home.mjs';
import { standardGames } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

const BROKEN = '[WhiteA "x"]\n\n1A. e4 1a. e5 2A. Qxh7 2a. Nf6 3A. Nf3 *\n';
const pageTest = suite({ files: { 'standard.bpgn': standardGames(), 'broken.bpgn': BROKEN } });
const played = (page) => page.locator('[data-testid=move]').count();
const rejected = { expected: [/status of 400/] };

pageTest('a half-move is replaced, and what follows is replayed', rejected, async ({ page, key }) => {
  await openGame(page, key('broken.bpgn'), 1);
  assert.equal(await played(page), 2);
  await page.getByTestId('repair').click();
  await page.getByTestId('repair-move').fill('Qxh8');
  await page.getByTestId('repair-replace').click();
  await page.getByTestId('repair-error').waitFor();
  assert.equal(await page.getByTestId('repair-move').inputValue(), 'Qxh8', 'what was rejected is lost');
  await page.getByTestId('repair-move').fill('Qh5');
  await page.getByTestId('repair-replace').click();
  await page.getByTestId('repair-dialog').waitFor({ state: 'detached' });
  await boards(page, 3);
  assert.equal(await played(page), 5);
  assert.equal(await page.getByTestId('banner').count(), 0);
  await page.keyboard.press('Control+z');
  await page.getByTestId('banner').waitFor();
});

pageTest('a half-move is deleted, another is inserted', async ({ page, key }) => {
  await openGame(page, key('broken.bpgn'), 1);
  await page.getByTestId('repair').click();
  await page.getByTestId('repair-remove').click();
  await page.getByTestId('repair-dialog').waitFor({ state: 'detached' });
  assert.equal(await page.getByTestId('banner').count(), 1, 'two moves of Black in a row cannot be');
  await page.getByTestId('repair').click();
  await page.getByTestId('repair-move').fill('A d4');
  await page.getByTestId('repair-insert').click();
  await page.getByTestId('repair-dialog').waitFor({ state: 'detached' });
  await page.locator('[data-testid=move]', { hasText: 'Nf3' }).waitFor();
  assert.equal(await played(page), 5);
});

pageTest('tags are changed, rejected, added and deleted', rejected, async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1);
  await page.getByTestId('tab-tags').click();
  await page.getByTestId('tag-edit-Date').click();
  await page.getByTestId('tag-value').fill('yesterday');
  await page.getByTestId('tag-save').click();
  await page.getByTestId('tag-error').waitFor();
  assert.equal(await page.getByTestId('tag-value').inputValue(), 'yesterday');
  await page.getByTestId('tag-value').fill('1996.08.08');
  await page.getByTestId('tag-save').click();
  await page.getByTestId('tags').getByText('1996.08.08').waitFor();
  await page.getByTestId('tag-edit-WhiteA').click();
  await page.getByTestId('tag-value').fill('<b>Anna</b>');
  await page.getByTestId('tag-save').click();
  await page.getByTestId('strip-WhiteA').getByText('<b>Anna</b>').waitFor();
  await page.getByTestId('tag-new-name').fill('Annotator');
  await page.getByTestId('tag-new-value').fill('me');
  await page.getByTestId('tag-add').click();
  await page.getByTestId('tag-remove-Annotator').click();
  await page.getByTestId('tag-remove-Annotator').waitFor({ state: 'detached' });
  assert.equal(await page.getByTestId('game').getAttribute('data-unsaved'), 'true');
});

pageTest('a new analysis board has two starting positions with empty reserves', async ({ page }) => {
  await openHome(page);
  await page.getByTestId('new-board').click();
  await openedGame(page);
  const { a, b } = await boards(page, 0);
  const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1';
  assert.deepEqual([a, b], [start, start]);
  await playable(page);
  await dragMove(page, 'b', 'e2', 'e4');
  await boards(page, 1);
});

pageTest('a position of both boards is set up', rejected, async ({ page }) => {
  await page.goto('/setup');
  await page.getByTestId('setup-clear').click();
  await page.locator('[data-testid=setup-verdict].bad').waitFor();
  assert.equal(await page.getByTestId('setup-analyze').isEnabled(), false);
  for (const board of ['a', 'b']) {
    await page.getByTestId('palette-K').click();
    await page.getByTestId(`setup-${board}-e1`).click();
    await page.getByTestId('palette-k').click();
    await page.getByTestId(`setup-${board}-e8`).click();
    for (const color of ['white', 'black']) await page.getByTestId(`setup-${board}-clock-${color}`).fill('2:30');
  }
  await page.getByTestId('setup-a-white-N').click();
  await page.getByTestId('setup-a-black-P').click();
  await page.getByTestId('setup-b-turn').selectOption('black');
  await page.locator('[data-testid=setup-verdict][data-valid=true]').waitFor({ state: 'attached' });
  const bfen = await page.getByTestId('setup-bfen').inputValue();
  assert.equal(bfen, '4k3/8/8/8/8/8/8/4K3[Np] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] b - - 0 1');
  await page.getByTestId('setup-analyze').click();
  await openedGame(page);
  const { a, b } = await boards(page, 0);
  assert.match(a, /^4k3\/8\/8\/8\/8\/8\/8\/4K3\[Np\] w/);
  assert.match(b, /\[\] b/);
  assert.equal((await page.getByTestId('clock-WhiteA').innerText()).trim(), '2:30');
  await page.getByTestId('tab-share').click();
  await page.getByTestId('to-setup').click();
  await page.getByTestId('setup-bfen').waitFor();
  assert.match(await page.getByTestId('setup-bfen').inputValue(), /\[Np\]/);
});

pageTest('at the end a banner shows the winners and how they won', async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1);
  assert.equal(await page.getByTestId('finish').count(), 0);
  await page.keyboard.press('End');
  const text = await page.getByTestId('finish').innerText();
  assert.match(text, /Gnejs and Paaso won/);
  assert.match(text, /raven was checkmated/);
  await page.keyboard.press('ArrowLeft');
  await page.getByTestId('finish').waitFor({ state: 'detached' });
});
