import fc from 'fast-check';
import { expect, test } from 'vitest';

import { systemRandom } from './random.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([47])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('an id is a random UUID, or one that begins with its time', () => {
  const madeAt = Date.UTC(2027, 0, 1);
  expect(UUID.exec(systemRandom.id())?.[1]).toBe('4');
  expect(UUID.exec(systemRandom.id(0))?.[1]).toBe('7');
  const id = systemRandom.id(madeAt);
  expect(UUID.exec(id)?.[1]).toBe('7');
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(madeAt);
});

test('ids made later sort later', () => {
  const moment = fc.integer({ min: 0, max: 2 ** 48 - 1 });
  fc.assert(
    fc.property(moment, moment, (one, other) => {
      if (one === other) return;
      expect(systemRandom.id(one) < systemRandom.id(other)).toBe(one < other);
    }),
  );
});

test('ids and random bytes never repeat, however many are made', () => {
  const made = Array.from({ length: 5000 }, () => [systemRandom.id(0), String(systemRandom.bytes(16))]);
  expect(new Set(made.flat()).size).toBe(10_000);
});

test.each([0, 1, 4095, 4096, 4097, 10_000])('%i bytes have their own buffer', (count) => {
  const bytes = systemRandom.bytes(count);
  const before = String(bytes);
  systemRandom.bytes(32).fill(7);
  expect(bytes.length).toBe(count);
  expect(String(bytes)).toBe(before);
  // Bytes that were not filled would stay zero: forty zeros in a row cannot be random.
  expect(before).not.toContain('0,'.repeat(40));
});
