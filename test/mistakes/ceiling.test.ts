import { expect, test } from 'vitest';

import { cheapestPacks } from '../../src/rules/credits.ts';
import { findWaysToPay } from '../../src/features/money/ways-to-pay.ts';
import { aKeeper } from '../support/asking.ts';
import { onSqlite } from '../support/databases.ts';
import { aTill, mppOf, PlayMethod } from '../money/till.ts';

const MOST_CENTS = 1_000_000;

onSqlite((place) => {
  test('inline payment is not offered above ten thousand dollars', async () => {
    const till = await aTill(await place.fresh(), { mpp: mppOf(new PlayMethod()) });
    const { id, username } = await aKeeper(till);
    const agent = { id, username };
    let [fits, exceeds] = [1, 10_000_000];
    expect(cheapestPacks(exceeds).cents).toBeGreaterThan(MOST_CENTS);
    while (exceeds - fits > 1) {
      const middle = Math.floor((fits + exceeds) / 2);
      if (cheapestPacks(middle).cents > MOST_CENTS) exceeds = middle;
      else fits = middle;
    }
    const waysFor = (shortfall: number) =>
      findWaysToPay(
        till.house,
        { agent, shortfall, keyIn: 'bearer', resource: '/api/house/resurrect' },
        till.now.now(),
      );
    expect(await waysFor(fits)).toHaveProperty('mpp');
    expect(await waysFor(exceeds)).toEqual({});
  });
});
