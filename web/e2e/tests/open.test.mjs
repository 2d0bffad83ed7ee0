// Opening files and texts.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { boards, openedGame } from '../lib/game.mjs';
import { dropFiles, expectMatched, message, pasteAnywhere } from '../lib/home.mjs';
import { bughouse, generate, makeFolder, standardGames, TESTDATA } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

const pageTest = suite({ files: {} });

const chesscom = (name) => readFileSync(join(TESTDATA, 'chesscom', name), 'utf8');
/** The positions at the end of the pairs, determined by hand. */
const expected = Object.fromEntries(
  chesscom('expected.csv')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split(';'))
    .map(([pair, plies, a, b]) => [pair, { plies: Number(plies), a, b }]),
);

async function closeAll(page) {
  await page.goto('/');
  await page.evaluate(async () => {
    const { files } = await (await fetch('/api/files')).json();
    for (const { key } of files) await fetch('/api/files/' + encodeURIComponent(key), { method: 'DELETE' });
  });
  await page.reload();
}

pageTest('without files, the UI says what can be opened', { program: 'it needs the server' }, async ({ page }) => {
  await closeAll(page);
  const text = await page.locator('.empty').innerText();
  for (const word of ['BPGN', 'BFEN', 'FEEN', 'chess.com', 'bughouse serve']) assert.ok(text.includes(word), text);
});

pageTest('pasted BPGN of one game opens at once', async ({ page }) => {
  await page.goto('/');
  await pasteAnywhere(page, '[WhiteA "pasted"]\n\n1A. e4 1a. d5 2A. exd5 1B. d4 *');
  await openedGame(page);
  assert.match(page.url(), /\/game\/[^/]+\/1$/);
  await page.keyboard.press('End');
  assert.match((await boards(page, 4)).b, /^rnbqkbnr\/pppppppp\/8\/8\/3P4\/8\/PPP1PPPP\/RNBQKBNR\[p\]/);
});

pageTest('text pasted into the dialog is opened', async ({ page }) => {
  await page.goto('/');
  await page.getByTestId('paste-show').click();
  assert.ok(await page.getByTestId('paste-open').isDisabled());
  await page.getByTestId('paste-text').fill(standardGames());
  await page.getByTestId('paste-open').click();
  await page.waitForURL('**/?file=*');
  await expectMatched(page, 2);
});

const A = 'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[Nq] w KQkq - 4 4';
const B = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[P] w KQkq - 0 1';

pageTest('pasted positions: two boards as BFEN', async ({ page }) => {
  await page.goto('/');
  await pasteAnywhere(page, `${A} | ${B}`);
  await openedGame(page);
  const shown = await boards(page, 0);
  assert.equal(shown.a, A);
  assert.equal(shown.b, B);
});

pageTest('pasted positions: FEEN, with the other board at the start', async ({ page }) => {
  const { stdout } = bughouse('convert', '--to', 'feen', A);
  await page.goto('/');
  await pasteAnywhere(page, stdout.trim());
  await openedGame(page);
  assert.equal((await boards(page, 0)).a.split(' ')[0], A.split(' ')[0]);
  assert.ok((await message(page)).length > 10, 'a note about the other board');
});

pageTest('two dropped boards of chess.com become one game', async ({ page }) => {
  await page.goto('/');
  const names = ['drop-and-promotion-1.json', 'drop-and-promotion-2.json'];
  await dropFiles(page, Object.fromEntries(names.map((name) => [name, chesscom(name)])));
  await openedGame(page);
  const { plies, a, b } = expected['1001+1003'];
  await page.keyboard.press('End');
  const shown = await boards(page, plies);
  assert.deepEqual([shown.a, shown.b], [a, b]);
});

pageTest('a pasted pair of chess.com boards', async ({ page }) => {
  await page.goto('/');
  await pasteAnywhere(page, chesscom('on-time-2.json') + '\n' + chesscom('on-time-1.json'));
  await openedGame(page);
  const { plies, a, b } = expected['3001+3003'];
  await page.keyboard.press('End');
  const shown = await boards(page, plies);
  assert.deepEqual([shown.a, shown.b], [a, b]);
});

pageTest(
  'a dropped file of many games is listed, and can be closed',
  { program: 'it needs the server' },
  async ({ page }) => {
    await closeAll(page);
    const folder = makeFolder();
    generate(folder.file('many.bpgn'), '--games', '120');
    const text = readFileSync(folder.file('many.bpgn'), 'latin1').replaceAll(/[^\x00-\x7f]/g, '?');
    folder.remove();
    await dropFiles(page, { 'many.bpgn': text });
    await expectMatched(page, 120);
    assert.equal(await page.getByTestId('file').count(), 1);
    await page.getByRole('button', { name: 'Close many.bpgn' }).click();
    await page.locator('.empty').waitFor();
  },
);

pageTest('chosen files', async ({ page }) => {
  await page.goto('/');
  const files = [{ name: 'one.bpgn', mimeType: 'text/plain', buffer: Buffer.from('[WhiteA "chosen"]\n\n1A. d4 *\n') }];
  await page.getByTestId('open-input').setInputFiles(files);
  await openedGame(page);
  await page.getByText('chosen').first().waitFor();
});

pageTest(
  'text without a game is rejected, with the place',
  { program: 'it looks at the path', expected: [/status of 4\d\d/] },
  async ({ page }) => {
    await page.goto('/');
    await pasteAnywhere(page, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1');
    const text = await message(page);
    assert.match(text, /\^/, `no caret in: ${text}`);
    assert.equal(new URL(page.url()).pathname, '/');
  },
);

pageTest(
  'an upload that is too large is rejected before it is sent',
  { program: 'it needs the server' },
  async ({ page, seen }) => {
    await page.goto('/');
    const most = await page.evaluate(async () => (await (await fetch('/api/files')).json()).most_upload);
    await page.evaluate((size) => {
      const data = new DataTransfer();
      // It is rejected by its size, so it can repeat the same block.
      const piece = new Uint8Array(1 << 20).fill(32);
      const pieces = Array.from({ length: Math.ceil((size + 1) / piece.length) }, () => piece);
      data.items.add(new File(pieces, 'huge games.bpgn'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, most);
    const text = await message(page);
    assert.match(text, /bughouse serve 'huge games\.bpgn'/);
    assert.ok(!seen.requests.some((url) => url.includes('/api/files?name')), 'it was sent');
  },
);

pageTest('a text is pasted into a field and not opened', async ({ page }) => {
  await page.goto('/');
  await pasteAnywhere(page, '1A. e4 *\n\n1A. d4 *');
  await page.waitForURL('**/?file=*');
  const before = await page.getByTestId('file').count();
  await page.getByTestId('search-player').evaluate((field) => {
    const data = new DataTransfer();
    data.setData('text/plain', '1A. e4 *');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await page.waitForTimeout(300);
  assert.equal(await page.getByTestId('file').count(), before);
});
