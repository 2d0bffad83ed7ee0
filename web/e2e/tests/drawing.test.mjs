// Arrows and circles, the wheel, sounds, and the graph under the pointer.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { boards, openedGame, openGame, square } from '../lib/game.mjs';
import { bughouse, standardGames } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

const DRAWN = `[WhiteA "Anna"]

1A. e4 {good [%cal AGe2e4,BRd7d5]} 1a. e5 {C:[%csl Ye5]} *
`;
const pageTest = suite({ files: { 'standard.bpgn': standardGames(), 'drawn.bpgn': DRAWN } });

/** Drags with the right button. */
async function draw(page, board, from, to) {
  const [start, end] = [await square(page, board, from), await square(page, board, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await page.mouse.up({ button: 'right' });
}

const drawn = (page, board) => page.getByTestId(`board-${board}`).locator('svg.cg-shapes g[cgHash]');
const kept = (page) => page.locator('[data-testid=game][data-unsaved=true]:not([data-drawing=true])').waitFor();

pageTest('arrows and circles are drawn, and not shown as text', async ({ page, key }) => {
  await openGame(page, key('drawn.bpgn'), 1, '?ply=1');
  await drawn(page, 'a').first().waitFor({ state: 'attached' });
  assert.deepEqual([await drawn(page, 'a').count(), await drawn(page, 'b').count()], [1, 1]);
  assert.equal(await page.getByTestId('comment').first().innerText(), 'good');
  assert.equal(await page.getByTestId('comment').count(), 1);
  await page.keyboard.press('ArrowRight');
  await boards(page, 2);
  assert.deepEqual([await drawn(page, 'a').count(), await drawn(page, 'b').count()], [1, 0]);
  await page.keyboard.press('Home');
  await boards(page, 0);
  assert.equal(await drawn(page, 'a').count(), 0);
});

pageTest('drawings are saved and read back', { program: 'it saves to a folder' }, async ({ page, folder, key }) => {
  await openGame(page, key('standard.bpgn'), 1, '?ply=3');
  await boards(page, 3);
  await draw(page, 'a', 'g1', 'f3');
  await draw(page, 'b', 'e4', 'e4');
  await kept(page);
  assert.deepEqual([await drawn(page, 'a').count(), await drawn(page, 'b').count()], [1, 1]);
  // A click on a square doesn't erase them.
  const middle = await square(page, 'a', 'e5');
  await page.mouse.click(middle.x, middle.y);
  await page.waitForTimeout(400);
  assert.equal(await drawn(page, 'a').count(), 1);
  await page.getByTestId('save').click();
  await page.getByTestId('save-name').fill('drawn-here');
  await page.getByTestId('save-new').click();
  await page.getByTestId('save-dialog').waitFor({ state: 'detached' });
  const file = folder.file('drawn-here.bpgn');
  assert.match(readFileSync(file, 'utf8'), /\{C:\[%csl BGe4\] \[%cal AGg1f3\]\}/);
  assert.equal(bughouse('check', file).status, 0);
  await page.reload();
  await openedGame(page);
  await drawn(page, 'a').first().waitFor({ state: 'attached' });
  // Drawing the same again erases it.
  await draw(page, 'a', 'g1', 'f3');
  await kept(page);
  assert.deepEqual([await drawn(page, 'a').count(), await drawn(page, 'b').count()], [0, 1]);
  await page.keyboard.press('Control+z');
  await page.locator('[data-testid=game][data-unsaved=false]').waitFor();
  assert.equal(await drawn(page, 'a').count(), 1);
});

pageTest('editing the words of a comment keeps its drawings', async ({ page, key }) => {
  await openGame(page, key('drawn.bpgn'), 1, '?ply=1');
  await page.getByTestId('menu').click();
  await page.getByTestId('menu-comment').click();
  const field = page.getByRole('textbox', { name: 'Comment 1' });
  assert.equal(await field.inputValue(), 'good');
  await field.fill('better');
  await page.getByTestId('comment-save').click();
  await page.getByText('better').first().waitFor();
  assert.deepEqual([await drawn(page, 'a').count(), await drawn(page, 'b').count()], [1, 1]);
});

pageTest('the wheel steps', async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1);
  const { x, y } = await square(page, 'a', 'e4');
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, 100);
  await boards(page, 1);
  await page.mouse.wheel(0, 100);
  await boards(page, 2);
  await page.mouse.wheel(0, -100);
  await boards(page, 1);
});

pageTest('sounds are off by default, and need no file', async ({ page, key, seen }) => {
  await page.addInitScript(() => {
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...args) {
      window.tones += 1;
      return start.apply(this, args);
    };
  });
  await openGame(page, key('standard.bpgn'), 1);
  await page.keyboard.press('ArrowRight');
  await boards(page, 1);
  assert.equal(await page.evaluate(() => window.tones), 0);
  await page.getByTestId('sound').click();
  const before = seen.requests.length;
  await page.keyboard.press('ArrowRight');
  await boards(page, 2);
  await page.waitForFunction(() => window.tones > 0);
  // On the static site, workers and their files may still be fetched.
  assert.deepEqual(
    seen.requests.slice(before).filter((url) => !/\/api\/|icon\.svg|\.(js|wasm)$/.test(url)),
    [],
  );
});

pageTest('the graph shows the values under the pointer, and a drag scrubs', async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1);
  const over = page.getByTestId('graph').locator('.u-over');
  const box = await over.boundingBox();
  const at = (part) => ({ x: box.x + box.width * part, y: box.y + box.height / 2 });
  await page.mouse.move(at(0.5).x, at(0.5).y);
  const text = await page.getByTestId('graph-reading').innerText();
  for (const name of ['raven', 'Gnejs', 'Paaso', 'death']) assert.ok(text.includes(name), text);
  assert.match(text, /\d+[AaBb]\. /);
  await page.mouse.down();
  await page.waitForFunction(() => Number(document.querySelector('[data-testid=game]').dataset.ply) > 10);
  const middle = Number(await page.getByTestId('game').getAttribute('data-ply'));
  await page.mouse.move(at(0.9).x, at(0.9).y, { steps: 4 });
  await page.waitForFunction((ply) => Number(document.querySelector('[data-testid=game]').dataset.ply) > ply, middle);
  await page.mouse.up();
  const there = await page.getByTestId('game').getAttribute('data-ply');
  await page.mouse.move(at(0.1).x, at(0.1).y);
  assert.equal(await page.getByTestId('game').getAttribute('data-ply'), there);
  await page.mouse.move(5, 5);
  await page.getByTestId('graph-reading').waitFor({ state: 'detached' });
});
