// Whether the pointer or the Tab key was used last.
let last: 'pointer' | 'keyboard' = 'keyboard';

addEventListener('pointerdown', () => (last = 'pointer'), { capture: true });
addEventListener('keydown', (event) => event.key === 'Tab' && (last = 'keyboard'), { capture: true });

/** After a click, browsers match `:focus-visible` on the next key, so this can't be read from them. */
export function pointerWasLast(): boolean {
  return last === 'pointer';
}
