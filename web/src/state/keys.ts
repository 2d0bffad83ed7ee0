// Which key does what.
import type { PieceLetter } from '../api/schema';
import { LETTERS } from './seats';

export type Action =
  | { do: 'next' | 'previous' | 'first' | 'last' }
  | { do: 'next-alternative' | 'previous-alternative' }
  | { do: 'next-on-board' | 'previous-on-board' | 'next-capture' | 'previous-capture' }
  | { do: 'play' | 'flip' | 'swap' | 'other-board' | 'explorer' | 'search' | 'help' | 'type-move' | 'appearance' }
  | { do: 'next-game' | 'previous-game' }
  | { do: 'undo' | 'redo' | 'save' | 'cancel' }
  | { do: 'arm'; letter: PieceLetter }
  | { do: 'aim'; by: 'left' | 'right' | 'up' | 'down' }
  | { do: 'drop' };

export interface Press {
  key: string;
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
  /** In a text field: only the key for saving is ours. */
  typing: boolean;
  /** In a dialog, or the key was handled already. */
  busy?: boolean;
  /** On a button reached by the keyboard: space and Enter press it. */
  onControl: boolean;
  /** A piece of the reserve is selected: arrows choose a square. */
  armed: boolean;
}

const PLAIN: Record<string, Action['do']> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  ArrowUp: 'previous-alternative',
  ArrowDown: 'next-alternative',
  Home: 'first',
  End: 'last',
  ' ': 'play',
  f: 'flip',
  s: 'swap',
  '[': 'previous-on-board',
  ']': 'next-on-board',
  c: 'next-capture',
  C: 'previous-capture',
  b: 'other-board',
  e: 'explorer',
  l: 'appearance',
  n: 'next-game',
  p: 'previous-game',
  m: 'type-move',
  '/': 'search',
  '?': 'help',
  Escape: 'cancel',
};

const ARROWS: Record<string, 'left' | 'right' | 'up' | 'down'> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

export function actionOf(press: Press): Action | null {
  if (press.busy || press.alt) return null;
  if (press.typing) return press.ctrl && press.key.toLowerCase() === 's' ? { do: 'save' } : null;
  if (press.ctrl) return withCtrl(press);
  if (press.onControl && (press.key === ' ' || press.key === 'Enter') && !press.armed) return null;
  if (press.armed) {
    const by = ARROWS[press.key];
    if (by) return { do: 'aim', by };
    if (press.key === 'Enter') return { do: 'drop' };
  }
  const letter = LETTERS['12345'.indexOf(press.key)];
  if (letter && press.key.length === 1) return { do: 'arm', letter };
  const plain = PLAIN[press.key];
  return plain ? ({ do: plain } as Action) : null;
}

function withCtrl({ key, shift }: Press): Action | null {
  switch (key.toLowerCase()) {
    case 'z':
      return { do: shift ? 'redo' : 'undo' };
    case 'y':
      return { do: 'redo' };
    case 's':
      return { do: 'save' };
    default:
      return null;
  }
}

/** The list in the help dialog. */
export const KEY_HELP: readonly [string, string][] = [
  ['← →', 'one move back, forward'],
  ['↑ ↓', 'previous, next variation'],
  ['Home End', 'start, end of the line'],
  ['Space', 'play, pause'],
  ['[ ]', 'back, forward on the selected board'],
  ['c Shift+c', 'next, previous capture'],
  ['b', 'select the other board'],
  ['f', 'flip both boards'],
  ['s', 'swap left and right'],
  ['1 2 3 4 5', 'drop Q R B N P on the selected board: then click a square, or use arrows and Enter; Esc cancels'],
  ['m', 'type a move'],
  ['Ctrl+Z Ctrl+Shift+Z', 'undo, redo an edit'],
  ['Ctrl+S', 'save'],
  ['e', 'explorer'],
  ['l', 'appearance: view as a player, boards, pieces, sounds'],
  ['p n', 'previous, next game of the list'],
  ['/', 'search the list of games'],
  ['?', 'this help'],
  ['Shift+F10', 'annotate the move'],
];
