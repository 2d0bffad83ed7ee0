import { beforeEach, expect, test } from 'vitest';
import { prefs } from '../../prefs.svelte';
import { timedGame } from '../../test/fixtures';
import { Layout } from './layout.svelte';

const game = timedGame();
const address = { flip: true, swap: false };
const turned = ({ flip, swap }: Layout) => ({ flip, swap });

beforeEach(() => void Object.assign(prefs, { flip: false, swap: true, viewAs: '' }));

test('an address that says how boards are turned counts more than what is remembered', () => {
  expect(turned(new Layout(game, address, { turned: true, remembers: true }))).toEqual(address);
  expect(turned(new Layout(game, address, { turned: false, remembers: true }))).toEqual({ flip: false, swap: true });
});

test('the player who was chosen before is at the bottom left, if they play', () => {
  prefs.viewAs = 'Bob';
  expect(turned(new Layout(game, address, { turned: false, remembers: true }))).toEqual({ flip: true, swap: false });
  prefs.viewAs = 'Eve';
  expect(turned(new Layout(game, address, { turned: false, remembers: true }))).toEqual({ flip: false, swap: true });
});

test('turning is remembered, and forgets the player', () => {
  const layout = new Layout(game, address, { turned: true, remembers: true });
  layout.viewAs(game, 'BlackB');
  expect([turned(layout), prefs.viewAs]).toEqual([{ flip: false, swap: true }, 'Dee']);
  layout.turn(true, true);
  expect([turned(layout), prefs.flip, prefs.viewAs]).toEqual([{ flip: true, swap: true }, true, '']);
});

test('an embedded game neither uses nor changes what is remembered', () => {
  const layout = new Layout(game, address, { turned: false, remembers: false });
  expect(turned(layout)).toEqual(address);
  layout.turn(false, false);
  expect([turned(layout), prefs.swap]).toEqual([{ flip: false, swap: false }, true]);
});
