import { hash } from 'node:crypto';

import type { Value } from '../db.ts';

// Sums of numbers below this stay exact.
const MODULUS = 2 ** 48;

/** How many rows there were, and a sum over all of them that is the same in any order and differs when a bit of one does. */
export class Fingerprint {
  #rows = 0;
  #sum = 0;

  add(rows: readonly (readonly Value[])[]): void {
    for (const row of rows) this.#sum = (this.#sum + numberOf(row)) % MODULUS;
    this.#rows += rows.length;
  }

  get text(): string {
    return `${this.#rows} rows, ${this.#sum.toString(16).padStart(12, '0')}`;
  }
}

function numberOf(row: readonly Value[]): number {
  // Doubles are told by the shortest text that gives the same bits. A minus before nothing is none: SQLite keeps no such zero.
  const text = JSON.stringify(row.map((value) => (value instanceof Uint8Array ? toHex(value) : value)));
  return hash('sha1', text, 'buffer').readUIntBE(0, 6);
}

function toHex({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('hex');
}
