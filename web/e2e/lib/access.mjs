// Accessibility checks with axe.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Asserts that a page has no serious accessibility problem. */
export async function noProblems(page, where) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const bad = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map((node) => `${node.html.slice(0, 160)} (${node.any[0]?.message ?? ''})`)
          .slice(0, 4)
          .join('\n   ')}`,
    );
  assert.deepEqual(bad, [], where);
}
