import { expect, test } from 'vitest';
import { rulesOf } from './rules';

test('only tags that choose rules are sent, and the first of a name counts', () => {
  const tags = [
    { name: 'Event', value: 'Club night' },
    { name: 'Promotion', value: 'partner' },
    { name: 'Variant', value: 'chess960' },
    { name: 'Promotion', value: 'any' },
  ];
  expect(rulesOf(tags)).toEqual({ Promotion: 'partner', Variant: 'chess960' });
  expect(rulesOf([])).toEqual({});
});
