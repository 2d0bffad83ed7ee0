// Whether the pointer was used last, or the keyboard to move about.
let last: 'pointer' | 'keyboard' = 'keyboard';

addEventListener('pointerdown', () => (last = 'pointer'), { capture: true });
addEventListener('keydown', (event) => event.key === 'Tab' && (last = 'keyboard'), { capture: true });

/** Browsers show no focus after a click, and count it as shown on the next key: they cannot be asked. */
export function pointerWasLast(): boolean {
  return last === 'pointer';
}
