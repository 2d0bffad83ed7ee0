// The web UI shows the same positions and clocks as `bughouse replay`.
import assert from 'node:assert/strict';
import {
  boards,
  clock,
  clockText,
  diagonal,
  diagonalText,
  openedGame,
  openGame,
  reserve,
  reserveOf,
  SEATS,
} from '../lib/game.mjs';
import { openHome, row } from '../lib/home.mjs';
import { replay, standardGames } from '../lib/program.mjs';
import { annotated, suite } from '../lib/review.mjs';

const SHORT = `[TimeControl "60+0"]

1A. e4 {59} 1B. d4 {58.5} 1a. d5 {58} 1b. d5 {57.5} 2A. exd5 {56} 2a. Qxd5 {56} 2B. c4 {53.5} 2b. P@e4 {55.5} *
`;

const pageTest = suite({
  files: { 'standard.bpgn': standardGames(), 'annotated.bpgn': annotated, 'short.bpgn': SHORT },
});

/** Compares everything that is shown after a half-move with `bughouse replay`. */
async function compare(page, line, at) {
  const expected = line[at];
  const { a, b } = await boards(page, at);
  assert.deepEqual({ a, b }, expected.bfens, `boards after ${at}`);
  for (const seat of SEATS) {
    const bfen = expected.bfens[seat.endsWith('A') ? 'a' : 'b'];
    assert.deepEqual(await reserve(page, seat), reserveOf(bfen, seat.startsWith('White')), `${seat} after ${at}`);
  }
  const clocks = at > 0 ? expected.running : expected.clocks;
  for (const seat of SEATS) {
    assert.equal(await clock(page, seat), clockText(clocks[seat]), `clock of ${seat} after ${at}`);
  }
  const diagonals = at > 0 ? expected.running_diagonals : expected.diagonals;
  for (const color of ['white', 'black']) {
    assert.equal(await diagonal(page, color), diagonalText(diagonals[color]), `${color} diagonal after ${at}`);
  }
}

pageTest('the game of the standard from the list to its end', async ({ page, folder, key }) => {
  const line = replay(folder.file('standard.bpgn'), '--game', '1');
  await openHome(page);
  await row(page, key('standard.bpgn'), 1).click();
  await openedGame(page);
  const last = line.length - 1;
  assert.equal(last, 88);
  for (let ply = 0; ply <= last; ply++) {
    if (ply % 9 === 0 || ply === last) await compare(page, line, ply);
    if (ply < last) await page.keyboard.press('ArrowRight');
  }
  assert.ok(await page.getByTestId('next').isDisabled());
  // And back to the start, with the button.
  await page.getByTestId('first').click();
  await compare(page, line, 0);
  await page.getByTestId('last').click();
  await compare(page, line, last);
  await page.getByTestId('prev').click();
  await compare(page, line, last - 1);
});

pageTest('a game that does not start from the starting position', async ({ page, folder, key }) => {
  const line = replay(folder.file('standard.bpgn'), '--game', '2');
  await openGame(page, key('standard.bpgn'), 2);
  await compare(page, line, 0);
  for (const ply of [1, 3, 8, line.length - 1]) {
    await page.locator(`[data-testid=move][data-path=""][data-ply="${ply}"]`).click();
    await compare(page, line, ply);
  }
});

pageTest('a synthetic game and a variation in it', async ({ page, folder, key }) => {
  const file = folder.file('annotated.bpgn');
  const line = replay(file, '--game', '1');
  await openGame(page, key('annotated.bpgn'), 1);
  for (const ply of [17, 40, line.length - 1]) {
    await page.locator(`[data-testid=move][data-path=""][data-ply="${ply}"]`).click();
    await compare(page, line, ply);
  }
  const inside = page.locator('[data-testid=move]:not([data-path=""])').first();
  const [path, ply] = [await inside.getAttribute('data-path'), Number(await inside.getAttribute('data-ply'))];
  await inside.click();
  const variation = replay(file, '--game', '1', '--line', path);
  const { a, b, line: shownLine } = await boards(page, ply);
  assert.equal(shownLine, path);
  assert.deepEqual({ a, b }, variation[ply].bfens);
});

pageTest('at ten times the speed, half-moves appear in order and clocks run', async ({ page, key }) => {
  await openGame(page, key('short.bpgn'), 1);
  await page.getByTestId('speed').selectOption('10');
  // Records every change of the half-move, and of the first player's clock.
  await page.evaluate(() => {
    const game = document.querySelector('[data-testid=game]');
    const clock = document.querySelector('[data-testid=clock-WhiteB]');
    window.plies = [];
    window.clocks = new Set();
    new MutationObserver(() => window.plies.push(Number(game.dataset.ply))).observe(game, {
      attributeFilter: ['data-ply'],
    });
    new MutationObserver(() => window.clocks.add(clock.textContent.trim())).observe(clock, {
      characterData: true,
      subtree: true,
      childList: true,
    });
  });
  await page.getByTestId('play').click();
  const { plies } = await shownAtEnd(page, 8);
  // A slow machine may draw two half-moves at once.
  assert.ok(plies.length >= 4 && plies.every((ply, at) => at === 0 || ply > plies[at - 1]), String(plies));
  assert.equal(plies.at(-1), 8);
  const clocks = await page.evaluate(() => [...window.clocks]);
  assert.ok(clocks.length >= 3, `the clock showed ${clocks.join(' ')}`);
  assert.equal(await clock(page, 'BlackB'), clockText(55_500));
});

async function shownAtEnd(page, ply) {
  await boards(page, ply);
  return { plies: await page.evaluate(() => window.plies) };
}

pageTest('steps by board and by capture', async ({ page, key }) => {
  await openGame(page, key('short.bpgn'), 1);
  await page.keyboard.press('c');
  await boards(page, 5);
  await page.keyboard.press('c');
  await boards(page, 6);
  await page.keyboard.press('Shift+C');
  await boards(page, 5);
  await page.keyboard.press('[');
  await boards(page, 3);
  await page.keyboard.press('b');
  await page.keyboard.press(']');
  await boards(page, 4);
});

pageTest('each half-move is announced to screen readers', async ({ page, key }) => {
  await openGame(page, key('short.bpgn'), 1);
  await page.keyboard.press('End');
  await page
    .getByTestId('live')
    .filter({ hasText: /board B, Black, pawn dropped on e4/i })
    .waitFor({ state: 'attached' });
});
