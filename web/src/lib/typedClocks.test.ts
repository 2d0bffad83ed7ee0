import { expect, test } from 'vitest';
import { clocksText, isEmptyClocks, readClock, readClocks, typedOf, typedText } from './typedClocks';

test('clocks', () => {
  expect(['3:05', '185', '0:09.5', '', 'x', '1:75', '-3'].map(readClock)).toEqual([
    185_000,
    185_000,
    9_500,
    null,
    null,
    null,
    null,
  ]);
});

test('all four or none', () => {
  expect(readClocks(typedOf('3:00,2:30,185,0:09.5'))).toEqual({
    WhiteA: 180_000,
    BlackA: 150_000,
    WhiteB: 185_000,
    BlackB: 9_500,
  });
  expect(readClocks(typedOf('3:00,2:30,,1:00'))).toBeNull();
  expect(isEmptyClocks(typedOf(''))).toBe(true);
  expect(isEmptyClocks(typedOf(',,1,'))).toBe(false);
});

test('typed clocks round-trip, also incomplete ones', () => {
  for (const text of ['3:00,2:30,185,0:09.5', '3:,,x,', '']) expect(typedText(typedOf(text)), text).toBe(text);
  expect(typedOf('1,2,3,4,5,6')).toEqual({ WhiteA: '1', BlackA: '2', WhiteB: '3', BlackB: '4' });
  expect(typedOf('<img src=x onerror=alert(1)>').WhiteA).toHaveLength(10);
});

test('known clocks are written in a form that can be read again', () => {
  const clocks = { WhiteA: 185_000, BlackA: 9_576, WhiteB: 0, BlackB: 600_000 };
  expect(clocksText(clocks)).toBe('3:05,0:09.576,0:00,10:00');
  expect(readClocks(typedOf(clocksText(clocks)))).toEqual(clocks);
  expect(clocksText({ ...clocks, WhiteB: -500 })).toContain(',0:00,');
  expect(clocksText({ ...clocks, WhiteB: null })).toBe('');
});
