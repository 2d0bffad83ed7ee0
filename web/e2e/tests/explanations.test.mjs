// Signs explain themselves by hover, by focus and by touch, and the legend lists all of them.
import assert from 'node:assert/strict';
import { noProblems } from '../lib/access.mjs';
import { boards, openGame } from '../lib/game.mjs';
import { archiveOf, standardGames } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

// WhiteA has a mate with a knight, which BlackB can capture. After it, WhiteA misses the mate.
const NEEDED = `[FEN "6rk/6pp/8/8/8/8/8/K7[] w - - 0 1 | 4k3/8/8/3b4/4N3/8/8/4K3[] b - - 0 1"]

1b. Bxe4 1A. Ka2 *
`;
// BlackA is in check from the side and needs a piece on f8.
const FROZEN = `[FEN "R5k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"]

1B. e4 *
`;
const TIMED = `[TimeControl "180+0"]

1A. e4 {178.5} {L:640} 1a. e5 {177} {L:120} 1B. d4 {176} (1B. e4) 1b. d5 {175} *
`;
const BROKEN = '1A. e4 1a. e5 2A. Nf3 2a. Nc6 1B. e4 {x} 3A. Qxh7 *\n';
const pageTest = suite({
  files: {
    'standard.bpgn': standardGames(),
    'needed.bpgn': NEEDED,
    'frozen.bpgn': FROZEN,
    'timed.bpgn': TIMED,
    'broken.bpgn': BROKEN,
    archive: archiveOf(60),
  },
});

const box = (page) => page.getByTestId('explanation');

async function analyzed(page) {
  await page.locator('[data-testid=game][data-analyzed=true][data-mistakes-known=true]').waitFor();
}

async function open(page, file, query = '') {
  await openGame(page, file, 1, query);
  await analyzed(page);
}

/** Goes to places with many signs, and calls `visit` at each. */
async function everywhere(page, visit) {
  await open(page, 'needed.bpgn', '?ply=0');
  await visit('a piece that is needed');
  await open(page, 'needed.bpgn', '?ply=2');
  await page.getByTestId('tab-analysis').click();
  await page.locator('[data-testid=search][data-settled=true]').waitFor();
  await visit('a missed mate');
  await open(page, 'frozen.bpgn', '?ply=0');
  await visit('a frozen player');
  await open(page, 'timed.bpgn', '?ply=2');
  await page.getByTestId('tab-material').click();
  await visit('clock times');
  await open(page, 'timed.bpgn', '?ply=3&line=3.1');
  await visit('a variation without clock times');
  await open(page, 'broken.bpgn', '?ply=2');
  await page.getByTestId('tab-problems').click();
  await visit('a broken game');
  await open(page, 'standard.bpgn', '?ply=88');
  await visit('the end of a game');
  await open(page, 'standard.bpgn', '?ply=0');
  await page.getByTestId('tab-explorer').click();
  await page.locator('[data-testid=explorer][data-settled=true]').waitFor();
  await visit('the explorer');
}

/** Touches the middle of an element, which may be a disabled control. */
async function touch(page, element) {
  const { x, y, width, height } = await element.boundingBox();
  await page.touchscreen.tap(x + width / 2, y + height / 2);
}

/** Returns the first visible element of each sign. */
async function signs(page) {
  const names = await page
    .locator('[data-sign]')
    .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.dataset.sign));
  return [...new Set(names)].map((name) => ({ name, sign: page.locator(`[data-sign="${name}"]:visible`).first() }));
}

/** Reads the meaning of a sign in the legend. */
async function legend(page) {
  await page.getByTestId('tab-analysis').click();
  return page
    .getByTestId('legend')
    .locator('[data-legend]')
    .evaluateAll((all) =>
      Object.fromEntries(all.map((one) => [one.dataset.legend, one.querySelector('dd').textContent])),
    );
}

