// Links and embeds that contain the game, so they open in any browser.
import assert from 'node:assert/strict';
import { boards, openedGame, openGame, playable, shown } from '../lib/game.mjs';
import { serveFiles } from '../lib/files.mjs';
import { makeFolder } from '../lib/program.mjs';
import { suite } from '../lib/review.mjs';
import { byHash } from '../lib/static.mjs';

const pageTest = suite();

/** Types a move after pressing M. */
async function typeMove(page, text) {
  await page.keyboard.press('m');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

async function linkOf(page, name) {
  await page.getByTestId('tab-share').click();
  const field = page.getByTestId(`text-${name}`);
  await page.waitForFunction(
    (id) => document.querySelector(`[data-testid=${id}]`)?.value.includes('/text/'),
    `text-${name}`,
  );
  return field.inputValue();
}

/** Opens a page in a new browser profile. */
async function stranger(view, origin) {
  const context = await view.browser().newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const problems = [];
  context.on('request', (request) => request.url().startsWith(origin) || problems.push(request.url()));
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  return { page, problems, close: () => context.close() };
}

pageTest('a link opens in a browser without files', async ({ page, view, origin, key }) => {
  await openGame(page, key('standard.bpgn'), 1, '?ply=30');
  const here = await boards(page, 30);
  const link = await linkOf(page, 'link');
  assert.ok(link.startsWith(origin) && link.length < 8000, `${link.length} characters`);
  const other = await stranger(view, origin);
  try {
    await other.page.goto(link);
    await openedGame(other.page);
    assert.deepEqual(await boards(other.page, 30), here);
    await other.page.keyboard.press('ArrowRight');
    await boards(other.page, 31);
    await other.page.waitForFunction(() => location.hash.includes('ply=31'));
    await other.page.reload();
    await boards(other.page, 31);
    assert.deepEqual(other.problems, []);
  } finally {
    await other.close();
  }
});

pageTest('a link contains unsaved changes, which survive a reload', async ({ page, view, origin, key }) => {
  await openGame(page, key('standard.bpgn'), 1, '?ply=0');
  const first = await linkOf(page, 'link');
  await page.goto(first.slice(first.indexOf('#') + 1));
  // Only the fragment of the address changes: the old game is shown until the one of the link is unpacked.
  await page.locator('[data-testid=game][data-game=""]').waitFor();
  await openedGame(page);
  await playable(page);
  await typeMove(page, 'A h2h3');
  await page.locator('[data-testid=game]:not([data-line=""])').waitFor();
  const played = await shown(page);
  const link = await linkOf(page, 'link');
  assert.notEqual(link.split('?')[0], first.split('?')[0]);
  const other = await stranger(view, origin);
  try {
    await other.page.goto(link);
    await openedGame(other.page);
    assert.deepEqual(await boards(other.page, played.ply), played);
    assert.deepEqual(other.problems, []);
  } finally {
    await other.close();
  }
  await page.waitForTimeout(400);
  await page.reload();
  await page.getByTestId('draft').waitFor();
  assert.equal((await shown(page)).line, played.line);
});

pageTest('an embed works on a page of another host', async ({ page, view, origin, key }) => {
  await openGame(page, key('standard.bpgn'), 1, '?ply=12');
  const code = await linkOf(page, 'embed');
  const here = await boards(page, 12);
  const blog = makeFolder({ 'index.html': `<!doctype html><title>blog</title>${code}` });
  const host = await serveFiles(blog.path);
  const other = await stranger(view, origin);
  try {
    // `localhost` is another origin than 127.0.0.1.
    await other.page.goto(host.address.replace('127.0.0.1', 'localhost'));
    const frame = other.page.frameLocator('iframe');
    await frame.locator('[data-testid=game][data-ply="12"]').waitFor();
    assert.equal(await frame.getByTestId('game').getAttribute('data-bfen-a'), here.a);
    const open = frame.getByRole('link', { name: 'Open' });
    assert.match(await open.evaluate((link) => link.href), /#\/text\/[\w-]+\?ply=12$/);
  } finally {
    await other.close();
    await host.stop();
    blog.remove();
  }
});

pageTest('links with invalid data are rejected, and never become markup', async ({ page }) => {
  const hostile = [
    '<img src=x onerror=window.ran=1>',
    '%3Cscript%3Ewindow.ran=1%3C/script%3E',
    'abc',
    'A'.repeat(60_000),
    '',
  ];
  for (const data of hostile) {
    for (const start of ['/text/', '/embed/text/', '/game/', '/', '/setup?a=', '/position?a=x&b=']) {
      await page.goto('about:blank');
      await page.goto(start + data + (start === '/game/' ? '/1' : ''));
      await page.locator('main h1, main .empty, [data-testid=setup]').first().waitFor();
      assert.equal(await page.evaluate(() => window.ran), undefined);
      assert.equal(await page.locator('img[src="x"], main script').count(), 0);
    }
  }
});

pageTest('an address of a file that is not in this browser explains what to do', async ({ page }) => {
  await page.goto('/game/nobody.bpgn/1');
  await page.getByTestId('not-carried').waitFor();
  await page.goto('/text/damaged');
  await page.getByText('The link contains no game').waitFor();
  assert.equal(await page.getByTestId('not-carried').count(), 0);
});

const MARKUP = '<img src=x onerror=window.ran=1>';
pageTest('a hostile game in a link is text', async ({ page, view, origin }) => {
  await page.goto('/');
  const game = `[WhiteA "${MARKUP}"]\n\n{C:${MARKUP}} 1A. e4 {C:<script>window.ran=2</script>} *`;
  const data = await page.evaluate(async (text) => {
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    return btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  }, game);
  const other = await stranger(view, origin);
  try {
    byHash(other.page, page.url().split('#')[0]);
    await other.page.goto(`/text/${data}`);
    await openedGame(other.page);
    assert.ok((await other.page.locator('main').innerText()).includes(MARKUP));
    assert.equal(await other.page.evaluate(() => window.ran), undefined);
    assert.equal(await other.page.locator('img[src="x"], main script').count(), 0);
    assert.deepEqual(other.problems, []);
  } finally {
    await other.close();
  }
});
