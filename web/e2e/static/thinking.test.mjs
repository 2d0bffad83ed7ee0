// Long computations don't delay steps.
import assert from 'node:assert/strict';
import { boards, openGame, playable } from '../lib/game.mjs';
import { suite } from '../lib/review.mjs';

const pageTest = suite();

pageTest('steps and legal moves work while an analysis never ends', async ({ page, key }) => {
  // Workers that receive a long computation never answer again.
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    const busy = new WeakSet();
    window.thinking = 0;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (/^\/api\/(analysis|evaluation|mistakes)\b/.test(message.path ?? '') && !busy.has(this)) {
        busy.add(this);
        window.thinking += 1;
      }
      if (!busy.has(this)) postMessage.call(this, message, ...rest);
    };
  });
  await openGame(page, key('standard.bpgn'), 1);
  // Two requests: the boards, and the mistakes of the whole game.
  await page.waitForFunction(() => window.thinking === 2);
  for (const ply of [1, 2, 3]) {
    await page.keyboard.press('ArrowRight');
    await boards(page, ply);
    await playable(page);
  }
  assert.equal(await page.getByTestId('game').getAttribute('data-analyzed'), 'false');
});
