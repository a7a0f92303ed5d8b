import { expect, test } from 'vitest';

import { cheapestPacks, PACKS, formatPrice } from './credits.ts';

test('packs cost what the specification says', () => {
  expect(PACKS.map(({ id, credits, cents }) => [id, credits, formatPrice(cents)])).toEqual([
    ['100', 100, '$1.00'],
    ['500', 500, '$4.00'],
    ['1000', 1000, '$7.00'],
  ]);
});

test.each([
  [1, '$1.00', 100],
  [100, '$1.00', 100],
  [101, '$2.00', 200],
  [350, '$4.00', 500],
  [501, '$5.00', 600],
  [750, '$7.00', 1000],
  [1000, '$7.00', 1000],
  [2600, '$19.00', 2600],
  [13_000, '$91.00', 13_000],
])('a shortfall of %i credits is covered for %s by %i credits', (shortfall, price, credits) => {
  expect({
    price: formatPrice(cheapestPacks(shortfall).cents),
    credits: cheapestPacks(shortfall).credits,
  }).toEqual({
    price,
    credits,
  });
});

test('no other combination of packs covers a shortfall more cheaply', () => {
  for (let shortfall = 1; shortfall <= 3000; shortfall += 1) {
    let least = Infinity;
    for (let large = 0; large <= 3; large += 1)
      for (let medium = 0; medium <= 6; medium += 1) {
        const left = Math.max(0, shortfall - large * 1000 - medium * 500);
        least = Math.min(least, large * 700 + medium * 400 + Math.ceil(left / 100) * 100);
      }
    expect(cheapestPacks(shortfall).cents, `${shortfall}`).toBe(least);
    expect(cheapestPacks(shortfall).credits).toBeGreaterThanOrEqual(shortfall);
  }
});
