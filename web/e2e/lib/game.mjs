// Drives a game like a user does.
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

/** Waits for a half-move, and reads both boards. */
export async function boards(page, ply) {
  await page.locator(`[data-testid=game][data-ply="${ply}"]`).waitFor();
  return shown(page);
}

/** Waits until moves can be made: legal moves are requested a little after a step. */
export async function playable(page) {
  await page.locator('[data-testid=game][data-playable=true]').waitFor();
}

/** Reads the current half-move and both boards. */
export async function shown(page) {
  const game = root(page);
  const [ply, a, b, line] = await Promise.all(
    ['data-ply', 'data-bfen-a', 'data-bfen-b', 'data-line'].map((name) => game.getAttribute(name)),
  );
  return { ply: Number(ply), a, b, line: line ?? '' };
}

/** Reads the counts of a reserve that are shown. */
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

/** Reads the diagonal time of a color as it is shown, with a minus if the player on board B has more. */
export async function diagonal(page, color) {
  const shown = page.getByTestId(`diagonal-${color}`);
  const [text, ms] = [(await shown.textContent()).trim(), Number(await shown.getAttribute('data-ms'))];
  return `${ms <= -100 ? '−' : ''}${text}`;
}

/** Writes a diagonal time: 12.3 s, −1:05, 0.0 s. */
export function diagonalText(ms) {
  if (ms === null) return '–';
  const size = Math.abs(ms);
  const seconds = Math.floor(size / 1000);
  const sign = ms <= -100 ? '−' : '';
  if (size < 60_000) return `${sign}${seconds}.${Math.floor((size % 1000) / 100)} s`;
  return `${sign}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Writes a clock: 4:58, and 0:09.4 below twenty seconds. */
export function clockText(ms) {
  const size = Math.abs(ms);
  const seconds = Math.floor(size / 1000);
  const tenths = size < 20_000 ? `.${Math.floor((size % 1000) / 100)}` : '';
  return `${ms < 0 ? '−' : ''}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}${tenths}`;
}

/** Returns the middle of a square, for both orientations of the board. */
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

/** Drags from a point to another in a few steps. */
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

/** Returns the middle of a place in a reserve. */
export async function slot(page, seat, letter) {
  const box = await page.getByTestId(`reserve-${seat}-${letter}`).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
