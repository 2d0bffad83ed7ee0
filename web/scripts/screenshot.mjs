// Takes the pictures of the docs: `node scripts/screenshot.mjs FOLDER [NAME]...`.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from '../e2e/lib/browser.mjs';
import { boards, openGame } from '../e2e/lib/game.mjs';
import { openHome } from '../e2e/lib/home.mjs';
import { allRead, bughouse, makeFolder, replay, ROOT, serve } from '../e2e/lib/program.mjs';
import { film } from './demo.mjs';
import { smallPng } from './images.mjs';

const EXAMPLES = join(ROOT, 'docs/examples');
const GAME = 'last-night.bpgn';
const SHORT_GAMES = 'club-night.bpgn';
const ARCHIVE = 'club-games';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const MOST_BYTES = { png: 250_000, gif: 1_500_000 };

/** The half-moves of the film by label, and how long each is shown. It begins before a capture and ends with mate. */
const SCENES = [
  { label: '12B', hold: 1600 },
  { label: '13A', hold: 1400 },
  { label: '13a', hold: 900 },
  { label: '12b', hold: 1800 },
  { label: '13B', hold: 1000 },
  { label: '13b', hold: 1400 },
  { label: '14A', hold: 2500 },
];

/** The pictures: name, size of the window, and how to get there. */
const PICTURES = [
  { name: 'game', go: (page, of) => game(page, of, '12b') },
  { name: 'game-dark', scheme: 'dark', go: (page, of) => game(page, of, '12b') },
  { name: 'analysis', go: analysis },
  { name: 'explorer', go: explorer },
  { name: 'list', screen: { width: 1280, height: 600 }, go: list },
  { name: 'editor', go: editor },
  { name: 'phone', screen: PHONE, scale: 2, go: (page, of) => game(page, of, '12b') },
];

async function game(page, of, label) {
  const ply = of.ply(label);
  await openGame(page, of.key, 1, `?ply=${ply}`);
  await boards(page, ply);
}

/** Shows a position in which a queen would mate. */
async function analysis(page, of) {
  await game(page, of, '11a');
  await page.getByTestId('tab-analysis').click();
}

/** Shows the explorer for the board of the last half-move. */
async function explorer(page, of) {
  await game(page, of, '1a');
  await page.getByTestId('tab-explorer').click();
  await page.getByTestId('explorer-what').getByText('Board A', { exact: true }).click();
  await page.locator('[data-testid=explorer][data-settled=true]').waitFor();
}

async function list(page) {
  await openHome(page);
}

async function editor(page, of) {
  await page.goto(`/setup?${new URLSearchParams(of.bfens('12B'))}`);
}

/** Takes a picture when nothing changes anymore: pieces glide, and answers arrive later. */
async function settled(page) {
  await page.waitForLoadState('networkidle');
  let before = await page.screenshot();
  for (let tries = 0; tries < 40; tries += 1) {
    await page.waitForTimeout(500);
    const now = await page.screenshot();
    if (now.equals(before)) return now;
    before = now;
  }
  throw new Error(`${page.url()} still changes after 20 seconds`);
}

/** Writes a picture, and fails if it is too large for a README. */
function write(path, bytes) {
  writeFileSync(path, bytes);
  console.log(`${path}: ${bytes.length} bytes`);
  const most = MOST_BYTES[path.endsWith('.gif') ? 'gif' : 'png'];
  if (bytes.length > most) throw new Error(`${path} has ${bytes.length} bytes, more than ${most}`);
}

/** Copies the games into a folder and creates the archive. */
function prepare(folder) {
  for (const name of [GAME, SHORT_GAMES]) copyFileSync(join(EXAMPLES, name), folder.file(name));
  const { status, stderr } = bughouse('archive', 'add', folder.file(ARCHIVE), join(EXAMPLES, `${ARCHIVE}.bpgn.bz2`));
  if (status !== 0) throw new Error(stderr);
}

/** Looks up half-moves of the game by label. */
function halfMoves() {
  const all = replay(join(EXAMPLES, GAME));
  const find = (label) => {
    const found = all.find((halfMove) => halfMove.label === label);
    if (!found) throw new Error(`${GAME} has no half-move ${label}`);
    return found;
  };
  return { ply: (label) => find(label).ply, bfens: (label) => find(label).bfens };
}

const [target, ...names] = process.argv.slice(2);
if (!target) {
  console.error('usage: screenshot.mjs FOLDER [NAME]...');
  process.exit(2);
}
const isWanted = (name) => names.length === 0 || names.includes(name);

mkdirSync(target, { recursive: true });
const folder = makeFolder();
let server, browser;
try {
  prepare(folder);
  server = await serve(folder.path, [GAME, SHORT_GAMES, ARCHIVE]);
  browser = await launch();
  const files = await allRead(server.origin);
  const of = { key: files.find((file) => file.name === GAME).key, ...halfMoves() };
  for (const { name, screen = DESKTOP, scale = 1, scheme = 'light', go } of PICTURES.filter((each) =>
    isWanted(each.name),
  )) {
    const page = await browser.newPage({
      baseURL: server.origin,
      viewport: screen,
      deviceScaleFactor: scale,
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    await go(page, of);
    write(join(target, `${name}.png`), smallPng(await settled(page)));
    await page.close();
  }
  if (isWanted('demo')) {
    const page = await browser.newPage({ baseURL: server.origin, viewport: DESKTOP, bypassCSP: true });
    const scenes = SCENES.map(({ label, hold }) => ({ ply: of.ply(label), hold }));
    write(join(target, 'demo.gif'), await film(page, of.key, scenes));
    await page.close();
  }
} finally {
  await browser?.close();
  await server?.stop();
  folder.remove();
}
