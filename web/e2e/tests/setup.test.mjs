// The position editor: dragging pieces, en passant, clocks, and an address that contains all of it.
import assert from 'node:assert/strict';
import { noProblems } from '../lib/access.mjs';
import { drag, openedGame } from '../lib/game.mjs';
import { suite } from '../lib/review.mjs';

const pageTest = suite();
const SEATS = ['a-clock-white', 'a-clock-black', 'b-clock-white', 'b-clock-black'];
// Requests with an incomplete position are rejected.
const rejected = { expected: [/400/] };

const middle = async (page, testid) => {
  const box = await page.getByTestId(testid).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
const dragPiece = async (page, from, to) => drag(page, await middle(page, from), await middle(page, to));
const bfens = async (page) => (await page.getByTestId('setup-bfen').inputValue()).split(' | ');
const placements = async (page) => (await bfens(page)).map((bfen) => bfen.split(' ')[0]);
const isValid = (page) => page.locator('[data-testid=setup-verdict][data-valid=true]').waitFor({ state: 'attached' });

pageTest(
  'pieces are dragged from the palette, within a board, to the other, to a reserve, and off the boards',
  rejected,
  async ({ page }) => {
    await page.goto('/setup');
    await page.getByTestId('setup-clear').click();
    for (const board of ['a', 'b']) {
      await dragPiece(page, 'palette-K', `setup-${board}-e1`);
      await dragPiece(page, 'palette-k', `setup-${board}-e8`);
    }
    assert.deepEqual(await placements(page), ['4k3/8/8/8/8/8/8/4K3[]', '4k3/8/8/8/8/8/8/4K3[]']);
    await dragPiece(page, 'palette-N', 'setup-a-c3');
    await dragPiece(page, 'setup-a-c3', 'setup-a-d5');
    assert.deepEqual(await placements(page), ['4k3/8/8/3N4/8/8/8/4K3[]', '4k3/8/8/8/8/8/8/4K3[]']);
    await dragPiece(page, 'setup-a-d5', 'setup-b-d5');
    await dragPiece(page, 'palette-p', 'setup-a-black-P');
    await dragPiece(page, 'palette-q', 'setup-b-white-R');
    assert.deepEqual(await placements(page), ['4k3/8/8/8/8/8/8/4K3[p]', '4k3/8/8/3N4/8/8/8/4K3[Q]']);
    await dragPiece(page, 'setup-b-d5', 'setup-b-black-N');
    await dragPiece(page, 'setup-b-white-Q', 'setup-b-a4');
    assert.deepEqual(await placements(page), ['4k3/8/8/8/8/8/8/4K3[p]', '4k3/8/8/8/Q7/8/8/4K3[n]']);
    // A reserve can't have a king: it stays where it was.
    await dragPiece(page, 'setup-a-e1', 'setup-a-white-Q');
    // A piece that is dragged off the boards is removed, also from a reserve.
    await drag(page, await middle(page, 'setup-b-a4'), { x: 5, y: 5 });
    await drag(page, await middle(page, 'setup-a-black-P'), { x: 5, y: 5 });
    assert.deepEqual(await placements(page), ['4k3/8/8/8/8/8/8/4K3[]', '4k3/8/8/8/8/8/8/4K3[n]']);
    // A drag that ends where it began changes nothing, and a click still places the selected piece.
    const there = await middle(page, 'setup-a-e1');
    await page.mouse.move(there.x, there.y);
    await page.mouse.down();
    await page.mouse.move(there.x + 80, there.y, { steps: 4 });
    await page.getByTestId('setup-held').waitFor();
    await page.mouse.move(there.x, there.y, { steps: 4 });
    await page.mouse.up();
    assert.equal((await placements(page))[0], '4k3/8/8/8/8/8/8/4K3[]');
    await page.getByTestId('setup-a-e4').click();
    assert.equal((await placements(page))[0], '4k3/8/8/8/4P3/8/8/4K3[]');
    await isValid(page);
    assert.equal(await page.getByTestId('setup-held').count(), 0);
  },
);

pageTest('en passant can be chosen where it is possible', async ({ page }) => {
  await page.goto('/setup');
  const passed = page.getByTestId('setup-a-passed');
  assert.equal(await passed.isEnabled(), false);
  await dragPiece(page, 'setup-a-e2', 'setup-a-e5');
  await dragPiece(page, 'setup-a-d7', 'setup-a-d5');
  await dragPiece(page, 'setup-b-c2', 'setup-b-c4');
  await dragPiece(page, 'setup-b-d7', 'setup-b-d4');
  await page.getByTestId('setup-b-turn').selectOption('black');
  await passed.selectOption('d6');
  await page.getByTestId('setup-b-passed').selectOption('c3');
  const [a, b] = await bfens(page);
  assert.match(a, / w KQkq d6 0 1$/);
  assert.match(b, / b KQkq c3 0 1$/);
  await isValid(page);
  await page.reload();
  assert.deepEqual(await bfens(page), [a, b]);
  await isValid(page);
  await page.getByTestId('setup-analyze').click();
  await openedGame(page);
  assert.match(await page.getByTestId('game').getAttribute('data-bfen-a'), / d6 /);
  // Without the pawn, there is no en passant square.
  await page.goBack();
  await page.getByTestId('setup-a-passed').waitFor();
  await drag(page, await middle(page, 'setup-a-d5'), { x: 5, y: 5 });
  assert.match((await bfens(page))[0], / w KQkq - 0 1$/);
});

pageTest('clocks are in the result and in every address', async ({ page }) => {
  await page.goto('/setup');
  await page.getByTestId('setup-a-clock-white').fill('2:30');
  await page.waitForFunction(() => decodeURIComponent(location.href).includes('clocks=2:30,,,'));
  assert.match(await page.getByTestId('setup-verdict').innerText(), /all four/);
  assert.equal(await page.getByTestId('setup-analyze').isEnabled(), false);
  await page.reload();
  assert.equal(await page.getByTestId('setup-a-clock-white').inputValue(), '2:30');
  const times = ['2:30', '3:00', '1:05.5', '0:09'];
  for (const [index, name] of SEATS.entries()) await page.getByTestId(`setup-${name}`).fill(times[index]);
  const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';
  assert.equal(await page.getByTestId('setup-timed').inputValue(), `${start} 150.0 180.0 | ${start} 65.5 9.0`);
  await isValid(page);
  await page.waitForFunction(() => decodeURIComponent(location.href).includes('clocks=2:30,3:00,1:05.5,0:09'));
  await page.reload();
  for (const [index, name] of SEATS.entries())
    assert.equal(await page.getByTestId(`setup-${name}`).inputValue(), times[index]);
  await isValid(page);
  await page.getByTestId('setup-analyze').click();
  await openedGame(page);
  const clocks = async () =>
    Promise.all(
      ['WhiteA', 'BlackA', 'WhiteB', 'BlackB'].map(async (seat) =>
        (await page.getByTestId(`clock-${seat}`).innerText()).trim(),
      ),
    );
  const shown = ['2:30', '3:00', '1:05', '0:09.0'];
  assert.deepEqual(await clocks(), shown);
  // The address is updated a moment later.
  await page.waitForTimeout(400);
  await page.reload();
  await openedGame(page);
  assert.deepEqual(await clocks(), shown);
  await page.getByTestId('tab-share').click();
  await page.getByTestId('to-setup').click();
  await page.getByTestId('setup-bfen').waitFor();
  assert.equal(await page.getByTestId('setup-b-clock-white').inputValue(), '1:05.5');
});

pageTest('clocks in an address are text, never markup', rejected, async ({ page }) => {
  await page.goto('/setup?clocks=' + encodeURIComponent('<img src=x onerror=alert(1)>,,,'));
  await page.getByTestId('setup').waitFor();
  assert.equal(await page.locator('[data-testid=setup] img').count(), 0);
});

pageTest(
  'on a phone, a reserve is a row of five, and taps place pieces',
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  async ({ page }) => {
    await page.goto('/setup');
    await page.getByTestId('setup').waitFor();
    for (const board of ['a', 'b']) {
      for (const color of ['white', 'black']) {
        const boxes = [];
        for (const letter of 'QRBNP') {
          boxes.push(await page.getByTestId(`setup-${board}-${color}-${letter}`).boundingBox());
        }
        assert.equal(new Set(boxes.map(({ y }) => Math.round(y))).size, 1, `${board} ${color} is one row`);
        for (const { width, height } of boxes) assert.ok(width >= 44 && height >= 44, `${width}x${height}`);
      }
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} px wide`);
    await page.getByTestId('palette-Q').tap();
    await page.getByTestId('setup-b-e4').tap();
    await page.getByTestId('setup-b-white-Q').tap();
    assert.match((await placements(page))[1], /4Q3.*\[Q\]/);
    await noProblems(page, 'the editor on a phone');
  },
);
