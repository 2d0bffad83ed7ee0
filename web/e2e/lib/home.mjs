// Drives the list of games like a user does.
export async function openHome(page, query = '') {
  await page.goto('/' + query);
  await page.getByTestId('row').first().waitFor();
}

/** Waits for the list, and reads the number of games that match. */
export async function matched(page) {
  const text = page.getByTestId('matched');
  await page.waitForFunction(() => document.querySelector('[data-testid=games]')?.getAttribute('aria-busy') !== 'true');
  return Number(await text.getAttribute('data-matched'));
}

/** Waits until this number of games match. */
export async function expectMatched(page, number) {
  await page.locator(`[data-testid=matched][data-matched="${number}"]`).waitFor();
}

export function rows(page) {
  return page.getByTestId('row');
}

export function row(page, key, game) {
  return page.locator(`[data-testid=row][data-file="${key}"][data-game="${game}"]`);
}

/** Pastes a text outside of any field, as Ctrl-V does. */
export async function pasteAnywhere(page, text) {
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

/** Drops files on the window. `files` are texts by name. */
export async function dropFiles(page, files) {
  await page.evaluate((texts) => {
    const data = new DataTransfer();
    for (const [name, text] of Object.entries(texts)) data.items.add(new File([text], name));
    const fire = (type) =>
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    fire('dragenter');
    fire('dragover');
    fire('drop');
  }, files);
}

/** Reads the messages after something was opened. */
export async function message(page) {
  const messages = page.locator('section[aria-label=Messages]').getByTestId('message');
  await messages.first().waitFor();
  return (await messages.allInnerTexts()).join('\n');
}
