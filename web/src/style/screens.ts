// Small screens, by name: `@media (--phone)` in style sheets and components.

const NARROW = '(max-width: 700px)';
const LOW = '(max-width: 1000px) and (max-height: 500px)';
const PORTRAIT = `${NARROW} and (orientation: portrait)`;

export const SCREENS: Readonly<Record<string, string>> = {
  phone: `${PORTRAIT}, ${LOW}`,
  'phone-portrait': PORTRAIT,
  'phone-landscape': `${LOW} and (orientation: landscape)`,
  /** As narrow as a phone, which a window can be as well. */
  narrow: NARROW,
  /** Also as low as a phone. */
  small: `${LOW}, ${NARROW}`,
  /** Too narrow for a column next to the boards. */
  'one-column': '(max-width: 1000px)',
};

/** Replaces the names in the media queries of a style sheet. */
export function withScreens(css: string): string {
  return css.replace(/@media \(--([\w-]+)\)/g, (_, name: string) => {
    const query = SCREENS[name];
    if (query === undefined) throw new Error(`there is no screen --${name}; see src/style/screens.ts`);
    return `@media ${query}`;
  });
}
