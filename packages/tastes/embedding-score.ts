/** An embedding as a unit vector: the cosine of two is their dot product. */
export type Vector = Float32Array;

/** Cosines from which an item counts as liked, or as a favourite in other words (loved). */
export type LikenessScale = Readonly<Record<'liked' | 'loved', number>>;

/** The scale of a model that was not measured: its cosines never count. */
export const UNMEASURED: LikenessScale = { liked: Infinity, loved: Infinity };

export function cosine(one: Vector, other: Vector): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

export function nearestCosine(item: Vector, others: readonly Vector[]): number {
  return others.reduce((best, other) => Math.max(best, cosine(item, other)), 0);
}

/** A vector with one byte per dimension: a quarter of the size; cosines change in the third decimal. */
export function quantize(vector: ArrayLike<number>): Uint8Array {
  let largest = 0;
  for (let at = 0; at < vector.length; at++) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  const bytes = new Int8Array(vector.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Math.round(((vector[at] ?? 0) / largest) * 127);
  return new Uint8Array(bytes.buffer);
}

export function dequantize(bytes: Uint8Array): Vector {
  const vector = Float32Array.from(bytes, (byte) => (byte << 24) >> 24);
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square);
  return length === 0 ? vector : vector.map((value) => value / length);
}
