import { expect, test } from 'vitest';
import { shortNames } from './names';

test('a folder is shown only if it distinguishes files', () => {
  const names = shortNames([
    { key: '1', name: '/home/me/a.bpgn' },
    { key: '2', name: 'b.bpgn' },
    { key: '3', name: 'x/c.bpgn' },
    { key: '4', name: 'y/c.bpgn' },
    { key: '5', name: 'odd/' },
  ]);
  expect([...names.values()]).toEqual(['a.bpgn', 'b.bpgn', 'x/c.bpgn', 'y/c.bpgn', 'odd/']);
});
