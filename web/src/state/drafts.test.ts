import { expect, test } from 'vitest';
import { dropDraft, findDraft, keepDraft, listDrafts, MOST, type Draft, type DraftStore } from './drafts';

function draftStore(room = Infinity): DraftStore & { texts: Map<string, string> } {
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
  address: '/game/x/1?ply=1',
  players: 'Ann – Bob | Cid – Dee',
  file: 'x.bpgn',
});

test('a draft is kept until it is dropped', () => {
  const kept = draftStore();
  expect(keepDraft(kept, 'game/x/1', draft(5))).toBe(true);
  expect(findDraft(kept, 'game/x/1')).toEqual(draft(5));
  expect(findDraft(kept, 'game/x/2')).toBeNull();
  dropDraft(kept, 'game/x/1');
  expect(findDraft(kept, 'game/x/1')).toBeNull();
});

test('failures to keep or read are reported', () => {
  expect(keepDraft(draftStore(10), 'x', draft(1))).toBe(false);
  const odd = draftStore();
  for (const text of ['', '{', 'null', '[]', '{"original":1}', '{"original":"","text":"","spot":{"ply":"1"}}']) {
    odd.texts.set('draft:x', text);
    expect(findDraft(odd, 'x')).toBeNull();
  }
});

test('only the oldest drafts are deleted', () => {
  const kept = draftStore();
  kept.texts.set('prefs', '{}');
  for (let time = 0; time < MOST + 2; time += 1) keepDraft(kept, String(time), draft(time));
  expect(kept.texts.size).toBe(MOST + 1);
  expect([findDraft(kept, '0'), findDraft(kept, '1')]).toEqual([null, null]);
  expect(findDraft(kept, '2')).not.toBeNull();
  expect(kept.texts.has('prefs')).toBe(true);
});

test('all drafts are listed, newest first, with their addresses', () => {
  const kept = draftStore();
  kept.texts.set('prefs', '{}');
  kept.texts.set('draft:broken', '{');
  keepDraft(kept, 'game/a/b/7', draft(1));
  keepDraft(kept, 'text/abc', { ...draft(3), address: '' });
  keepDraft(kept, 'archive/12', { ...draft(2), address: '' });
  keepDraft(kept, 'position/8/8[] w - - 0 1|8/7K[] b - - 0 1', { ...draft(4), address: '//elsewhere.example/' });
  expect(listDrafts(kept).map(({ name, needs, address }) => ({ name, needs, address }))).toEqual([
    {
      name: 'position/8/8[] w - - 0 1|8/7K[] b - - 0 1',
      needs: null,
      address: '/position?a=8/8%5B%5D%20w%20-%20-%200%201&b=8/7K%5B%5D%20b%20-%20-%200%201',
    },
    { name: 'text/abc', needs: null, address: '' },
    { name: 'archive/12', needs: null, address: '/archive/12' },
    { name: 'game/a/b/7', needs: 'a/b', address: '/game/x/1?ply=1' },
  ]);
});

test('a moment without a date is ignored', () => {
  const kept = draftStore();
  for (const time of [1e99, NaN, '<b>'] as number[]) {
    kept.texts.set('draft:x', JSON.stringify({ ...draft(0), time }));
    expect(findDraft(kept, 'x')?.time).toBe(0);
  }
});

test('older drafts without an address can be read', () => {
  const kept = draftStore();
  const { original, text, spot, time } = draft(9);
  kept.texts.set('draft:game/x/1', JSON.stringify({ original, text, spot, time }));
  expect(listDrafts(kept)).toMatchObject([{ address: '/game/x/1', players: '', file: '', needs: 'x' }]);
});
