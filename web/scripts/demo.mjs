// Films a few half-moves: pieces glide, captured pieces fly to the partner's reserve, drops appear.
import { boards, openGame } from '../e2e/lib/game.mjs';
import { encodeGif } from './images.mjs';

/** An animation of the web UI takes 200 ms. The film shows it at less than half the speed. */
const ANIMATION = { lasts: 200, step: 25, shownFor: 60 };
const MARGIN = 6;
/** How long the result stays. It covers a part of the boards, so the last position is shown without it first. */
const RESULT = 2500;
const NO_RESULT = '[data-testid=finish] { visibility: hidden; }';

/**
 * Returns a GIF of both boards. `scenes` are half-moves in order, `{ ply, hold }`: how many milliseconds each position stays.
 * The page must be new, because its clock is replaced, and must bypass the CSP, because styles are added.
 */
export async function film(page, key, scenes) {
  await page.clock.install();
  await page.addInitScript(pauseAnimations);
  const [first, ...others] = scenes;
  await openGame(page, key, 1, `?ply=${first.ply}`);
  await boards(page, first.ply);
  await page.waitForLoadState('networkidle');
  await page.addStyleTag({ content: '* { transition: none !important; }' });
  const noResult = await page.addStyleTag({ content: NO_RESULT });
  // From here on, time passes only when a frame is due.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2000);

  const clip = await boxOfBoards(page);
  const shoot = () => page.screenshot({ clip });
  const frames = [{ png: await shoot(), ms: first.hold }];
  for (const { ply, hold } of others) {
    await page.keyboard.press('ArrowRight');
    await boards(page, ply);
    for (let time = 0; time < ANIMATION.lasts; time += ANIMATION.step) {
      await page.clock.runFor(ANIMATION.step);
      await page.evaluate((ms) => document.getAnimations().forEach((each) => (each.currentTime = ms)), time);
      frames.push({ png: await shoot(), ms: ANIMATION.shownFor });
    }
    await page.evaluate(() => document.getAnimations().forEach((each) => each.finish()));
    await page.clock.runFor(1000);
    frames.push({ png: await shoot(), ms: hold });
  }
  await noResult.evaluate((style) => style.remove());
  frames.push({ png: await shoot(), ms: RESULT });
  return encodeGif(joinEqual(frames));
}

/** Runs in the page. */
function pauseAnimations() {
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...args) {
    const animation = animate.apply(this, args);
    animation.pause();
    return animation;
  };
}

/** Returns the box of the boards with a margin, except below, where the buttons are. */
async function boxOfBoards(page) {
  const box = await page.locator('.boards').boundingBox();
  const x = Math.max(Math.floor(box.x - MARGIN), 0);
  const y = Math.max(Math.floor(box.y - MARGIN), 0);
  return { x, y, width: Math.ceil(box.x + box.width + MARGIN) - x, height: Math.ceil(box.y + box.height) - y };
}

/** Joins equal frames. */
function joinEqual(frames) {
  const joined = [];
  for (const frame of frames) {
    const last = joined.at(-1);
    if (last?.png.equals(frame.png)) last.ms += frame.ms;
    else joined.push({ ...frame });
  }
  return joined;
}
