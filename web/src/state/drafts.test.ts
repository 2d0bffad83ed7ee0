import { expect, test } from 'vitest';
import { dropDraft, findDraft, keepDraft, MOST, type Draft, type Shelf } from './drafts';

function shelf(room = Infinity): Shelf & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    get length() {
      return texts.size;
    },
    key: (index) => [...texts.keys()][index] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    setItem(key, value) {
      if (value.length > room) throw new Error('no room');
      texts.set(key, value);
    },
    removeItem: (key) => void texts.delete(key),
  };
}

const draft = (time: number): Draft => ({
  original: '1A. e4 *',
  text: '1A. e4 (1A. d4) *',
  spot: { line: '1.1', ply: 1 },
  time,
});

test('a draft is kept until it is dropped', () => {
  const kept = shelf();
  expect(keepDraft(kept, 'game/x/1', draft(5))).toBe(true);
  expect(findDraft(kept, 'game/x/1')).toEqual(draft(5));
  expect(findDraft(kept, 'game/x/2')).toBeNull();
  dropDraft(kept, 'game/x/1');
  expect(findDraft(kept, 'game/x/1')).toBeNull();
});

test('what cannot be kept or read is told', () => {
  expect(keepDraft(shelf(10), 'x', draft(1))).toBe(false);
  const odd = shelf();
  for (const text of ['', '{', 'null', '[]', '{"original":1}', '{"original":"","text":"","spot":{"ply":"1"}}']) {
    odd.texts.set('draft:x', text);
    expect(findDraft(odd, 'x')).toBeNull();
  }
});

test('the oldest ones go, and nothing else does', () => {
  const kept = shelf();
  kept.texts.set('prefs', '{}');
  for (let time = 0; time < MOST + 2; time += 1) keepDraft(kept, String(time), draft(time));
  expect(kept.texts.size).toBe(MOST + 1);
  expect([findDraft(kept, '0'), findDraft(kept, '1')]).toEqual([null, null]);
  expect(findDraft(kept, '2')).not.toBeNull();
  expect(kept.texts.has('prefs')).toBe(true);
});
