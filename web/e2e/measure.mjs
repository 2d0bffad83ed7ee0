// Measures the web UI and fails if it is slower than the thresholds.
import { launch } from './lib/browser.mjs';
import { openGame } from './lib/game.mjs';
import { analyzed, firstRows, median, steps, summary } from './lib/measure.mjs';
import { allRead, keptGames, makeFolder, serve, standardGames } from './lib/program.mjs';

const GAMES = 100_000;
const MOST = { paint: 500, rows: 1000, step: 16, analysis: 100 };
const ROUNDS = 7;

const folder = makeFolder({ 'standard.bpgn': standardGames() });
const started = performance.now();
const server = await serve(folder.path, ['standard.bpgn', keptGames(GAMES)]);
const browser = await launch();
let failed = false;

function validate(what, figure, most) {
  const slow = figure > most;
  failed ||= slow;
  console.log(`${what}: ${figure.toFixed(1)} ms, at most ${most} ms${slow ? ': TOO SLOW' : ''}`);
}

try {
  const [standard] = await allRead(server.origin);
  console.log(`${GAMES} games are read after ${((performance.now() - started) / 1000).toFixed(1)} s`);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage({ baseURL: server.origin });
    rounds.push(await firstRows(page));
    await page.close();
  }
  validate(`first paint, median of ${ROUNDS}`, median(rounds.map((round) => round.paint)), MOST.paint);
  validate(`rows of ${GAMES} games painted, median of ${ROUNDS}`, median(rounds.map((round) => round.rows)), MOST.rows);
  validate('the worst of them', Math.max(...rounds.map((round) => round.rows)), MOST.rows);

  const page = await browser.newPage({ baseURL: server.origin });
  await openGame(page, standard.key, 1);
  await steps(page, 5);
  await page.keyboard.press('Home');
  const times = await steps(page, 88);
  console.log(`88 steps: ${summary(times)}`);
  validate('script and layout of a step, median', median(times.map((time) => time.laidOut)), MOST.step);

  await page.keyboard.press('Home');
  const waits = await analyzed(page, 88);
  waits.sort((a, b) => a - b);
  console.log(`what the solver knows is on the page after a step: median ${median(waits).toFixed(1)} ms`);
  validate('nineteen of twenty', waits[Math.floor(waits.length * 0.95)], MOST.analysis);
  console.log(`the slowest of ${waits.length}: ${waits.at(-1).toFixed(1)} ms`);
} finally {
  await browser.close();
  await server.stop();
  folder.remove();
}
process.exit(failed ? 1 : 0);
