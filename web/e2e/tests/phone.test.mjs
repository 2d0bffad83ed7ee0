// Windows as small as a phone.
import assert from 'node:assert/strict';
import { boards, openGame, SEATS } from '../lib/game.mjs';
import { openHome } from '../lib/home.mjs';
import { generate, standardGames } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

const LONG = 'x'.repeat(300);
const LONG_NAMES = `[Event "${LONG}"]
[WhiteA "${LONG}"][BlackA "${LONG}"][WhiteB "${'long '.repeat(60)}"][BlackB "\u202eevil"]
[TimeControl "180+0"]

1A. e4 {179} {C:${LONG}} 1a. e5 {178} 1B. d4 {177} {BlackB resigns} 1-0
`;
const pageTest = suite({
  files: {
    'standard.bpgn': standardGames(),
    'long-names.bpgn': LONG_NAMES,
    'many.bpgn': (file) => generate(file, '--games', '150'),
  },
});
const PHONES = {
  portrait: { width: 390, height: 844 },
  // The same with the bars of the browser.
  'portrait with bars': { width: 390, height: 664 },
  landscape: { width: 844, height: 390 },
  small: { width: 320, height: 568 },
};

async function noSidewaysScroll(page) {
  const [inner, scroll] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  assert.ok(scroll <= inner, `${scroll} pixels in a window of ${inner}`);
}

for (const [name, viewport] of Object.entries(PHONES)) {
  pageTest(`${name}: the list`, { viewport, hasTouch: true, isMobile: true }, async ({ page }) => {
    await openHome(page);
    await noSidewaysScroll(page);
    const card = page.getByTestId('row').first();
    const text = await card.innerText();
    for (const part of ['raven', 'death', 'Gnejs', 'Paaso', '0-1']) assert.ok(text.includes(part), text);
    // Not in the middle, where a sign may be: a touch explains it.
    await card.tap({ position: { x: 8, y: 8 } });
    await page.waitForURL('**/game/**');
  });

  pageTest(
    `${name}: a game with all four reserves`,
    { viewport, hasTouch: true, isMobile: true },
    async ({ page, key }) => {
      await openGame(page, key('standard.bpgn'), 1, '?ply=60');
      await noSidewaysScroll(page);
      for (const board of ['a', 'b']) {
        const box = await page.getByTestId(`board-${board}`).boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= viewport.width + 1, `board ${board}`);
      }
      for (const seat of SEATS) {
        for (const letter of ['Q', 'P']) {
          const box = await page.getByTestId(`reserve-${seat}-${letter}`).boundingBox();
          assert.ok(box && box.width > 0 && box.x >= 0 && box.x + box.width <= viewport.width + 1, `${seat} ${letter}`);
          if (name.startsWith('portrait')) {
            const buttons = await page.getByTestId('play').boundingBox();
            assert.ok(box.y + box.height <= buttons.y, `${seat} ${letter} is below the fold or the buttons`);
          }
        }
        assert.ok(await page.getByTestId(`clock-${seat}`).isVisible(), seat);
      }
      await page.getByTestId('next').tap();
      await page.locator('[data-testid=game][data-ply="61"]').waitFor();
    },
  );
}

const phone = { hasTouch: true, isMobile: true };
const boxesOf = (locator) =>
  locator.evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { what: element.dataset.testid ?? element.textContent, x, y, width, height };
      }),
  );

for (const [name, viewport] of Object.entries(PHONES)) {
  pageTest(`${name}: long names do not make the page wider`, { viewport, ...phone }, async ({ page, key }) => {
    await openGame(page, key('long-names.bpgn'), 1, '?ply=3');
    await page.getByTestId('finish').waitFor();
    await noSidewaysScroll(page);
    const bar = await page.getByRole('toolbar', { name: 'Playback' }).boundingBox();
    assert.equal(Math.round(bar.y + bar.height), viewport.height);
    assert.ok(bar.x >= 0 && bar.x + bar.width <= viewport.width);
    await openHome(page);
    await noSidewaysScroll(page);
  });
}

