// Takes pictures of the page in each of its states: `node scripts/screenshot.mjs FOLDER`.
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from '../e2e/lib/browser.mjs';
import { boards, openGame } from '../e2e/lib/game.mjs';
import { allRead, archiveOf, generate, makeFolder, serve } from '../e2e/lib/program.mjs';

/** A game in the middle, with variations beside it. */
const GAME = 7;
const PLY = 52;
const MOST_BYTES = 250_000;

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const EDITED = {
  a: 'r1b1kb1r/ppp2ppp/2n1pn2/3q4/3P4/2N2N2/PPP2PPP/R1BQKB1R[QNp] w KQkq - 0 7',
  b: 'rnbqk2r/pppp1ppp/5n2/4p3/1bB1P3/5N2/PPPP1PPP/RNBQK2R[Pbn] w KQkq - 0 4',
};

/** What is seen: a name, the size of the window, and the way there. */
const STATES = [
  { name: 'list', screen: DESKTOP, go: (page) => page.goto('/') },
  { name: 'game', screen: DESKTOP, go: (page, key) => game(page, key) },
  { name: 'game-dark', screen: DESKTOP, scheme: 'dark', go: (page, key) => game(page, key) },
  { name: 'variation', screen: DESKTOP, go: variation },
  { name: 'analysis', screen: DESKTOP, go: (page, key) => tab(page, key, 'analysis') },
  { name: 'explorer', screen: DESKTOP, go: (page, key) => tab(page, key, 'explorer', 2) },
  { name: 'editor', screen: DESKTOP, go: (page) => page.goto(`/setup?${new URLSearchParams(EDITED)}`) },
  { name: 'phone', screen: PHONE, go: (page, key) => game(page, key) },
  { name: 'phone-editor', screen: PHONE, go: (page) => page.goto(`/setup?${new URLSearchParams(EDITED)}`) },
  { name: 'print', screen: { width: 794, height: 1123 }, media: 'print', go: (page, key) => game(page, key) },
];

async function game(page, key, ply = PLY) {
  await openGame(page, key, GAME, `?ply=${ply}`);
  await boards(page, ply);
}

/** The last half-move of the first line beside the game. */
async function variation(page, key) {
  await game(page, key);
  await page.locator('.variation [data-testid=move]').first().click();
  await page.keyboard.press('ArrowRight');
}

async function tab(page, key, name, ply) {
  await game(page, key, ply);
  await page.getByTestId(`tab-${name}`).click();
}

const target = process.argv[2];
if (!target) {
  console.error('usage: screenshot.mjs FOLDER');
  process.exit(2);
}

mkdirSync(target, { recursive: true });
const folder = makeFolder();
archiveOf(2000)(folder.file('archive'));
generate(folder.file('games.bpgn'), '--annotated', '--games', '20');
const server = await serve(folder.path, ['games.bpgn', 'archive']);
const browser = await launch();
let failed = false;
try {
  const [file] = await allRead(server.origin);
  for (const { name, screen, scheme = 'light', media = 'screen', go } of STATES) {
    const page = await browser.newPage({
      baseURL: server.origin,
      viewport: screen,
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    await go(page, file.key);
    await page.emulateMedia({ media });
    await page.waitForLoadState('networkidle');
    // Pieces slide into place, and what is legal is asked a little later.
    await page.waitForTimeout(800);
    const path = join(target, `${name}.png`);
    await page.screenshot({ path });
    await page.close();
    const { size } = statSync(path);
    console.log(`${path}: ${size} bytes`);
    if (size > MOST_BYTES) {
      console.error(`error: ${path} has more than ${MOST_BYTES} bytes`);
      failed = true;
    }
  }
} finally {
  await browser.close();
  await server.stop();
  folder.remove();
}
process.exit(failed ? 1 : 0);
