import { expect, test } from 'vitest';
import { withClocks } from './withClocks';

const A = 'r1b1kb1r/8/8/3q~4/8/8/8/R1BQKB1R[Qp] b Kq e3 4 12';
const B = '4k3/8/8/8/8/8/8/4K3[] w - - 0 1';

test('clocks follow the boards, with decimals', () => {
  const clocks = { WhiteA: 180_000, BlackA: 56_500, WhiteB: 9_001, BlackB: 0 };
  expect(withClocks(A, B, clocks)).toEqual({
    a: 'r1b1kb1r/8/8/3q~4/8/8/8/R1BQKB1R/Qp b Kq e3 180.0 56.5',
    b: '4k3/8/8/8/8/8/8/4K3 w - - 9.001 0.0',
  });
});

test('the result is null unless all clocks are known', () => {
  expect(withClocks(A, B, { WhiteA: 1, BlackA: 1, WhiteB: null, BlackB: 1 })).toBeNull();
});