for (const name of ['portrait', 'landscape']) {
  const viewport = PHONES[name];
  pageTest(`${name}: the result covers a board, but no player`, { viewport, ...phone }, async (t) => {
    const { page, key } = t;
    await openGame(page, key('standard.bpgn'), 1, '?ply=88');
    const finish = await page.getByTestId('finish').boundingBox();
    for (const { what, x, y, width, height } of await boxesOf(page.locator('.strip .who, [data-testid^=clock-]'))) {
      const apart =
        x >= finish.x + finish.width ||
        x + width <= finish.x ||
        y >= finish.y + finish.height ||
        y + height <= finish.y;
      assert.ok(apart, `${what} is covered`);
    }
  });

  pageTest(`${name}: the menu of a half-move is in the window`, { viewport, ...phone }, async ({ page, key }) => {
    await openGame(page, key('standard.bpgn'), 1, '?ply=20');
    await page.getByTestId('menu').tap();
    const { x, y, width, height } = await page.getByTestId('move-menu').boundingBox();
    assert.ok(x >= 0 && y >= 0 && x + width <= viewport.width && y + height <= viewport.height);
  });
}

for (const name of ['portrait', 'landscape']) {
  const viewport = PHONES[name];
  pageTest(`${name}: a bar of large buttons covers nothing`, { viewport, ...phone }, async ({ page, key }) => {
    await openGame(page, key('standard.bpgn'), 1, '?ply=60');
    const bar = await page.getByRole('toolbar', { name: 'Playback' }).boundingBox();
    assert.equal(Math.round(bar.y + bar.height), viewport.height);
    const buttons = await boxesOf(page.getByRole('toolbar', { name: 'Playback' }).getByRole('button'));
    assert.deepEqual(
      buttons.map(({ what }) => what),
      ['first', 'prev', 'play', 'next', 'last', 'more'],
    );
    for (const { what, width, height } of buttons) assert.ok(width >= 44 && height >= 44, `${what} ${width}x${height}`);
    // Both boards and all reserves are above it.
    for (const { what, y, height } of await boxesOf(
      page.locator('cg-board, [data-testid^=reserve-], [data-testid^=clock-]'),
    )) {
      assert.ok(y >= 0 && y + height <= bar.y + 1, `${what} ends at ${y + height}, the bar begins at ${bar.y}`);
    }
    for (const ply of [61, 62]) {
      await page.getByTestId('next').tap();
      await boards(page, ply);
    }
    assert.equal(await page.evaluate(() => scrollY), 0);
    // The end of the document can be scrolled above it.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const last = await page.locator('.side').boundingBox();
    assert.ok(last.y + last.height <= bar.y + 1, 'the end of the document is below the bar');
    await page.getByTestId('more').tap();
    await page.getByTestId('flip').tap();
    await page.waitForURL('**/*flip=1*');
  });

  pageTest(`${name}: controls are large enough to touch`, { viewport, ...phone }, async ({ page, key }) => {
    const small = async (what) => {
      const boxes = await boxesOf(page.locator('button:not(.pick, .inline), a.button, select, input[type=text]'));
      const wrong = boxes.filter(({ height }) => height < 43.5).map(({ what, height }) => `${what} ${height}`);
      assert.deepEqual(wrong, [], what);
    };
    await openHome(page);
    await page.getByTestId('search-fold').tap();
    await small('list');
    await openGame(page, key('standard.bpgn'), 1, '?ply=60');
    await small('game');
    for (const tab of ['problems', 'share', 'tags']) {
      await page.getByTestId(`tab-${tab}`).tap();
      await small(tab);
    }
  });
}

pageTest(
  'the search is collapsed, and there is also a pager below the list',
  { viewport: PHONES.portrait, ...phone },
  async ({ page }) => {
    await openHome(page);
    assert.equal(await page.getByTestId('search-player').isVisible(), false);
    await page.getByTestId('search-fold').tap();
    assert.equal(await page.getByTestId('search-player').isVisible(), true);
    await page.getByTestId('page-next-below').tap();
    await page.waitForURL(/offset=100/);
    await page.locator('[data-testid=row][data-game="150"]').waitFor();
  },
);

pageTest('a badge leaves room for the name', { viewport: PHONES.portrait, ...phone }, async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1, '?ply=60');
  const name = page.getByTestId('strip-WhiteB').locator('.name');
  const [shown, whole] = await name.evaluate((element) => [element.clientWidth, element.scrollWidth]);
  assert.ok(shown >= whole, `${shown} of ${whole} pixels of the name`);
  assert.equal(await name.getAttribute('dir'), 'auto');
});
