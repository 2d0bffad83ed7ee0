import { expect, test } from 'vitest';
import { boardOrder, bottomSeat, viewAs, viewingSeat, promotionPlace, topSeat } from './layout';
import { SEATS } from './seats';

test('a team is one row', () => {
  expect([bottomSeat('a', false), bottomSeat('b', false)]).toEqual(['WhiteA', 'BlackB']);
  expect([topSeat('a', false), topSeat('b', false)]).toEqual(['BlackA', 'WhiteB']);
  expect([bottomSeat('a', true), bottomSeat('b', true)]).toEqual(['BlackA', 'WhiteB']);
  expect(boardOrder(true)).toEqual(['b', 'a']);
});

test('viewed as a seat, its board is on the left and its pieces are at the bottom', () => {
  for (const seat of SEATS) {
    const { flip, swap } = viewAs(seat);
    const board = boardOrder(swap)[0];
    expect([seat, bottomSeat(board, flip)]).toEqual([seat, seat]);
    expect(viewingSeat(flip, swap)).toBe(seat);
  }
  expect(viewAs('WhiteA')).toEqual({ flip: false, swap: false });
  expect(viewAs('BlackB')).toEqual({ flip: false, swap: true });
});

test('the promotion choice is at the square of the pawn', () => {
  expect(promotionPlace('a', 'h8', false)).toEqual({ column: 7, top: true });
  expect(promotionPlace('a', 'h1', false)).toEqual({ column: 7, top: false });
  expect(promotionPlace('b', 'h1', false)).toEqual({ column: 0, top: true });
});
