import { expect, test } from 'vitest';
import { choose, chosenFor, picker, writeTo, type Handle } from './filePicker';

function file(name: string, fails = false): Handle & { calls: string[] } {
  const calls: string[] = [];
  return {
    name,
    calls,
    createWritable: async () => ({
      async write(data) {
        if (fails) throw new Error('no room');
        calls.push(await data.text());
      },
      close: async () => void calls.push('closed'),
      abort: async () => void calls.push('aborted'),
    }),
  };
}

test('there is no picker if the browser has none', () => {
  expect(picker({})).toBeNull();
  expect(picker({ showSaveFilePicker: 'yes' })).toBeNull();
  expect(picker({ showSaveFilePicker: () => undefined })).not.toBeNull();
});

test('a chosen file is remembered, and canceling is not an error', async () => {
  const handle = file('mine.bpgn');
  const asked: string[] = [];
  const pick = async ({ suggestedName }: { suggestedName: string }) => (asked.push(suggestedName), handle);
  expect(chosenFor('game/x/1')).toBeNull();
  expect(await choose(pick, 'game/x/1', 'a.bpgn')).toBe(handle);
  expect(chosenFor('game/x/1')).toBe(handle);
  expect(chosenFor('game/x/2')).toBeNull();
  expect(asked).toEqual(['a.bpgn']);
  const giveUp = () => Promise.reject(new DOMException('no', 'AbortError'));
  expect(await choose(giveUp, 'game/x/1', 'a.bpgn')).toBeNull();
  expect(chosenFor('game/x/1')).toBe(handle);
  await expect(choose(() => Promise.reject(new Error('bad')), 'x', 'a')).rejects.toThrow('bad');
});

test('a written file is closed, and a failed write is aborted', async () => {
  const good = file('good');
  await writeTo(good, '1A. e4 *');
  expect(good.calls).toEqual(['1A. e4 *', 'closed']);
  const full = file('full', true);
  await expect(writeTo(full, '*')).rejects.toThrow('no room');
  expect(full.calls).toEqual(['aborted']);
});
