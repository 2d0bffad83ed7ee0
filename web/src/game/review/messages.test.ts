import { expect, test } from 'vitest';
import { ApiError } from '../../api/client';
import { Messages } from './messages.svelte';

test('a rejection of the server is shown with its excerpt, any other error as text', () => {
  const messages = new Messages();
  messages.reject(new ApiError(422, { message: 'no such move', line: 1, column: 2, excerpt: '1A. e5' }));
  expect(messages.shown).toEqual({ kind: 'rejected', text: 'no such move', excerpt: '1A. e5' });
  messages.reject('The browser doesn’t allow copying.');
  expect(messages.shown).toEqual({ kind: 'rejected', text: 'The browser doesn’t allow copying.', excerpt: null });
});

test('a message that was replaced is not closed in the place of the new one', () => {
  const messages = new Messages();
  messages.notify('Saved.');
  const first = messages.shown;
  messages.notify('Copied.');
  messages.close(first);
  expect(messages.shown?.text).toBe('Copied.');
  messages.close();
  expect(messages.shown).toBeNull();
});

test('a form takes the message, which is then shown only there', () => {
  const messages = new Messages();
  messages.reject('not a move');
  expect([messages.take(), messages.shown, messages.take()]).toEqual(['not a move', null, null]);
});
