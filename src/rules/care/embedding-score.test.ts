import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { quantize, dequantize, cosine, nearestCosine } from './embedding-score.ts';

const east = Float32Array.of(1, 0);
const north = Float32Array.of(0, 1);
const between45 = Float32Array.of(Math.SQRT1_2, Math.SQRT1_2);

test('the score is that of the nearest favourite, and zero without any', () => {
  expect(nearestCosine(between45, [north, east])).toBeCloseTo(Math.SQRT1_2);
  expect(nearestCosine(north, [east, north])).toBe(1);
  expect(nearestCosine(north, [])).toBe(0);
});

test('a packed vector is nearly unchanged', () => {
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

test('packing is idempotent', () => {
  const once = quantize([0.3, -0.7, 0.1]);
  expect(quantize(dequantize(once))).toEqual(once);
});
