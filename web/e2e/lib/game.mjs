// A game on the page, as a person uses it.
import assert from 'node:assert/strict';

export const SEATS = ['WhiteA', 'BlackA', 'WhiteB', 'BlackB'];
export const LETTERS = ['Q', 'R', 'B', 'N', 'P'];

const root = (page) => page.getByTestId('game');

/** Waits for a game that is being opened. */
export async function openedGame(page) {
  await root(page).waitFor();
}

export async function openGame(page, key, game, query = '') {
  await page.goto(`/game/${key}/${game}${query}`);
  await openedGame(page);
}

/** Waits until a half-move is shown, and reads both boards. */
export async function boards(page, ply) {
  await page.locator(`[data-testid=game][data-ply="${ply}"]`).waitFor();
  return shown(page);
}

/** Waits until moves can be made: what is legal is asked a little after a step. */
export async function playable(page) {
  await page.locator('[data-testid=game][data-playable=true]').waitFor();
}

/** Reads what is shown now. */
export async function shown(page) {
  const game = root(page);
  const [ply, a, b, line] = await Promise.all(
    ['data-ply', 'data-bfen-a', 'data-bfen-b', 'data-line'].map((name) => game.getAttribute(name)),
  );
  return { ply: Number(ply), a, b, line: line ?? '' };
}

/** Reads a reserve as it is drawn: how many pieces of each kind. */
export async function reserve(page, seat) {
  const counts = {};
  for (const letter of LETTERS) {
    counts[letter] = Number((await page.getByTestId(`reserve-${seat}-${letter}`).innerText()).trim() || 0);
  }
  return counts;
}

/** Reads a reserve from a BFEN. */
export function reserveOf(bfen, white) {
  const held = /\[(.*)\]/.exec(bfen)[1];
  const count = (letter) => [...held].filter((piece) => piece === (white ? letter : letter.toLowerCase())).length;
  return Object.fromEntries(LETTERS.map((letter) => [letter, count(letter)]));
}

export async function clock(page, seat) {
  return (await page.getByTestId(`clock-${seat}`).innerText()).trim();
}

/** Reads how much more time the player on board A has, as it is shown. */
export async function diagonal(page, color) {
  return (await page.getByTestId(`diagonal-${color}`).textContent()).trim();
}

/** Writes a difference as the page does: +0:12.3, −1:05, 0:00.0. */
export function diagonalText(ms) {
  if (ms === null) return '–';
  const size = Math.abs(ms);
  const seconds = Math.floor(size / 1000);
  const tenths = size < 60_000 ? `.${Math.floor((size % 1000) / 100)}` : '';
  const sign = size < 100 ? '' : ms < 0 ? '−' : '+';
  return `${sign}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}${tenths}`;
}

/** Writes a clock as the page does: 4:58, and 0:09.4 below twenty seconds. */
export function clockText(ms) {
  const size = Math.abs(ms);
  const seconds = Math.floor(size / 1000);
  const tenths = size < 20_000 ? `.${Math.floor((size % 1000) / 100)}` : '';
  return `${ms < 0 ? '−' : ''}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}${tenths}`;
}

/** Returns the middle of a square, whichever way the board is turned. */
export async function square(page, board, name) {
  const frame = page.getByTestId(`board-${board}`).locator('cg-board');
  const box = await frame.boundingBox();
  assert.ok(box, `board ${board} is not drawn`);
  const turned = await frame.evaluate((element) => element.closest('.orientation-black') !== null);
  const file = name.charCodeAt(0) - 97;
  const rank = Number(name[1]) - 1;
  const [column, row] = turned ? [7 - file, rank] : [file, 7 - rank];
  return { x: box.x + ((column + 0.5) * box.width) / 8, y: box.y + ((row + 0.5) * box.height) / 8 };
}

export async function clickSquare(page, board, name) {
  const { x, y } = await square(page, board, name);
  await page.mouse.click(x, y);
}

/** Drags from a point to another in a few steps, as a hand does. */
export async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

export async function dragMove(page, board, from, to) {
  await drag(page, await square(page, board, from), await square(page, board, to));
}

/** Returns the middle of a slot of a reserve. */
export async function slot(page, seat, letter) {
  const box = await page.getByTestId(`reserve-${seat}-${letter}`).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