pageTest('every sign is in the legend, and explains itself by hover and by focus', async ({ page }) => {
  await open(page, 'standard.bpgn');
  const meanings = await legend(page);
  assert.ok(Object.keys(meanings).length > 30);
  const seen = new Set();
  await everywhere(page, async (where) => {
    for (const { name, sign } of await signs(page)) {
      if (seen.has(name)) continue;
      seen.add(name);
      assert.ok(meanings[name], `${name} (${where}) is in the legend`);
      await page.mouse.move(2, 2);
      await box(page).waitFor({ state: 'detached' });

      await sign.scrollIntoViewIfNeeded();
      await sign.hover();
      await box(page).waitFor();
      assert.ok((await box(page).innerText()).includes(meanings[name]), `${name} by hover: ${where}`);
      assert.equal(await sign.getAttribute('aria-describedby'), 'explanation', name);
      await page.mouse.move(2, 2);
      await box(page).waitFor({ state: 'detached' });
      assert.equal(await sign.getAttribute('aria-describedby'), null, name);

      // Tab from the control before it, or from the start of the element that contains it.
      const stop = await sign.evaluateHandle((one) => one.closest('button, a, [tabindex]'));
      if (await stop.evaluate((one) => one === null || one.tabIndex < 0)) continue;
      await stop.evaluate((one) => {
        const all = [...document.querySelectorAll('a[href], button, input, select, [tabindex], summary')];
        const before = all.filter((other) => other.tabIndex >= 0 && !other.disabled && other.checkVisibility());
        (before[before.indexOf(one) - 1] ?? document.body).focus();
      });
      await page.keyboard.press('Tab');
      await box(page).waitFor();
      assert.ok((await box(page).innerText()).includes(meanings[name]), `${name} by focus: ${where}`);
      await page.keyboard.press('Escape');
      await box(page).waitFor({ state: 'detached' });
    }
  });
  const expected =
    'bar-board bar-team frozen help missed-mate need-mates reserve-none used error clock-stopped diagonal'.split(' ');
  for (const name of [...expected, 'score', 'depth', 'chance', 'received', 'boards', 'wdl', 'average-time', 'danger']) {
    assert.ok(seen.has(name), `${name} was shown: ${[...seen].join(' ')}`);
  }
});

pageTest(
  'every sign explains itself by touch',
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  async ({ page }) => {
    await open(page, 'standard.bpgn');
    const meanings = await legend(page);
    const seen = new Set();
    await everywhere(page, async (where) => {
      for (const { name, sign } of await signs(page)) {
        if (seen.has(name)) continue;
        seen.add(name);
        await sign.scrollIntoViewIfNeeded();
        await touch(page, sign);
        await box(page).waitFor();
        assert.ok((await box(page).innerText()).includes(meanings[name]), `${name} by touch: ${where}`);
        const { x, y, width, height } = await box(page).boundingBox();
        assert.ok(x >= 0 && y >= 0 && x + width <= 390 && y + height <= 844, `${name} is in the window`);
        // A touch elsewhere closes it.
        await page.evaluate(() => scrollTo(0, 0));
        await page.touchscreen.tap(250, 22);
        await box(page).waitFor({ state: 'detached' });
      }
    });
    assert.ok(seen.has('need-mates') && seen.has('missed-mate') && seen.has('frozen'), [...seen].join(' '));
  },
);

pageTest('a mistake has its sign and its reason', async ({ page }) => {
  await open(page, 'needed.bpgn', '?ply=2');
  const move = page.locator('[data-testid=move][data-ply="2"]');
  assert.match(await move.innerText(), /Ka2\?$/);
  await move.hover();
  await box(page).waitFor();
  assert.match(await box(page).innerText(), /Missed a forced mate in 1: N@f7#/);
  await noProblems(page, 'explanation');
});

pageTest('an explanation closes when a step removes its sign', async ({ page }) => {
  await open(page, 'frozen.bpgn', '?ply=0');
  const badge = page.getByTestId('strip-BlackA').locator('[data-sign=frozen]');
  await badge.hover();
  await box(page).waitFor();
  assert.match(await box(page).innerText(), /Only a piece from the partner helps/);
  await open(page, 'needed.bpgn', '?ply=0');
  await page.getByTestId('strip-BlackA').locator('[data-sign=danger]').hover();
  await box(page).waitFor();
  await page.getByTestId('next').evaluate((button) => button.click());
  await boards(page, 1);
  await box(page).waitFor({ state: 'detached' });
});

pageTest('lag is hidden by default, and can be shown', async ({ page }) => {
  await open(page, 'timed.bpgn', '?ply=1');
  const move = page.locator('[data-testid=move][data-ply="1"]');
  assert.doesNotMatch(await move.innerText(), /lag/);
  await page.getByTestId('appearance').click();
  await page.getByTestId('appearance-lag').check();
  await page.keyboard.press('Escape');
  assert.match(await move.innerText(), /lag 0\.6/);
});

pageTest('counts have a unit', async ({ page }) => {
  await open(page, 'standard.bpgn', '?ply=0');
  await page.getByTestId('tab-explorer').click();
  const total = page.getByTestId('explorer-total');
  await total.waitFor();
  assert.equal(await total.innerText(), '120 boards in 60 games');
  await page.getByTestId('explorer-what').getByText('Both').click();
  await page.getByText('60 games', { exact: true }).first().waitFor();
});
