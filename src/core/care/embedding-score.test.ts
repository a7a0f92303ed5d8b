import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  quantize,
  dequantize,
  interpolate,
  similaritiesOf,
  cosine,
  scoreOf,
  UNCALIBRATED,
  type ScoreCalibration,
} from './embedding-score.ts';

const east = Float32Array.of(1, 0);
const north = Float32Array.of(0, 1);
const between45 = Float32Array.of(Math.SQRT1_2, Math.SQRT1_2);
const world = { approved: [north, east], useless: [north, north, east], dangers: [] };

test('an item is as close as its nearest, and three of a kind count together', () => {
  const closeness = similaritiesOf(between45, world);
  expect(closeness.approved).toBeCloseTo(Math.SQRT1_2);
  expect(closeness.useless).toBeCloseTo(Math.SQRT1_2);
  expect(closeness.danger).toBe(0);
  expect(similaritiesOf(north, world)).toMatchObject({ approved: 1, useless: 2 / 3 });
});

test('a model nobody measured scores by its nearest cosine', () => {
  expect(scoreOf({ approved: 0.5, approvedThree: 1, useless: 1, danger: 1 }, UNCALIBRATED)).toBeCloseTo(0.5);
});

test('scores go in straight lines from knot to knot, and no further', () => {
  const knots: ScoreCalibration['knots'] = [
    [-1, 0],
    [1, 0.33],
    [2, 1],
  ];
  expect([-5, -1, 0, 1, 1.5, 2, 9].map((at) => interpolate(knots, at))).toEqual([
    0, 0, 0.165, 0.33, 0.665, 1, 1,
  ]);
});

test('a score is never below nothing or above everything', () => {
  const share = fc.double({ min: -1, max: 1, noNaN: true });
  const closeness = fc.record({ approved: share, approvedThree: share, useless: share, danger: share });
  fc.assert(
    fc.property(closeness, (each) => {
      const score = scoreOf(each, UNCALIBRATED);
      expect(score >= 0 && score <= 1).toBe(true);
    }),
  );
});

test('a packed vector comes back nearly the same', () => {
  const numbers = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 400 });
  fc.assert(
    fc.property(
      numbers.filter((each) => each.some((value) => Math.abs(value) > 0.01)),
      (given) => {
        const length = Math.hypot(...given);
        const unit = Float32Array.from(given, (value) => value / length);
        expect(cosine(unit, dequantize(quantize(given)))).toBeGreaterThan(0.999);
      },
    ),
  );
});

test('packing what was packed changes nothing', () => {
  const once = quantize([0.3, -0.7, 0.1]);
  expect(quantize(dequantize(once))).toEqual(once);
});
