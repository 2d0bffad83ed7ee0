// Takes the picture of the page that the README shows: `node scripts/screenshot.mjs FILE.png`.
import { statSync } from 'node:fs';
import { launch } from '../e2e/lib/browser.mjs';
import { boards, openGame } from '../e2e/lib/game.mjs';
import { allRead, generate, makeFolder, serve } from '../e2e/lib/program.mjs';

/** A game in the middle, with variations beside it. */
const GAME = 7;
const PLY = 52;
const MOST_BYTES = 200_000;

const target = process.argv[2];
if (!target) {
  console.error('usage: screenshot.mjs FILE.png');
  process.exit(2);
}

const folder = makeFolder();
generate(folder.file('games.bpgn'), '--annotated', '--games', '20');
const server = await serve(folder.path, ['games.bpgn']);
const browser = await launch();
try {
  const [file] = await allRead(server.origin);
  const page = await browser.newPage({
    baseURL: server.origin,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await openGame(page, file.key, GAME, `?ply=${PLY}`);
  await boards(page, PLY);
  // Men slide into place, and what is legal is asked a little later.
  await page.waitForTimeout(800);
  await page.screenshot({ path: target });
} finally {
  await browser.close();
  await server.stop();
  folder.remove();
}
const { size } = statSync(target);
console.log(`${target}: ${size} bytes`);
if (size > MOST_BYTES) {
  console.error(`error: the picture has more than ${MOST_BYTES} bytes`);
  process.exit(1);
}
