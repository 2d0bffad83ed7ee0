// The static site, from a plain file server: `BUGHOUSE_STATIC` names its folder.
import { serveFiles } from './files.mjs';

export const STATIC_PAGE = process.env.BUGHOUSE_STATIC || null;

/** Serves the static site. Returns the files that tests open first. */
export async function serveStatic(names) {
  return { ...(await serveFiles(STATIC_PAGE)), names: names.filter((name) => !name.startsWith('-')) };
}

/** Makes a browser page use the addresses of the static site. */
export function byHash(page, address) {
  const go = page.goto.bind(page);
  page.goto = (to, options) => go(to.startsWith('/') ? `${address}#${to}` : to, options);
}

/** Opens the files of a suite like a user does. They stay in the browser. */
export async function openAll(page, address, folder, names) {
  if (names.length > 0) {
    await page.goto(address);
    await page.getByTestId('open-input').setInputFiles(names.map((name) => folder.file(name)));
    // Opening a file navigates to it. Tests start from the list.
    await page.waitForFunction(() => location.hash !== '');
    await page.goto('about:blank');
  }
  return names.map((name) => ({ name, key: name.replaceAll(/[^\p{Alphabetic}\p{Number}._-]/gu, '-') }));
}
