import { expect, test } from 'vitest';
import { PAUSE, STEP, STILL, turn } from './wheel';

test('a notch is a step, in every unit', () => {
  expect(turn(STILL, 100, 0, 0).steps).toBe(1);
  expect(turn(STILL, -100, 0, 0).steps).toBe(-1);
  expect(turn(STILL, 3, 1, 0).steps).toBe(1);
});

test('small turns add up, until a pause or a turn back', () => {
  let { wheel, steps } = turn(STILL, STEP / 2, 0, 0);
  expect(steps).toBe(0);
  expect(turn(wheel, STEP / 2, 0, PAUSE).steps).toBe(1);
  expect(turn(wheel, STEP / 2, 0, PAUSE + 1).steps).toBe(0);
  ({ wheel, steps } = turn(wheel, -STEP / 2, 0, 10));
  expect([wheel.rest, steps]).toEqual([-STEP / 2, 0]);
});
