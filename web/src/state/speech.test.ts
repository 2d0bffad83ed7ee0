import { expect, test } from 'vitest';
import { PAUSE, speechDelay } from './speech';

test('a step is spoken at once', () => {
  expect(speechDelay(1000, 999, false)).toBe(0);
});

test('playback is spoken now and then', () => {
  expect(speechDelay(10_000, 0, true)).toBe(0);
  expect(speechDelay(10_000, 9_900, true)).toBe(PAUSE - 100);
});
