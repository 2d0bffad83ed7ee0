import { expect, test } from 'vitest';
import { boardOrder, bottomSeat, viewAs, viewingSeat, promotionPlace, topSeat } from './layout';
import { SEATS } from './seats';

test('a team is one row', () => {
  expect([bottomSeat('a', false), bottomSeat('b', false)]).toEqual(['WhiteA', 'BlackB']);
  expect([topSeat('a', false), topSeat('b', false)]).toEqual(['BlackA', 'WhiteB']);
  expect([bottomSeat('a', true), bottomSeat('b', true)]).toEqual(['BlackA', 'WhiteB']);
  expect(boardOrder(true)).toEqual(['b', 'a']);
});

test('a seat looks at its own board: on the left, and from below', () => {
  for (const seat of SEATS) {
    const { flip, swap } = viewAs(seat);
    const board = boardOrder(swap)[0];
    expect([seat, bottomSeat(board, flip)]).toEqual([seat, seat]);
    expect(viewingSeat(flip, swap)).toBe(seat);
  }
  expect(viewAs('WhiteA')).toEqual({ flip: false, swap: false });
  expect(viewAs('BlackB')).toEqual({ flip: false, swap: true });
});

test('a promotion is chosen where the pawn arrives', () => {
  expect(promotionPlace('a', 'h8', false)).toEqual({ column: 7, top: true });
  expect(promotionPlace('a', 'h1', false)).toEqual({ column: 7, top: false });
  expect(promotionPlace('b', 'h1', false)).toEqual({ column: 0, top: true });
});
