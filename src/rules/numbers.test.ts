import { expect, test } from 'vitest';

import { cheapestPacks, PACKS, formatPrice } from './credits.ts';
import { formatCount, formatDuration, formatTenths } from './format-numbers.ts';

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
  const packs = cheapestPacks(shortfall);
  expect([formatPrice(packs.cents), packs.credits]).toEqual([price, credits]);
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

test('stats are shown with one decimal, counts with commas, hours as a clock', () => {
  expect([0, 64, 64.25, 99.96, 0.04].map(formatTenths)).toEqual(['0.0', '64.0', '64.3', '100.0', '0.0']);
  const counts = [0, 999, 1000, 12_345, 1_234_567].map(formatCount);
  expect(counts).toEqual(['0', '999', '1,000', '12,345', '1,234,567']);
  const hours = [0, 0.999 / 3600, 1.5, 23 + 59 / 60 + 59 / 3600, 125.25];
  const shown = ['00:00:00', '00:00:00', '01:30:00', '23:59:59', '125:15:00'];
  expect(hours.map((each) => formatDuration(each + 1e-9))).toEqual(shown);
});
