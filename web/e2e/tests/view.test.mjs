// The view of a game: turned boards, links, the embedded page.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { boards, openedGame, openGame, shown } from '../lib/game.mjs';
import { replay, standardGames } from '../lib/program.mjs';
import { annotated, suite } from '../lib/review.mjs';

const pageTest = suite({ files: { 'standard.bpgn': standardGames(), 'annotated.bpgn': annotated } });

const orientation = (page, board) =>
  page
    .getByTestId(`board-${board}`)
    .locator('.cg-wrap')
    .evaluate((element) => (element.classList.contains('orientation-black') ? 'black' : 'white'));
const left = async (page, testid) => (await page.getByTestId(testid).boundingBox()).x;
const top = async (page, testid) => (await page.getByTestId(testid).boundingBox()).y;

pageTest('a team is one row, and flip turns both boards', async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1);
  assert.deepEqual([await orientation(page, 'a'), await orientation(page, 'b')], ['white', 'black']);
  const seats = { bottom: ['WhiteA', 'BlackB'], top: ['BlackA', 'WhiteB'] };
  const below = async (seat) =>
    (await top(page, `strip-${seat}`)) > (await top(page, `board-${seat.slice(-1).toLowerCase()}`));
  for (const seat of seats.bottom) assert.ok(await below(seat), seat);
  for (const seat of seats.top) assert.ok(!(await below(seat)), seat);

  await page.keyboard.press('f');
  await page.waitForURL('**/*flip=1*');
  assert.deepEqual([await orientation(page, 'a'), await orientation(page, 'b')], ['black', 'white']);
  for (const seat of seats.top) assert.ok(await below(seat), seat);
  await page.reload();
  await openedGame(page);
  assert.equal(await orientation(page, 'a'), 'black');
  await page.getByTestId('flip').click();
  assert.equal(await orientation(page, 'a'), 'white');
});

pageTest('swap puts board B on the left', async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1);
  assert.ok((await left(page, 'board-a')) < (await left(page, 'board-b')));
  await page.keyboard.press('s');
  await page.waitForURL('**/*swap=1*');
  assert.ok((await left(page, 'board-a')) > (await left(page, 'board-b')));
  await page.getByTestId('swap').click();
  assert.ok((await left(page, 'board-a')) < (await left(page, 'board-b')));
});

pageTest(
  'a link to a half-move, also in a variation',
  { program: 'there a link carries the game: static/carried.test.mjs' },
  async ({ page, folder, key }) => {
    const file = folder.file('annotated.bpgn');
    await openGame(page, key('annotated.bpgn'), 1, '?ply=30');
    const { a, b } = await boards(page, 30);
    assert.deepEqual({ a, b }, replay(file, '--game', '1')[30].bfens);

    const inside = page.locator('[data-testid=move]:not([data-path=""])').last();
    await inside.click();
    const there = await shown(page);
    assert.notEqual(there.line, '');
    await page.waitForURL((url) => url.searchParams.get('line') === there.line);
    const link = page.url();
    await page.goto('/');
    await page.goto(link);
    await openedGame(page);
    assert.deepEqual(await boards(page, there.ply), there);
    const variation = replay(file, '--game', '1', '--line', there.line);
    assert.equal(variation[there.ply].bfens.a, there.a);
  },
);

pageTest('a link to a position contains both boards', async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1, '?ply=50');
  const before = await boards(page, 50);
  await page.getByTestId('tab-share').click();
  const link = await page.getByTestId('text-position').inputValue();
  await page.goto(link);
  await openedGame(page);
  const { a, b } = await boards(page, 0);
  assert.deepEqual({ a, b }, { a: before.a, b: before.b });
});

pageTest('an embedded game has boards and moves, and nothing that edits it', async ({ page, key }) => {
  await page.goto(`/embed/game/${key('standard.bpgn')}/1?ply=20`);
  await openedGame(page);
  await boards(page, 20);
  await page.keyboard.press('ArrowRight');
  await boards(page, 21);
  assert.equal(await page.getByTestId('save').count(), 0);
  assert.equal(await page.locator('header .brand').count(), 0);
  await page.keyboard.press('4');
  assert.equal(await page.locator('[data-testid^=reserve-][aria-disabled=false]').count(), 0);
});

/** Serves a page of another site, with a frame in it. */
async function otherSite(t, framed) {
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><link rel="icon" href="data:,"><iframe src="${framed}" width="720" height="520"></iframe>`,
    );
  });
  await new Promise((done) => site.listen(0, '127.0.0.1', done));
  t.after(() => site.close());
  return `http://localhost:${site.address().port}/`;
}

const elsewhere = [/^http:\/\/localhost:/];

pageTest(
  'the embedded page works in a frame of another site',
  { program: 'static/carried.test.mjs does it there', elsewhere },
  async ({ page, origin, key, t }) => {
    await page.goto(await otherSite(t, `${origin}/embed/game/${key('standard.bpgn')}/1?ply=3`));
    const frame = page.frameLocator('iframe');
    await frame.locator('[data-testid=game][data-ply="3"]').waitFor();
    await frame.getByTestId('next').click();
    await frame.locator('[data-testid=game][data-ply="4"]').waitFor();
  },
);

pageTest(
  'other pages cannot be embedded',
  { program: 'a host of files sends no headers', elsewhere, expected: [/frame/i] },
  async ({ page, origin, seen, t }) => {
    await page.goto(await otherSite(t, `${origin}/`));
    await page.waitForTimeout(500);
    assert.equal(await page.frameLocator('iframe').getByRole('heading', { name: 'Games' }).count(), 0);
    assert.ok(
      seen.errors.some((text) => text.includes('frame-ancestors')),
      seen.errors.join('\n'),
    );
  },
);

pageTest('light and dark', async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1);
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const before = await ground();
  await page.getByTestId('theme').click();
  const after = await ground();
  assert.notEqual(after, before);
  await page.reload();
  await openedGame(page);
  assert.equal(await ground(), after, 'it is kept');
});

pageTest('without an archive the explorer says how to get one', async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1);
  await page.keyboard.press('e');
  const text = await page.getByTestId('explorer-none').innerText();
  assert.match(text, /bughouse archive add ARCHIVE FILES/);
  assert.match(text, /bughouse serve ARCHIVE/);
  assert.equal(await page.getByTestId('player-link').count(), 0);
});

pageTest('an address of an archive that is not open leads to the files', async ({ page }) => {
  await page.goto('/?in=archive&q=mate');
  await page.getByTestId('row').first().waitFor();
  assert.equal(await page.getByTestId('query').count(), 0);
});
