import { expect, test } from 'vitest';
import { looksLikeJson, tooLarge, toUploads, whereTo } from './uploads';

const file = (name: string, text: string) => new File([text], name);

test('JSON files become one request, with other files between them', async () => {
  const uploads = await toUploads([
    file('one.json', '{"game":{"id":1}}'),
    file('games.bpgn', '[Event "x"]'),
    file('two', ' {\n "game":{"id":2}}'),
  ]);
  expect(uploads.map((upload) => upload.name)).toEqual(['games.bpgn', 'one.json + two']);
  expect(await uploads[1]?.body.text()).toBe('{"game":{"id":1}}\n {\n "game":{"id":2}}\n');
  expect(await uploads[0]?.body.text()).toBe('[Event "x"]');
});

test('a comment is not JSON', () => {
  expect(looksLikeJson('{C:This is game 1}')).toBe(false);
  expect(looksLikeJson('\uFEFF{ "a": 1 }')).toBe(true);
});

test('a file that is too large is rejected, with a hint how to open it', () => {
  const upload = { name: 'my games.bpgn', body: new Blob(['12345']) };
  expect(tooLarge(upload, 5)).toBe(null);
  expect(tooLarge(upload, 4)).toContain("bughouse serve 'my games.bpgn'");
  expect(tooLarge({ ...upload, name: 'a.bpgn' }, 4)).toContain('bughouse serve a.bpgn');
});

test('a single game is opened directly', () => {
  const opened = { key: 'k 1', kind: 'bpgn' as const, notes: [] };
  expect(whereTo({ ...opened, games: 1 })).toBe('/game/k%201/1');
  expect(whereTo({ ...opened, games: 2 })).toBe('/?file=k+1');
});
