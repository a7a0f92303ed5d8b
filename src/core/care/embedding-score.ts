/** An embedding: a meaning as a unit vector, so that the cosine of two is their dot product. */
export type Vector = Float32Array;

/** What an item is compared with; each embedded together with what is done with it, as in "feed tuna". */
export interface ReferenceVectors {
  readonly approved: readonly Vector[];
  readonly useless: readonly Vector[];
  readonly dangers: readonly Vector[];
}

export const ASPECTS = ['approved', 'approvedThree', 'useless', 'danger'] as const;
/** How near an item is to the nearest approved one and to the nearest three, and to the rest of the world. */
export type Similarities = Readonly<Record<(typeof ASPECTS)[number], number>>;

/** How a model's similarities become a score: a weighted sum, then straight lines from knot to knot. */
export interface ScoreCalibration {
  readonly weights: Similarities;
  readonly knots: readonly (readonly [sum: number, score: number])[];
}

/** For a model nobody has measured: the nearest cosine as it is. */
export const UNCALIBRATED: ScoreCalibration = {
  weights: { approved: 1, approvedThree: 0, useless: 0, danger: 0 },
  knots: [
    [0, 0],
    [1, 1],
  ],
};

export function similaritiesOf(item: Vector, { approved, useless, dangers }: ReferenceVectors): Similarities {
  return {
    approved: nearest(item, approved),
    approvedThree: nearestThree(item, approved),
    useless: nearestThree(item, useless),
    danger: nearestThree(item, dangers),
  };
}

export function scoreOf(similarities: Similarities, { weights, knots }: ScoreCalibration): number {
  return interpolate(knots, weightedSum(similarities, weights));
}

export function weightedSum(similarities: Similarities, weights: Similarities): number {
  return ASPECTS.reduce((sum, aspect) => sum + weights[aspect] * similarities[aspect], 0);
}

/** Of two vectors of the same length. */
export function cosine(one: Vector, other: Vector): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

function nearest(item: Vector, others: readonly Vector[]): number {
  return others.reduce((best, other) => Math.max(best, cosine(item, other)), 0);
}

// Three make a subject; one alone may be near by chance.
function nearestThree(item: Vector, others: readonly Vector[]): number {
  let [first, second, third] = [0, 0, 0];
  for (const other of others) {
    const near = cosine(item, other);
    if (near > first) [first, second, third] = [near, first, second];
    else if (near > second) [second, third] = [near, second];
    else if (near > third) third = near;
  }
  return (first + second + third) / 3;
}

/** Linear interpolation between the knots; flat beyond the first and the last. */
export function interpolate(knots: ScoreCalibration['knots'], at: number): number {
  const next = knots.findIndex(([sum]) => sum > at);
  const [nextSum, nextScore] = knots[next] ?? [0, knots.at(-1)?.[1] ?? 0];
  const before = knots[next - 1];
  if (before === undefined) return nextScore;
  const [sum, score] = before;
  return score + ((at - sum) / (nextSum - sum)) * (nextScore - score);
}

/** A vector in a byte per dimension: a quarter of the room, and cosines change in the third decimal. */
export function quantize(vector: ArrayLike<number>): Uint8Array {
  let largest = 0;
  for (let at = 0; at < vector.length; at++) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  const bytes = new Int8Array(vector.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Math.round(((vector[at] ?? 0) / largest) * 127);
  return new Uint8Array(bytes.buffer);
}

/** The unit vector that was quantized. */
export function dequantize(bytes: Uint8Array): Vector {
  const vector = Float32Array.from(bytes, (byte) => (byte << 24) >> 24);
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square);
  return length === 0 ? vector : vector.map((value) => value / length);
}
