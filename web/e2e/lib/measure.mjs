// Measures times in the browser.

/** Opens the list and returns when its rows were painted, in milliseconds from the start of the navigation. */
export async function firstRows(page) {
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (window.rowsPainted || !document.querySelector('[data-testid=row]')) return;
      window.rowsPainted = -1;
      // The next frame paints the rows.
      requestAnimationFrame(() => setTimeout(() => (window.rowsPainted = performance.now())));
    });
    seen.observe(document, { childList: true, subtree: true });
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await page.waitForFunction(() => window.rowsPainted > 0);
  return page.evaluate(() => ({
    rows: window.rowsPainted,
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    shift: window.shift,
  }));
}

/** Steps forward some times. Returns how long each took: until layout is done, and until it was painted. */
export function steps(page, count) {
  return page.evaluate(async (number) => {
    const times = [];
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const game = document.querySelector('[data-testid=game]');
    for (let step = 0; step < number; step++) {
      await frame();
      const before = Number(game.dataset.ply);
      const start = performance.now();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
      // Svelte updates the DOM in a microtask; reading a size then forces layout.
      await Promise.resolve();
      await Promise.resolve();
      document.body.getBoundingClientRect();
      const laidOut = performance.now() - start;
      await frame();
      await new Promise((done) => setTimeout(done));
      times.push({ laidOut, painted: performance.now() - start, moved: Number(game.dataset.ply) === before + 1 });
    }
    return times;
  }, count);
}

/**
 * Steps forward `count` times with a pause after each step. Returns how long it took until the answer of the solver was
 * shown.
 */
export function analyzed(page, count) {
  return page.evaluate(async (number) => {
    const times = [];
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const game = document.querySelector('[data-testid=game]');
    for (let step = 0; step < number; step++) {
      await new Promise((done) => setTimeout(done, 300));
      const start = performance.now();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
      await frame();
      while (game.dataset.analyzed !== 'true') await new Promise((done) => setTimeout(done, 1));
      times.push(performance.now() - start);
    }
    return times;
  }, count);
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Describes steps in words. */
export function summary(times) {
  const of = (pick) => {
    const numbers = times.map(pick);
    return `median ${median(numbers).toFixed(1)} ms, worst ${Math.max(...numbers).toFixed(1)} ms`;
  };
  return `script and layout ${of((time) => time.laidOut)}; to the painted frame ${of((time) => time.painted)}`;
}
