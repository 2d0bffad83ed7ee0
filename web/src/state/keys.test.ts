import { expect, test } from 'vitest';
import { actionOf, type Press } from './keys';

const press = (key: string, more: Partial<Press> = {}) =>
  actionOf({ key, ctrl: false, shift: false, alt: false, typing: false, onControl: false, armed: false, ...more });

test('keys do what the help says', () => {
  expect(press('ArrowRight')).toEqual({ do: 'next' });
  expect(press('Home')).toEqual({ do: 'first' });
  expect(press(' ')).toEqual({ do: 'play' });
  expect(press('f')).toEqual({ do: 'flip' });
  expect(press('s')).toEqual({ do: 'swap' });
  expect(press('[')).toEqual({ do: 'previous-on-board' });
  expect(press(']')).toEqual({ do: 'next-on-board' });
  expect(press('e')).toEqual({ do: 'explorer' });
  expect(press('/')).toEqual({ do: 'search' });
  expect(press('?', { shift: true })).toEqual({ do: 'help' });
  expect(['1', '2', '3', '4', '5'].map((key) => press(key))).toEqual(
    ['Q', 'R', 'B', 'N', 'P'].map((letter) => ({ do: 'arm', letter })),
  );
  expect(press('6')).toBeNull();
  expect(press('x')).toBeNull();
});

test('no key is taken from a field', () => {
  for (const key of ['f', ' ', 'ArrowLeft', '1', '/', '?']) expect(press(key, { typing: true }), key).toBeNull();
  expect(press('z', { typing: true, ctrl: true })).toBeNull();
});

test('space and Enter press the focused button', () => {
  expect(press(' ', { onControl: true })).toBeNull();
  expect(press('ArrowRight', { onControl: true })).toEqual({ do: 'next' });
});

test('while a piece is selected for a drop, arrows choose the square', () => {
  expect(press('ArrowUp', { armed: true })).toEqual({ do: 'aim', by: 'up' });
  expect(press('Enter', { armed: true })).toEqual({ do: 'drop' });
  expect(press('Enter')).toBeNull();
  expect(press('Escape', { armed: true })).toEqual({ do: 'cancel' });
});

test('with Ctrl: undo, redo, save, and nothing else', () => {
  expect(press('z', { ctrl: true })).toEqual({ do: 'undo' });
  expect(press('Z', { ctrl: true, shift: true })).toEqual({ do: 'redo' });
  expect(press('y', { ctrl: true })).toEqual({ do: 'redo' });
  expect(press('s', { ctrl: true })).toEqual({ do: 'save' });
  expect(press('f', { ctrl: true })).toBeNull();
  expect(press('ArrowLeft', { alt: true })).toBeNull();
});
