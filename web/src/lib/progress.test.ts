import { expect, test } from 'vitest';
import type { File } from '../api/schema';
import { isReading, part } from './progress';

const file = (state: File['state'], bytes: number | null, bytes_read: number): File => ({
  key: 'k',
  name: 'n',
  origin: 'disk',
  state,
  error: null,
  bytes,
  bytes_read,
  games: 0,
  notes: [],
  can_save: false,
});

test('the part that has been read', () => {
  expect(part(file('reading', 200, 50))).toBe(0.25);
  expect(part(file('reading', 200, 300))).toBe(1);
  expect(part(file('reading', null, 50))).toBe(null);
  expect(part(file('reading', 0, 0))).toBe(null);
});

test('one file that is being read is enough', () => {
  expect(isReading([])).toBe(false);
  expect(isReading([file('ready', 1, 1), file('broken', 1, 0)])).toBe(false);
  expect(isReading([file('ready', 1, 1), file('reading', 1, 0)])).toBe(true);
});
