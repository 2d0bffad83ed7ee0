// Signs explain themselves by hover, by focus and by touch, and the legend lists all of them.
import assert from 'node:assert/strict';
import { appendFileSync, rmSync } from 'node:fs';
import { noProblems } from '../lib/access.mjs';
import { boards, openGame } from '../lib/game.mjs';
import { openHome } from '../lib/home.mjs';
import { bughouse, generate, standardGames } from '../lib/program.mjs';
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
// The variation repeats a move, and each comment is of another kind.
const VARIED = '1A. e4 {C:good} 1a. e5 {A:!? best} (1a. e5 {idea} 1B. d4) 1B. d4 *\n';
// The result is that of the other team.
const CONTRADICTORY = '[Result "0-1"]\n\n1A. e4 {BlackA resigns} 0-1\n';
// BlackA is in check and gets mated in the first game. A piece from WhiteB helps in the second.
const LOST = `[FEN "5rQk/6pp/7N/8/8/8/8/K7[] b - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1"]

1B. Kd1 *

[FEN "7k/5Npp/4P3/8/8/8/8/K2R4[] b - - 0 1 | 4k3/8/8/3r4/4P3/8/8/4K3[] w - - 0 1"]

1B. exd5 *
`;
// Without reserves, both games have the same position on board A, but only the first has a knight to drop.
const DROP = '1B. Nc3 1b. d5 2B. Nxd5 2b. Qxd5 1A. e4 1a. N@e5 *\n';
const BROKEN = '1A. e4 1a. e5 2A. Nf3 2a. Nc6 1B. e4 {x} 3A. Qxh7 *\n';

/** Creates an archive of synthetic games, and one that drops a knight early. */
function archive(folder) {
  const file = `${folder}.bpgn`;
  generate(file, '--games', '60');
  appendFileSync(file, `\n${DROP}`);
  const { status, stderr } = bughouse('archive', 'add', folder, file);
  assert.equal(status, 0, stderr);
  rmSync(file);
}

const pageTest = suite({
  files: {
    'standard.bpgn': standardGames(),
    'needed.bpgn': NEEDED,
    'frozen.bpgn': FROZEN,
    'timed.bpgn': TIMED,
    'broken.bpgn': BROKEN,
    'varied.bpgn': VARIED,
    'contradictory.bpgn': CONTRADICTORY,
    'lost.bpgn': LOST,
    archive,
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
  for (const [file, query, where] of [
    ['standard.bpgn', '?ply=0', 'the explorer'],
    ['broken.bpgn', '?ply=1', 'a move of the archive that needs a piece'],
  ]) {
    await open(page, file, query);
    await page.getByTestId('tab-explorer').click();
    await page.locator('[data-testid=explorer][data-settled=true]').waitFor();
    await visit(where);
  }
  await open(page, 'varied.bpgn', '?ply=1');
  await visit('comments and a variation');
  await openHome(page);
  await visit('the list of games');
}

/** Returns the middle of an element. A link or a button may cover it. */
async function middle(element) {
  await element.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await element.boundingBox();
  return [x + width / 2, y + height / 2];
}

const point = async (page, element) => page.mouse.move(...(await middle(element)));
const touch = async (page, element) => page.touchscreen.tap(...(await middle(element)));

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

      await point(page, sign);
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
  const list = 'broken contradiction seat'.split(' ');
  const moves = 'unplayed repeated comment annotation other next-move unplayable last-played rating events'.split(' ');
  for (const name of [
    ...expected,
    ...list,
    ...moves,
    'score',
    'depth',
    'chance',
    'received',
    'boards',
    'wdl',
    'average-time',
    'danger',
  ]) {
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
    const expected = 'need-mates missed-mate frozen events unplayed repeated comment annotation other'.split(' ');
    for (const name of [...expected, 'next-move', 'unplayable', 'last-played', 'broken', 'contradiction', 'seat']) {
      assert.ok(seen.has(name), `${name} was shown: ${[...seen].join(' ')}`);
    }
  },
);

pageTest('in the list, Tab stops once per list, and the row says what is wrong with its game', async ({ page }) => {
  await openHome(page);
  const rows = page.getByTestId('games').locator('tbody');
  const stops = await rows
    .locator('a, button, [tabindex]')
    .evaluateAll((all) => all.filter((one) => one.tabIndex >= 0).length);
  assert.equal(stops, 1);
  for (const [file, expected] of [
    ['broken.bpgn', /^Can’t be replayed to the end\.$/],
    ['contradictory.bpgn', /^Contradiction in the file: .*\n*Two parts of the file contradict each other/],
  ]) {
    const row = rows.locator('tr', { hasText: file }).locator('a.row');
    await row.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await box(page).waitFor();
    assert.match(await box(page).innerText(), expected);
    assert.ok(await row.evaluate((link) => link === document.activeElement));
    // Arrows go from row to row without explanations.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await box(page).waitFor({ state: 'detached' });
  }
  await noProblems(page, 'the list');
});

pageTest(
  'in the list, the first touch of a sign explains it, the second opens the game',
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  async ({ page }) => {
    await openHome(page);
    const sign = page.locator('[data-sign=broken]');
    await touch(page, sign);
    await box(page).waitFor();
    assert.equal(new URL(page.url()).pathname, '/');
    await touch(page, sign);
    await page.waitForURL('**/game/**');
    await box(page).waitFor({ state: 'detached' });
  },
);

pageTest('a click on a sign in the list opens the game', async ({ page }) => {
  await openHome(page);
  await page.mouse.click(...(await middle(page.locator('[data-sign=broken]'))));
  await page.waitForURL('**/game/**');
});

for (const [name, viewport] of [
  ['portrait', { width: 390, height: 844 }],
  ['landscape', { width: 844, height: 390 }],
]) {
  pageTest(
    `phone, ${name}: the badge says that a player is lost, or what saves them`,
    { viewport, hasTouch: true, isMobile: true },
    async ({ page, key }) => {
      const texts = [];
      for (const game of [1, 2]) {
        for (const board of ['a', 'b']) {
          await openGame(page, key('lost.bpgn'), game, '?ply=0');
          await analyzed(page);
          if (board === 'b') await page.keyboard.press('b');
          const badge = page.getByTestId('strip-BlackA').locator('.badge.dead');
          texts.push(await badge.innerText());
          const [part, whole] = await Promise.all([badge.boundingBox(), badge.locator('..').boundingBox()]);
          assert.ok(part.x >= whole.x - 1 && part.x + part.width <= whole.x + whole.width + 6, `${game} ${board}`);
          assert.ok(Math.abs(part.y - whole.y) < 4, `${game} ${board} is in the first line`);
        }
      }
      assert.deepEqual(texts, ['forced loss', 'forced loss', 'needs Q R B N', 'needs Q R B N']);
    },
  );
}

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
  assert.equal(await total.innerText(), '122 boards in 61 games');
  await page.getByTestId('explorer-what').getByText('Both').click();
  await page.getByText('61 games', { exact: true }).first().waitFor();
});
