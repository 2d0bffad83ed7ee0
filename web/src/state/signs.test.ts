import { expect, test } from 'vitest';
import { explain, explanationOf, GROUPS, SIGN_NAMES, SIGNS, signsOf } from './signs';

test('the legend has every sign once, with a label and a meaning', () => {
  const listed = GROUPS.flatMap((group) => signsOf(group));
  expect([...listed].sort()).toEqual([...SIGN_NAMES].sort());
  for (const name of SIGN_NAMES) {
    expect(SIGNS[name].label, name).not.toBe('');
    expect(SIGNS[name].meaning, name).toMatch(/^\S.*\.$/);
  }
});

test('an explanation has the text of this place and the meaning of the sign', () => {
  expect(explanationOf('check', 'by the queen')).toEqual({ text: 'by the queen', meaning: SIGNS.check.meaning });
  expect(explanationOf('check', SIGNS.check.meaning)).toEqual({ text: '', meaning: SIGNS.check.meaning });
  expect(explanationOf('unknown', 'x')).toBeNull();
});

test('elements that are not controls get a place in the order of Tab', () => {
  expect(explain('used', '4.7s')).toEqual({ 'data-sign': 'used', 'data-explain': '4.7s', tabindex: 0 });
  expect(explain('used', '', false)).toEqual({ 'data-sign': 'used', 'data-explain': undefined });
});
