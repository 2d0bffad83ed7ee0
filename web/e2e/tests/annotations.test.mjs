// NAGs, comments, diagrams and times in the list of moves, and the printed list.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openGame } from '../lib/game.mjs';
import { generate, TESTDATA, standardGames } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

const ANNOTATED = readFileSync(join(TESTDATA, 'bpgn', 'annotated.bpgn'), 'utf8');
const pageTest = suite({
  files: {
    'annotated.bpgn': ANNOTATED,
    'standard.bpgn': standardGames(),
    'generated.bpgn': (path) => generate(path, '--games', '3', '--annotated', '--seed', '5'),
  },
});

const move = (page, path, ply) => page.locator(`[data-testid=move][data-path="${path}"][data-ply="${ply}"]`);

pageTest('NAGs of annotations are on their moves, times are explained', async ({ page, key }) => {
  await openGame(page, key('annotated.bpgn'), 1);
  assert.match(await move(page, '', 1).innerText(), /e4!/);
  assert.match(await move(page, '', 3).innerText(), /d5\?!/);
  assert.match(await move(page, '3.1', 3).innerText(), /e5!!/);
  const used = move(page, '', 2).locator('[data-sign=used]');
  assert.equal(await used.innerText(), '1.5s');
  assert.equal(await used.getAttribute('data-explain'), 'used 1.5s, thought 1.5s, lag 0.1s');
});

pageTest('comments of a variation are separated', async ({ page, key }) => {
  await openGame(page, key('annotated.bpgn'), 1);
  const text = await page.getByTestId('moves').evaluate((list) => list.textContent);
  assert.match(text, /the main move\s+and safe\s/);
});

pageTest('a diagram of both boards is shown where the file has one', async ({ page, key }) => {
  await openGame(page, key('annotated.bpgn'), 1);
  const images = page.locator('[data-testid=diagram] img');
  await images.first().waitFor();
  assert.equal(await images.count(), 3);
  for (const image of await images.all()) {
    await image.evaluate((element) => element.decode());
    assert.ok((await image.evaluate((element) => element.naturalWidth)) > 0);
  }
  assert.match(await images.nth(1).getAttribute('alt'), /after 2A\. exd5: rnbqkbnr\/ppp1pppp\/8\/3P4\//);
});

pageTest('a diagram names the players, not their seats', async ({ page, key }) => {
  await openGame(page, key('annotated.bpgn'), 1);
  const image = page.locator('[data-testid=diagram] img').first();
  await image.evaluate((element) => element.decode());
  const src = await image.getAttribute('src');
  // The static site embeds the picture.
  const svg = src.startsWith('data:') ? decodeURIComponent(src) : await (await page.request.get(src)).text();
  const names = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
  for (const name of ['Anna', 'Boris', 'Clara &lt;b&gt;', 'Dimitri &amp; sons'])
    assert.ok(names.includes(name), `${name} in ${names}`);
  assert.doesNotMatch(svg, /(White|Black) ?[AB]\b/);
});

pageTest('the position can be copied with clocks', async ({ page, key }) => {
  await openGame(page, key('annotated.bpgn'), 1);
  await page.keyboard.press('End');
  await page.getByTestId('tab-share').click();
  const field = page.getByTestId('text-thief');
  await page.waitForFunction(() => document.querySelector('[data-testid=text-thief]')?.value);
  assert.match(await field.inputValue(), / 168 171 \| .* 170 169$/);
});

pageTest('the whole list of moves is printed', async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 1);
  await page.emulateMedia({ media: 'print' });
  const list = page.getByTestId('moves');
  const { clipped, width } = await list.evaluate((element) => ({
    clipped: element.scrollHeight - element.clientHeight,
    width: element.scrollWidth - element.clientWidth,
  }));
  assert.ok(clipped <= 1 && width <= 1, `${clipped} by ${width}`);
  assert.equal(await page.locator('.stage').isVisible(), false);
  assert.equal(await page.locator('.tabs').isVisible(), false);
  const bottoms = await page.evaluate(() => {
    const moves = [...document.querySelectorAll('[data-testid=move]')];
    return { last: moves.at(-1).getBoundingClientRect().bottom, page: document.documentElement.scrollHeight };
  });
  assert.ok(bottoms.last <= bottoms.page, JSON.stringify(bottoms));
});

/** A4 without its margins, in pixels. */
const PAPER = { width: 718, height: 1000 };

for (const scheme of ['light', 'dark']) {
  pageTest(`printed pages are black on white, ${scheme}`, { colorScheme: scheme }, async ({ page, key }) => {
    await openGame(page, key('annotated.bpgn'), 1, '?ply=3');
    await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), scheme);
    const picture = page.getByTestId('paper').locator('img');
    await picture.waitFor({ state: 'attached' });
    assert.equal(await picture.isVisible(), false);
    await picture.evaluate((image) => image.decode());
    await page.emulateMedia({ media: 'print', colorScheme: scheme });
    assert.ok(await picture.isVisible());
    assert.ok((await picture.evaluate((image) => image.naturalWidth)) > 0);
    const inks = await page.evaluate(() => {
      const of = (element) => getComputedStyle(element);
      const visible = (element) => element.checkVisibility() && element.textContent.trim() !== '';
      const list = document.querySelector('[data-testid=moves]');
      const texts = [...list.querySelectorAll('.san, .NAG, .comment, .head bdi, .result strong')].filter(visible);
      const current = list.querySelector('[aria-current=step]');
      return {
        page: of(document.documentElement).backgroundColor,
        side: of(document.querySelector('.side')).backgroundColor,
        current: of(current).backgroundColor,
        texts: texts.length,
        dark: texts.filter((text) => {
          const [red, green, blue] = of(text).color.match(/\d+/g).map(Number);
          return red + green + blue <= 3 * 0x44;
        }).length,
      };
    });
    assert.equal(inks.page, 'rgb(255, 255, 255)');
    assert.equal(inks.side, 'rgb(255, 255, 255)');
    assert.equal(inks.current, 'rgba(0, 0, 0, 0)');
    assert.ok(inks.texts > 20, `${inks.texts} texts`);
    assert.equal(inks.dark, inks.texts);
  });
}

pageTest('printed pages cut nothing off, and have no buttons', { viewport: PAPER }, async ({ page, key }) => {
  for (const game of [1, 2, 3]) {
    await openGame(page, key('generated.bpgn'), game);
    await page.emulateMedia({ media: 'print' });
    const found = await page.evaluate(() => {
      const visible = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility());
      const controls = visible.filter((element) => element.matches('button, input, select, a.button, summary, nav'));
      const spoken = (element) => element.closest('.spoken-only') !== null;
      const cut = visible.filter(
        (element) =>
          !spoken(element) &&
          element.closest('.moves') !== null &&
          (element.getBoundingClientRect().right > innerWidth + 1 ||
            (getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1)),
      );
      return {
        controls: controls.filter((element) => element.dataset.testid !== 'move').map((element) => element.outerHTML),
        cut: cut.map((element) => element.textContent),
        rows: [...document.querySelectorAll('.moves .row')].map((row) => row.children.length),
        moves: document.querySelectorAll('[data-testid=move]').length,
      };
    });
    assert.deepEqual(found.controls, []);
    assert.deepEqual(found.cut, []);
    assert.ok(found.moves > 20 && found.rows.every((cells) => cells === 4), 'four columns');
    await page.emulateMedia({ media: 'screen' });
  }
});
