import { expect, test } from 'vitest';
import { boardOrder, bottomSeat, topSeat } from './layout';

test('a team is one row', () => {
  expect([bottomSeat('a', false), bottomSeat('b', false)]).toEqual(['WhiteA', 'BlackB']);
  expect([topSeat('a', false), topSeat('b', false)]).toEqual(['BlackA', 'WhiteB']);
  expect([bottomSeat('a', true), bottomSeat('b', true)]).toEqual(['BlackA', 'WhiteB']);
  expect(boardOrder(true)).toEqual(['b', 'a']);
});
