// Saving to a file on this computer, if the browser supports it.
import assert from 'node:assert/strict';
import { boards, dragMove, openGame, playable } from '../lib/game.mjs';
import { suite } from '../lib/review.mjs';

const pageTest = suite();

/** Adds a fake file picker. Requests and written files are in `window.files`. */
function withPicker(page) {
  return page.addInitScript(() => {
    window.files = { asked: [], written: [] };
    window.showSaveFilePicker = async ({ suggestedName }) => {
      window.files.asked.push(suggestedName);
      if (window.files.givesUp) throw new DOMException('no', 'AbortError');
      const name = `chosen-${window.files.asked.length}.bpgn`;
      return {
        name,
        createWritable: async () => {
          let text = '';
          return {
            write: async (data) => {
              if (window.files.isFull) throw new Error('There is no room.');
              text += await data.text();
            },
            close: async () => void window.files.written.push({ name, text }),
            abort: async () => undefined,
          };
        },
      };
    };
  });
}

const files = (page) => page.evaluate(() => window.files);
const saved = (page) => page.locator('[data-testid=game][data-unsaved=false]').waitFor();

async function change(page, from, to, ply) {
  await playable(page);
  await dragMove(page, 'a', from, to);
  await boards(page, ply);
  await page.locator('[data-testid=game][data-unsaved=true]').waitFor();
}

async function save(page, button) {
  await page.getByTestId('save').click();
  await page.getByTestId(button).click();
}

pageTest('you choose a file once, and later saves go to the same one', async ({ page, key }) => {
  await withPicker(page);
  await openGame(page, key('standard.bpgn'), 1);
  await change(page, 'e2', 'e4', 1);
  await save(page, 'save-picked');
  await page.getByTestId('save-dialog').waitFor({ state: 'detached' });
  await saved(page);
  let { asked, written } = await files(page);
  assert.equal(asked.length, 1);
  assert.match(asked[0], /\.bpgn$/);
  assert.deepEqual(
    written.map(({ name }) => name),
    ['chosen-1.bpgn'],
  );
  assert.match(written[0].text, /1A\. e4/);
  await change(page, 'e7', 'e5', 2);
  await page.keyboard.press('Control+s');
  assert.match(await page.getByTestId('save-picked').innerText(), /chosen-1\.bpgn/);
  await page.getByTestId('save-picked').click();
  await saved(page);
  ({ asked, written } = await files(page));
  assert.equal(asked.length, 1);
  assert.equal(written.length, 2);
  assert.match(written[1].text, /1a\. e5/);
  await change(page, 'd2', 'd4', 3);
  await save(page, 'save-elsewhere');
  await saved(page);
  assert.deepEqual((await files(page)).written.at(-1).name, 'chosen-2.bpgn');
});

pageTest('canceling saves nothing, and failures are shown', async ({ page, key }) => {
  await withPicker(page);
  await openGame(page, key('standard.bpgn'), 1);
  await change(page, 'e2', 'e4', 1);
  await page.evaluate(() => (window.files.givesUp = true));
  await save(page, 'save-picked');
  await page.waitForFunction(() => window.files.asked.length === 1);
  assert.equal(await page.getByTestId('save-dialog').isVisible(), true);
  assert.equal(await page.getByTestId('save-error').count(), 0);
  await page.evaluate(() => Object.assign(window.files, { givesUp: false, isFull: true }));
  await page.getByTestId('save-picked').click();
  assert.match(await page.getByTestId('save-error').innerText(), /no room/);
  assert.equal(await page.getByTestId('game').getAttribute('data-unsaved'), 'true');
  assert.deepEqual((await files(page)).written, []);
});

pageTest('without a picker there is only the download', async ({ page, key }) => {
  await page.addInitScript(() => delete window.showSaveFilePicker);
  await openGame(page, key('standard.bpgn'), 1);
  await change(page, 'e2', 'e4', 1);
  await page.getByTestId('save').click();
  assert.equal(await page.getByTestId('save-picked').count(), 0);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-download').click()]);
  assert.match(download.suggestedFilename(), /\.bpgn$/);
  await saved(page);
});
