// Moves and drops by hand.
import assert from 'node:assert/strict';
import { boards, clickSquare, drag, dragMove, openGame, playable, reserve, slot, square } from '../lib/game.mjs';
import { standardGames } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';

// WhiteA has a knight and a pawn from board B; BlackA's g-pawn is about to promote.
const POSITION = `[SetUp "1"]
[FEN "rnbqkbnr/pppppp1p/8/8/8/8/PPPPPPpP/RNBQKB1R/NP w KQkq - 0 10 | rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR/p w KQkq - 0 2"]

10A. d4 2B. d4 *
`;
const OTHER_FIRST = POSITION.replace('10A. d4 2B. d4', '2B. d4 10A. d4');
const pageTest = suite({ files: { 'moves.bpgn': POSITION + '\n' + OTHER_FIRST, 'standard.bpgn': standardGames() } });

pageTest('a drop by click', async ({ page, key }) => {
  await openGame(page, key('moves.bpgn'), 1);
  assert.equal((await reserve(page, 'WhiteA')).N, 1);
  await playable(page);
  await page.getByTestId('reserve-WhiteA-N').click();
  await clickSquare(page, 'a', 'e5');
  const { a, line } = await boards(page, 1);
  assert.match(a, /^rnbqkbnr\/pppppp1p\/8\/4N3\//);
  assert.equal(line, '1.1');
  assert.deepEqual(await reserve(page, 'WhiteA'), { Q: 0, R: 0, B: 0, N: 0, P: 1 });
  await page.locator('[data-testid=move][data-path="1.1"]', { hasText: 'N@e5' }).waitFor();
});

pageTest('a drop by drag from the reserve', async ({ page, key }) => {
  await openGame(page, key('moves.bpgn'), 1);
  await playable(page);
  await drag(page, await slot(page, 'WhiteA', 'P'), await square(page, 'a', 'e4'));
  const { a } = await boards(page, 1);
  assert.match(a, /^rnbqkbnr\/pppppp1p\/8\/8\/4P3\//);
  assert.equal((await reserve(page, 'WhiteA')).P, 0);
});

pageTest('a pawn is not dropped on the first rank', async ({ page, key }) => {
  await openGame(page, key('moves.bpgn'), 1);
  const before = (await boards(page, 0)).a;
  await playable(page);
  await drag(page, await slot(page, 'WhiteA', 'P'), await square(page, 'a', 'g1'));
  await page.waitForTimeout(300);
  assert.equal((await boards(page, 0)).a, before);
});

pageTest('a move by drag, and the partner receives the captured piece', async ({ page, key }) => {
  await openGame(page, key('moves.bpgn'), 2);
  await playable(page);
  await dragMove(page, 'b', 'e4', 'd5');
  const { a, b } = await boards(page, 1);
  assert.match(b, /^rnbqkbnr\/ppp1pppp\/8\/3P4\/8\//);
  assert.match(a, /\[NPp\]/);
  assert.equal((await reserve(page, 'BlackA')).P, 1);
});

pageTest('a move by two clicks', async ({ page, key }) => {
  await openGame(page, key('moves.bpgn'), 1);
  await playable(page);
  await clickSquare(page, 'a', 'b1');
  await clickSquare(page, 'a', 'c3');
  assert.match((await boards(page, 1)).a, /2N5\/PPPPPPpP/);
});

pageTest('a move that was played goes to the main line', async ({ page, key }) => {
  await openGame(page, key('moves.bpgn'), 1);
  await playable(page);
  await dragMove(page, 'a', 'd2', 'd4');
  assert.equal((await boards(page, 1)).line, '');
  assert.equal(await page.getByTestId('game').getAttribute('data-unsaved'), 'false');
});

for (const letter of ['Q', 'N']) {
  pageTest(`a pawn is promoted to the chosen piece: ${letter}`, async ({ page, key }) => {
    await openGame(page, key('moves.bpgn'), 1, '?ply=1');
    await boards(page, 1);
    await playable(page);
    await dragMove(page, 'a', 'g2', 'h1');
    await page.getByTestId('promotion').waitFor();
    await page.getByTestId(`promote-${letter}`).click();
    const { a, b } = await boards(page, 2);
    assert.match(a, new RegExp(`RNBQKB1${letter.toLowerCase()}~`));
    // The captured rook is in the partner's reserve.
    assert.match(b, /\[Rp\]/);
  });
}

pageTest('a canceled promotion changes nothing', async ({ page, key }) => {
  await openGame(page, key('moves.bpgn'), 1, '?ply=1');
  const before = (await boards(page, 1)).a;
  await playable(page);
  await dragMove(page, 'a', 'g2', 'h1');
  await page.getByTestId('promotion').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('promotion').waitFor({ state: 'detached' });
  assert.equal((await boards(page, 1)).a, before);
});

pageTest('a move can be played before the first one of an unfinished game', async ({ page, key }) => {
  await openGame(page, key('standard.bpgn'), 2);
  await playable(page);
  await dragMove(page, 'b', 'e1', 'd2');
  assert.equal((await boards(page, 1)).line, '1.1');
  await page.locator('[data-testid=move][data-path="1.1"]', { hasText: '14B' }).waitFor();
});

pageTest('undo and redo', async ({ page, key }) => {
  await openGame(page, key('moves.bpgn'), 1);
  await playable(page);
  await dragMove(page, 'a', 'e2', 'e4');
  const after = (await boards(page, 1)).a;
  await page.keyboard.press('Control+z');
  await boards(page, 0);
  assert.equal(await page.locator('[data-testid=move][data-path="1.1"]').count(), 0);
  await page.keyboard.press('Control+Shift+Z');
  assert.equal((await boards(page, 1)).a, after);
});
