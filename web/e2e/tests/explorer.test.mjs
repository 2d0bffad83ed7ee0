// The explorer: the moves that were played in the archive from the current position.
import assert from 'node:assert/strict';
import { noProblems } from '../lib/access.mjs';
import { boards, openedGame, openGame, playable, shown } from '../lib/game.mjs';
import { archiveOf, standardGames } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

const GAMES = 400;
const pageTest = suite({ files: { 'standard.bpgn': standardGames(), archive: archiveOf(GAMES) } });

async function openArchived(page, id, query = '') {
  await page.goto(`/archive/${id}${query}`);
  await openedGame(page);
}

/** Waits until the explorer shows the answer for the current position, and reads it. */
async function explored(page) {
  await page.locator('[data-testid=explorer][data-settled=true]').waitFor();
  const total = Number(await page.getByTestId('explorer').getAttribute('data-total'));
  const moves = await page
    .getByTestId('explorer-move')
    .evaluateAll((rows) => rows.map(({ dataset }) => `${dataset.board} ${dataset.uci} ${dataset.games}`));
  return { total, moves };
}

/** Requests the same from the server. */
async function asked(origin, position, more = '') {
  const answer = await (await fetch(`${origin}/api/explore?position=${encodeURIComponent(position)}${more}`)).json();
  return {
    total: answer.total,
    moves: (board) =>
      answer.moves.slice(0, 12).map((move) => `${move.board?.toLowerCase() ?? board} ${move.uci} ${move.games}`),
    games: answer.games,
  };
}

async function same(page, origin, what) {
  const { a, b } = await shown(page);
  const position = { a, b, both: `${a} | ${b}` }[what];
  const [found, expected] = [await explored(page), await asked(origin, position)];
  assert.equal(found.total, expected.total, position);
  assert.deepEqual(found.moves, expected.moves(what), position);
  return found;
}

async function look(page, what) {
  await page.getByTestId('explorer-what').getByText(what, { exact: true }).click();
}

pageTest('it follows the cursor, on either board and on both', async ({ page, origin }) => {
  await openArchived(page, 3);
  await page.keyboard.press('e');
  assert.equal((await same(page, origin, 'a')).total, 2 * GAMES);
  for (let ply = 1; ply <= 6; ply += 1) {
    await page.keyboard.press('ArrowRight');
    await boards(page, ply);
    await same(page, origin, 'a');
  }
  await look(page, 'Board B');
  await same(page, origin, 'b');
  await look(page, 'Both');
  await same(page, origin, 'both');
  await page.keyboard.press('Home');
  await boards(page, 0);
  const both = await same(page, origin, 'both');
  assert.equal(both.total, GAMES);
  assert.ok(
    both.moves.every((move) => /^[ab] /.test(move)),
    String(both.moves),
  );
  // The choice of boards is remembered.
  await page.reload();
  await openedGame(page);
  await page.keyboard.press('e');
  assert.equal((await explored(page)).total, GAMES);
});

pageTest('reserves are compared if you choose so', async ({ page, origin }) => {
  await openArchived(page, 3, '?ply=30');
  await page.keyboard.press('e');
  const { a } = await shown(page);
  for (const reserves of ['any', 'at-least', 'exactly']) {
    await page.getByTestId('explorer-reserves').selectOption(reserves);
    const [found, expected] = [await explored(page), await asked(origin, a, `&reserves=${reserves}`)];
    assert.equal(found.total, expected.total, reserves);
  }
});

pageTest('a move is played from it, and the explorer follows the variation', async ({ page, origin }) => {
  await openGame(page, 'standard.bpgn', 1);
  await page.keyboard.press('e');
  const { moves } = await explored(page);
  await playable(page);
  const [, uci] = moves.find((move) => !/ (e2e4|d2d4|g1f3) /.test(move)).split(' ');
  const before = await shown(page);
  await page.locator(`[data-testid=explorer-move][data-uci="${uci}"] button`).click();
  await page.locator('[data-testid=game][data-unsaved=true]').waitFor();
  const after = await shown(page);
  assert.notEqual(after.a, before.a);
  assert.equal(after.b, before.b);
  const found = await same(page, origin, 'a');
  assert.equal(found.total, Number(moves.find((move) => move.includes(uci)).split(' ')[2]));
  page.once('dialog', (dialog) => void dialog.accept());
});

pageTest('the half-move of the game is marked, and played without a change', async ({ page }) => {
  await openArchived(page, 5);
  const start = await shown(page);
  await page.keyboard.press('ArrowRight');
  const real = await boards(page, 1);
  await page.keyboard.press('ArrowLeft');
  await boards(page, 0);
  await page.keyboard.press('e');
  await look(page, real.a === start.a ? 'Board B' : 'Board A');
  await explored(page);
  await playable(page);
  const next = page.locator('[data-testid=explorer-move].next');
  assert.equal(await next.count(), 1);
  assert.match(await next.textContent(), /played in this game/);
  await next.locator('button').click();
  assert.deepEqual(await boards(page, 1), real);
  assert.equal(await page.getByTestId('game').getAttribute('data-unsaved'), 'false');
});

