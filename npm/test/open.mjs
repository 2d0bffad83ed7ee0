// Opens a file in Chromium, and fails unless it shows a text: `node open.mjs FOLDER FILE TEXT`.
import { chromium as playwright } from 'playwright-core';
import { chromium, serveFiles } from './lib.mjs';

const [folder, file, text] = process.argv.slice(2);
const server = await serveFiles(folder);
const browser = await playwright.launch({ executablePath: chromium(), args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  // Chromium requests an icon that the page doesn't have.
  await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
  await page.goto(`${server.origin}/${file}`);
  try {
    await page.getByText(text).first().waitFor({ timeout: 10_000 });
  } catch {
    errors.push(`it does not show "${text}", but:\n${await page.locator('body').innerText()}`);
  }
  if (errors.length > 0) throw new Error(errors.join('\n'));
} finally {
  await browser.close();
  await server.stop();
}
