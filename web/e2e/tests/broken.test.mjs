// Games that can't be replayed to the end.
import assert from 'node:assert/strict';
import { boards, openGame } from '../lib/game.mjs';
import { openHome, row } from '../lib/home.mjs';
import { bughouse } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

const BROKEN = `[Event "broken"]
[WhiteA "w"]
[BlackA "b"]
[Result "1-0"]

1A. e4 {179} 1a. e5 {178}
2A. Nf3 {177} 2a. Q@d4 {170} 3A. Nc3 *
`;
const LONG = `[Event "long"]\n\n1A. e4 1a. e5 2A. Nf3 2a. Nc6 3A. Bc4 3a. Bc5 4A. c3 4a. Nf6 5A. d3 5a. d6 6A. O-O {71`;
const pageTest = suite({
  files: { 'long.bpgn': LONG, 'broken.bpgn': BROKEN, 'stray.bpgn': '1A. e4 *\n\nThese words are no game at all.\n' },
});

pageTest('problems have line and column, and the game replays up to there', async ({ page, folder, key }) => {
  const { stdout } = bughouse('check', '--json', folder.file('broken.bpgn'));
  const { stopped_at: stop, state } = JSON.parse(stdout.split('\n')[0]);
  assert.equal(state, 'broken');

  await openHome(page);
  assert.equal(await row(page, key('broken.bpgn'), 1).getAttribute('data-state'), 'broken');
  assert.match(await row(page, key('broken.bpgn'), 1).innerText(), /broken/);
  await row(page, key('broken.bpgn'), 1).click();
  const banner = await page.getByTestId('banner').innerText();
  for (const part of [`line ${stop.line}`, `column ${stop.column}`, stop.move, stop.why]) {
    assert.ok(banner.includes(part), `${part} in ${banner}`);
  }
  assert.ok(banner.includes('^'), 'carets');
  await page.getByTestId('tab-problems').click();
  // Notes also have a place.
  const note = await page.locator('[data-testid=problem]').first().innerText();
  assert.match(note, /\d+:\d+/);

  await page.keyboard.press('End');
  const { a } = await boards(page, 3);
  assert.match(a, /^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/5N2\/PPPP1PPP\/RNBQKB1R/);
  await page.getByText('Q@d4').first().waitFor();
});

const phone = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };
pageTest('on a phone the banner can be closed, and both boards are visible', phone, async ({ page, key }) => {
  await openGame(page, key('broken.bpgn'), 1);
  await page.getByTestId('banner-hide').tap();
  await page.getByTestId('banner').waitFor({ state: 'detached' });
  const bar = await page.getByRole('toolbar', { name: 'Playback' }).boundingBox();
  for (const board of ['a', 'b']) {
    const { y, height } = await page.getByTestId(`board-${board}`).boundingBox();
    assert.ok(y >= 0 && y + height <= bar.y + 1, `board ${board} ends at ${y + height}`);
  }
});

pageTest('a problem on a long line is shown in full, with its caret in view', async ({ page, key }) => {
  await openGame(page, key('long.bpgn'), 1);
  await page.getByTestId('tab-problems').click();
  const note = page.locator('[data-testid=problem][data-severity=error]').first();
  const [inside, across] = await note.evaluate((element) => {
    const panel = element.closest('[role=tabpanel]');
    return [panel.scrollWidth <= panel.clientWidth, element.querySelector('pre').scrollLeft];
  });
  assert.ok(inside, 'the panel is not wider than what is seen of it');
  assert.ok(across > 0, 'the text is scrolled to its caret');
});

pageTest('text outside of games is shown with its place', async ({ page }) => {
  await openHome(page);
  const notes = page.getByTestId('stray-text');
  await notes.locator('summary').click();
  const text = await notes.innerText();
  assert.match(text, /stray\.bpgn/);
  assert.match(text, /3:1/);
  assert.match(text, /These words are no game/);
});

pageTest(
  'a missing game is reported',
  { program: 'it is about the status of HTTP', expected: [/status of 404/] },
  async ({ page, key }) => {
    await page.goto(`/game/${key('broken.bpgn')}/7`);
    await page.getByTestId('open-error').waitFor();
    await page.goto('/game/none/1');
    await page.getByTestId('open-error').waitFor();
    assert.equal((await page.goto('/nowhere/at/all')).status(), 404);
  },
);

pageTest('a broken game can be opened at a half-move', async ({ page, key }) => {
  await openGame(page, key('broken.bpgn'), 1, '?ply=2');
  await boards(page, 2);
});