pageTest('filters count, are remembered, and are cleared at once', async ({ page, origin }) => {
  await openArchived(page, 0);
  await page.keyboard.press('e');
  assert.equal((await explored(page)).total, 2 * GAMES);
  await page.getByTestId('explorer-filters').click();
  await page.getByTestId('filter-seat').selectOption('WhiteB');
  await page.getByTestId('explorer-filters').getByText('(1)').waitFor();
  assert.equal((await explored(page)).total, GAMES);
  await page.getByTestId('filter-result').selectOption('won');
  await page.getByTestId('filter-from').fill('200');
  const { a } = await shown(page);
  const won = await asked(origin, a, '&seat=WhiteB&result=won');
  await page.getByTestId('explorer-filters').getByText('(2)').waitFor();
  assert.equal((await explored(page)).total, won.total);
  assert.ok(won.total > 0 && won.total < GAMES);
  assert.equal(await page.getByTestId('filter-from').getAttribute('aria-invalid'), 'true');
  const name = won.games[0].seats.WhiteB.name;
  await page.getByTestId('filter-player').fill(name.slice(0, 4));
  await page.locator(`datalist option[value="${name}"]`).first().waitFor({ state: 'attached' });
  await page.getByTestId('filter-player').fill(name.toUpperCase());
  const his = await asked(origin, a, `&seat=WhiteB&result=won&player=${encodeURIComponent(name)}`);
  await page.getByTestId('explorer-filters').getByText('(3)').waitFor();
  assert.equal((await explored(page)).total, his.total);
  await page.reload();
  await openedGame(page);
  await page.keyboard.press('e');
  assert.equal((await explored(page)).total, his.total);
  await page.getByTestId('explorer-clear').click();
  assert.equal((await explored(page)).total, 2 * GAMES);
  assert.equal(await page.getByTestId('explorer-clear').count(), 0);
});

pageTest(
  'stepping fast sends few requests, and the last answer is that of the position',
  async ({ page, origin, seen }) => {
    await openArchived(page, 7);
    await page.keyboard.press('e');
    await explored(page);
    const before = seen.requests.length;
    // Dispatched in the browser, because sending single keys may be slow.
    await page.evaluate(async () => {
      for (let step = 0; step < 40; step += 1) {
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }),
        );
        await Promise.resolve();
      }
    });
    await boards(page, 40);
    await same(page, origin, 'a');
    const sent = seen.requests.slice(before).filter((url) => url.includes('/api/explore'));
    assert.ok(sent.length <= 10, `${sent.length} requests for 40 steps`);
  },
);

pageTest('a game opens at the position, and the explorer stays', async ({ page }) => {
  await openArchived(page, 2, '?ply=2');
  await page.keyboard.press('e');
  await explored(page);
  const { a } = await shown(page);
  const game = page.getByTestId('explorer-game').first();
  const [id, ply] = [await game.getAttribute('data-game'), await game.getAttribute('data-ply')];
  await game.locator('a.open').click();
  await page.waitForURL(`**/archive/${id}${Number(ply) > 0 ? `?ply=${ply}` : ''}`);
  const opened = await boards(page, Number(ply));
  const bare = (bfen) =>
    bfen
      .replace(/\[.*?\]/, '')
      .split(' ')
      .slice(0, 3)
      .join(' ');
  assert.ok([opened.a, opened.b].map(bare).includes(bare(a)), `${a} in ${opened.a} ${opened.b}`);
  await page.getByTestId('explorer').waitFor();
});

pageTest('years are drawn, as shares and as points', async ({ page }) => {
  await openArchived(page, 0);
  await page.keyboard.press('e');
  const chart = page.getByTestId('years-chart');
  await chart.waitFor();
  assert.equal(await chart.getAttribute('data-times'), '9');
  assert.equal(await chart.getAttribute('data-lines'), '5');
  assert.ok(await chart.locator('canvas').isVisible());
  assert.match(await chart.getByRole('img').getAttribute('aria-label'), /share.*in 2001.*in 2009/i);
  await page.getByTestId('years-mode').getByText('Points').click();
  await page.locator('[data-testid=years-chart] [aria-label*="points"]').waitFor();
});

pageTest('no game has the position', async ({ page }) => {
  const odd = '4k3/8/8/8/8/8/8/QQQ1K3[] w - - 0 1';
  await page.goto(`/position?a=${encodeURIComponent(odd)}&b=${encodeURIComponent(odd)}`);
  await openedGame(page);
  await page.keyboard.press('e');
  await page.getByTestId('explorer-nothing').waitFor();
});

pageTest('a failed request can be sent again', { expected: [/Failed to load/] }, async ({ page }) => {
  await openArchived(page, 0);
  await page.route('**/api/explore?**', (route) => route.abort());
  await page.keyboard.press('e');
  await page.getByTestId('explorer-error').waitFor();
  await page.unroute('**/api/explore?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  assert.equal((await explored(page)).total, 2 * GAMES);
});

for (const colorScheme of ['light', 'dark']) {
  pageTest(`no serious problem of accessibility, ${colorScheme}`, { colorScheme }, async ({ page }) => {
    await openArchived(page, 0, '?ply=3');
    await page.keyboard.press('e');
    await explored(page);
    await page.getByTestId('years-chart').waitFor();
    await noProblems(page, 'explorer');
    await page.getByTestId('explorer-filters').click();
    await page.getByTestId('filter-seat').selectOption('WhiteA');
    await explored(page);
    await noProblems(page, 'filters');
  });
}

pageTest('a phone', { viewport: { width: 390, height: 844 } }, async ({ page }) => {
  await openArchived(page, 0, '?ply=3');
  await page.getByTestId('tab-explorer').click();
  await explored(page);
  await page.getByTestId('years-chart').waitFor();
  await noProblems(page, 'explorer');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
});
