// The results of the solver and of engines.
import assert from 'node:assert/strict';
import { noProblems } from '../lib/access.mjs';
import { boards, openGame } from '../lib/game.mjs';
import { program } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

// A knight gives WhiteA a smothered mate. BlackB can capture one with 1b. Bxe4.
const NEEDED = `[FEN "6rk/6pp/8/8/8/8/8/K7[] w - - 0 1 | 4k3/8/8/3b4/4N3/8/8/4K3[] b - - 0 1"]

1b. Bxe4 1A. Ka2 *
`;
const MATED = '1A. e4 1a. e5 2A. Bc4 2a. Nc6 3A. Qh5 3a. Nf6 4A. Qxf7# *\n';
const pageTest = suite({
  files: { 'needed.bpgn': NEEDED, 'mated.bpgn': MATED },
  args: ['--engine', program(), '--engine-arg', 'ubi', '--ubi'],
});

async function analyzed(page) {
  await page.locator('[data-testid=game][data-analyzed=true][data-mistakes-known=true]').waitFor();
}

async function open(page, query = '') {
  await openGame(page, 'needed.bpgn', 1, query);
  await analyzed(page);
}

const need = (page, seat, letter) => page.getByTestId(`reserve-${seat}-${letter}`);

pageTest('pieces of the reserve show what they would do', async ({ page }) => {
  await open(page, '?ply=0');
  assert.equal(await need(page, 'WhiteA', 'N').getAttribute('data-need'), 'mates');
  assert.equal(await need(page, 'WhiteA', 'N').getAttribute('data-deadly'), 'true');
  assert.equal(await need(page, 'WhiteA', 'P').getAttribute('data-need'), '');
  assert.match(
    await need(page, 'WhiteA', 'N').getAttribute('aria-label'),
    /mate in 1, forced: N@f7#.*can capture one now: Bxe4/,
  );
  assert.match(await page.getByTestId('strip-BlackA').innerText(), /dead to N/);
});

pageTest('a pointer at a piece draws the mate and the capture that sends it', async ({ page }) => {
  await open(page, '?ply=0');
  assert.equal(await page.locator('.cg-shapes g > *').count(), 0);
  await need(page, 'WhiteA', 'N').hover({ force: true });
  await page.locator('[data-name=a] .cg-shapes circle').first().waitFor();
  await page.locator('[data-name=b] .cg-shapes line').first().waitFor();
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => document.querySelectorAll('.cg-shapes g > *').length === 0);
});

pageTest('a mate has a badge, and a missed mate has a sign', async ({ page }) => {
  await open(page, '?ply=0');
  await page.keyboard.press('ArrowRight');
  await boards(page, 1);
  await analyzed(page);
  assert.match(await page.getByTestId('strip-WhiteA').innerText(), /mate in 1/);
  assert.deepEqual(await page.getByTestId('mistake-sign').allInnerTexts(), ['?']);
  await page.getByTestId('tab-analysis').click();
  await page.getByTestId('mistake').click();
  await boards(page, 2);
});

pageTest('bars and lines of the search and the engine follow the boards', async ({ page }) => {
  await open(page, '?ply=1');
  await page.getByTestId('tab-analysis').click();
  await page.locator('[data-testid=search][data-settled=true]').waitFor();
  assert.match(await page.getByTestId('search-a').innerText(), /^mate in 1$/);
  assert.equal(await page.getByTestId('bar-a').getAttribute('data-share'), '1.000');
  assert.ok(Number(await page.getByTestId('bar-team').getAttribute('data-share')) > 0.5);
  await page.getByTestId('engine-on').check();
  await page.locator('[data-testid=engine][data-settled=true]').waitFor();
  assert.match(await page.getByTestId('engine-a').innerText(), /^mate in 1$/);
  // White's part of the bar is at White's side of the board.
  assert.match(await page.getByTestId('bar-a').getAttribute('class'), /below/);
  assert.doesNotMatch(await page.getByTestId('bar-b').getAttribute('class'), /below/);
  await page.keyboard.press('f');
  assert.equal(await page.getByTestId('bar-a').getAttribute('data-share'), '1.000');
  assert.doesNotMatch(await page.getByTestId('bar-a').getAttribute('class'), /below/);
  await noProblems(page, 'analysis');
});

pageTest('a player who is checkmated gets no advice', async ({ page }) => {
  await openGame(page, 'mated.bpgn', 1, '?ply=7');
  await analyzed(page);
  await page.getByTestId('tab-analysis').click();
  assert.match(await page.getByTestId('analysis-BlackA').innerText(), /Checkmated\.$/);
});

pageTest('analysis can be turned off, and stays off', async ({ page }) => {
  await open(page, '?ply=0');
  await page.getByTestId('tab-analysis').click();
  await page.getByTestId('analysis-on').uncheck();
  await page.locator('[data-testid=game][data-analyzed=false]').waitFor();
  assert.equal(await page.getByTestId('bar-a').count(), 0);
  await page.reload();
  await page.getByTestId('game').waitFor();
  await page.getByTestId('tab-analysis').click();
  assert.ok(!(await page.getByTestId('analysis-on').isChecked()));
});
