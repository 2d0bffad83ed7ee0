import { expect, test } from 'vitest';
import { game, line } from '../test/fixtures';
import { add, begin, isUnsaved, markSaved, MOST_VERSIONS, redo, undo } from './history';

const at = (ply: number) => ({ line: '', ply });
const named = (text: string) => game(line('', [], []), { text });

test('undo restores the move before the edit, redo the one after it', () => {
  let history = begin(named('one'), at(0));
  history = add(history, { game: named('two'), spot: at(8), from: at(7) });
  const back = undo(history);
  expect(back?.game.text).toBe('one');
  expect(back?.spot).toEqual(at(7));
  expect(undo(back!.history)).toBeNull();
  const again = redo(back!.history);
  expect(again?.game.text).toBe('two');
  expect(again?.spot).toEqual(at(8));
  expect(redo(again!.history)).toBeNull();
});

test('an edit after an undo replaces the undone versions', () => {
  let history = add(begin(named('one'), at(0)), { game: named('two'), spot: at(1), from: at(0) });
  history = add(undo(history)!.history, { game: named('three'), spot: at(1), from: at(0) });
  expect(history.versions.map((version) => version.game.text)).toEqual(['one', 'three']);
});

test('the history knows if there are unsaved changes', () => {
  let history = begin(named('one'), at(0));
  expect(isUnsaved(history)).toBe(false);
  history = add(history, { game: named('two'), spot: at(1), from: at(0) });
  expect(isUnsaved(history)).toBe(true);
  expect(isUnsaved(undo(history)!.history)).toBe(false);
  history = markSaved(history);
  expect(isUnsaved(history)).toBe(false);
  const changed = add(undo(history)!.history, { game: named('three'), spot: at(1), from: at(0) });
  expect(isUnsaved(changed)).toBe(true);
});

test('the number of versions is limited', () => {
  let history = begin(named('0'), at(0));
  for (let index = 1; index <= MOST_VERSIONS + 5; index += 1) {
    history = add(history, { game: named(String(index)), spot: at(0), from: at(0) });
  }
  expect(history.versions.length).toBe(MOST_VERSIONS);
  expect(history.versions[history.at]?.game.text).toBe(String(MOST_VERSIONS + 5));
  expect(isUnsaved(history)).toBe(true);
});
