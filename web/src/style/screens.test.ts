import { expect, test } from 'vitest';
import { SCREENS, withScreens } from './screens';

test('names of screens are replaced by their media queries, everywhere in a style sheet', () => {
  const css = 'a { color: var(--phone); } @media (--phone) { a { b: c } } @media (--narrow) {} @media print {}';
  expect(withScreens(css)).toBe(
    `a { color: var(--phone); } @media ${SCREENS.phone} { a { b: c } } @media (max-width: 700px) {} @media print {}`,
  );
});

test('a screen without a definition is an error, not a rule that never applies', () => {
  expect(() => withScreens('@media (--fone) {}')).toThrow('--fone');
});
