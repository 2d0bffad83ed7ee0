import { expect, test } from 'vitest';
import { whyRejected, withUnopened } from './unopened';

test('a rejection by the library has a reason, other errors have none', () => {
  expect(whyRejected('rejected\n\n\nno room\nfor it')).toBe('no room\nfor it');
  expect(whyRejected(new Error('unreachable'))).toBeNull();
});

test('files that could not be opened are listed after the others, as broken', () => {
  const answer = new TextEncoder().encode(JSON.stringify({ files: [{ key: 'a' }], version: '1' }));
  const texts = [{ key: 'b', name: 'b.bpgn', bytes: 7, why: 'there is no room' }];
  const answered = JSON.parse(new TextDecoder().decode(withUnopened(answer, texts))) as { files: unknown[] };
  expect(answered).toMatchObject({
    version: '1',
    files: [{ key: 'a' }, { key: 'b', state: 'broken', games: 0, error: 'Not opened: there is no room' }],
  });
  expect(withUnopened(answer, [])).toBe(answer);
});
