import type { Vector } from './likeness-score.ts';

/** A vector in a byte per dimension: a quarter of the room, and cosines change in the third decimal. */
export function packed(vector: ArrayLike<number>): Uint8Array {
  let largest = 0;
  for (let at = 0; at < vector.length; at++) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  const bytes = new Int8Array(vector.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Math.round(((vector[at] ?? 0) / largest) * 127);
  return new Uint8Array(bytes.buffer);
}

/** The unit vector that was packed. */
export function unpacked(bytes: Uint8Array): Vector {
  const vector = Float32Array.from(bytes, (byte) => (byte << 24) >> 24);
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square);
  return length === 0 ? vector : vector.map((value) => value / length);
}
