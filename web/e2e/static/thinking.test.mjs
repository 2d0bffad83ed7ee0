// What thinks for long does not hold up a step.
import assert from 'node:assert/strict';
import { boards, openGame, playable } from '../lib/game.mjs';
import { suite } from '../lib/review.mjs';

const pageTest = suite();

pageTest('while boards are analyzed forever, steps and legal moves are there', async ({ page, key }) => {
  // A worker with a long computation never answers again.
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    const thinks = new WeakSet();
    window.thinking = 0;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (/^\/api\/(analysis|evaluation|mistakes)\b/.test(message.path ?? '') && !thinks.has(this)) {
        thinks.add(this);
        window.thinking += 1;
      }
      if (!thinks.has(this)) postMessage.call(this, message, ...rest);
    };
  });
  await openGame(page, key('standard.bpgn'), 1);
  // The boards, and the mistakes of the whole game.
  await page.waitForFunction(() => window.thinking === 2);
  for (const ply of [1, 2, 3]) {
    await page.keyboard.press('ArrowRight');
    await boards(page, ply);
    await playable(page);
  }
  assert.equal(await page.getByTestId('game').getAttribute('data-analyzed'), 'false');
});
