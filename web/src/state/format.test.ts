import { expect, test } from 'vitest';
import { bytesText, clockText, signedText, spokenTime, usedText } from './format';

test('clocks', () => {
  expect([298_210, 20_000, 19_990, 9_400, 0, -300, 3_725_000, null].map(clockText)).toEqual([
    '4:58',
    '0:20',
    '0:19.9',
    '0:09.4',
    '0:00.0',
    '−0:00.3',
    '1:02:05',
    '–:––',
  ]);
});

test('differences have a sign', () => {
  expect([12_300, -65_000, 40, 0, null].map(signedText)).toEqual(['+0:12.3', '−1:05', '0:00.0', '0:00.0', '–']);
});

test('time used', () => {
  expect([2_340, 20_400, 65_000, -1_000, null].map(usedText)).toEqual(['2.3s', '20s', '1:05', '−1.0s', '']);
});

test('times in words', () => {
  expect(spokenTime(298_210)).toBe('4 minutes 58 seconds');
  expect(spokenTime(-61_000)).toBe('minus 1 minute 1 second');
  expect(spokenTime(null)).toBe('not known');
});

test('sizes', () => {
  expect([12, 4_321, 999_600, 7_340_000].map(bytesText)).toEqual(['12 bytes', '4.32 kB', '1.00 MB', '7.34 MB']);
});
