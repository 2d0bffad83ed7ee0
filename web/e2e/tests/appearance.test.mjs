// The appearance: view as a player, boards, pieces. It is remembered.
import assert from 'node:assert/strict';
import { openedGame, openGame, SEATS } from '../lib/game.mjs';
import { standardGames } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

const OTHER_SEATS = '[WhiteA "x"]\n[BlackA "y"]\n[WhiteB "DEATH"]\n[BlackB "z"]\n\n1A. e4 *\n';
const pageTest = suite({ files: { 'standard.bpgn': standardGames(), 'other.bpgn': OTHER_SEATS } });

/** Returns the seat at the bottom left. */
async function viewingSeat(page) {
  const boxes = await Promise.all(
    SEATS.map(async (seat) => ({ seat, ...(await page.getByTestId(`strip-${seat}`).boundingBox()) })),
  );
  const lowest = Math.max(...boxes.map(({ y }) => y));
  return boxes.filter(({ y }) => y > lowest - 20).sort((one, other) => one.x - other.x)[0].seat;
}

pageTest('view as a player: their board on the left, their pieces at the bottom', async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1);
  assert.equal(await viewingSeat(page), 'WhiteA');
  await page.getByTestId('appearance').click();
  for (const seat of SEATS) {
    await page.getByTestId(`view-as-${seat}`).click();
    assert.equal(await viewingSeat(page), seat);
  }
  // The last player, death, has another seat in the other game.
  await page.keyboard.press('Escape');
  await openGame(page, key('other.bpgn'), 1);
  assert.equal(await viewingSeat(page), 'WhiteB');
  // The address overrides the preference.
  await openGame(page, key('other.bpgn'), 1, '?flip=1');
  assert.equal(await viewingSeat(page), 'BlackA');
});

pageTest('flip, swap, boards and pieces are remembered', async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1);
  await page.keyboard.press('f');
  await page.keyboard.press('s');
  await page.keyboard.press('l');
  await page.getByTestId('board-theme-blue').click();
  await page.getByTestId('piece-theme-flat').click();
  await page.keyboard.press('Escape');
  const look = () =>
    page
      .getByTestId('board-a')
      .evaluate((board) => [
        getComputedStyle(board.querySelector('cg-board')).backgroundImage,
        getComputedStyle(board.querySelector('piece.king.white')).backgroundImage,
      ]);
  const before = await look();
  await openGame(page, key('other.bpgn'), 1);
  assert.equal(await viewingSeat(page), 'WhiteB');
  assert.deepEqual(await look(), before);
  await page.reload();
  await openedGame(page);
  assert.deepEqual(await look(), before);
});

pageTest('names replace seats', async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1);
  const text = await page.getByTestId('game').innerText();
  assert.doesNotMatch(text, /WhiteA|BlackA|WhiteB|BlackB/);
  assert.match(text, /raven – Paaso/);
});
