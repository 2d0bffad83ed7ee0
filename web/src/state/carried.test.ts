import { expect, test } from 'vitest';
import { MOST_CARRIED, nameOf, pack, unpack } from './carried';

test('a game round-trips through an address', async () => {
  for (const text of ['1A. e4 *', '[WhiteA "Zoë \u{1f600}"]\n\n1A. e4 {C:<b>&"#?/%} *', 'x'.repeat(100_000)]) {
    const data = await pack(text);
    expect(data).toMatch(/^[\w-]+$/);
    expect(await unpack(data ?? '')).toBe(text);
  }
});

test('other data is not a packed game', async () => {
  for (const data of ['', 'abc', '%3Cscript%3E', '<img>', 'a b', '____', 'A'.repeat(5000)]) {
    expect(await unpack(data)).toBeNull();
  }
  const cut = (await pack('1A. e4 1a. e5 2A. Nf3 *'))?.slice(0, -4);
  expect(await unpack(cut ?? '')).toBeNull();
});

test('the size of a packed game is limited', async () => {
  expect(await pack('x'.repeat(MOST_CARRIED + 1))).toBeNull();
  const stream = new Blob(['x'.repeat(5_000_000)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = Buffer.from(await new Response(stream).arrayBuffer());
  expect(await unpack(bytes.toString('base64url'))).toBeNull();
});

test('names differ', () => {
  const names = new Set(Array.from({ length: 1000 }, (_, index) => nameOf(`text${index}`)));
  expect(names.size).toBe(1000);
});
