import { expect, test } from 'vitest';

import { DAY, MINUTE } from '../../src/core/clock.ts';
import { tidyUp } from '../../src/jobs/keep-house.ts';
import { noteEvent, outcomeOf } from '../../src/store/provider-events.ts';
import { creditsQuoted, keepQuote } from '../../src/store/quotes.ts';
import { aKeeper } from '../asking.ts';
import { eachDatabase } from '../databases.ts';
import { aHouse } from '../house.ts';

eachDatabase((place) => {
  test('offers whose time is over are thrown away, however many there are', async () => {
    const store = await place.fresh();
    const home = await aHouse(store);
    const { id: agentId } = await aKeeper(home);
    const { house } = home;
    const now = house.clock.now();
    const offer = { agentId, credits: 100, createdAt: now };
    await store.together(async (db) => {
      for (let n = 0; n < 2100; n += 1)
        await keepQuote(db, { ...offer, id: `over${n}`, cents: 1, expiresAt: now });
      await keepQuote(db, { ...offer, id: 'good', cents: 2, expiresAt: now + MINUTE });
    });
    await tidyUp(house);
    expect(await creditsQuoted(store, { agentId, cents: 1 }, now - 1)).toBeUndefined();
    expect(await creditsQuoted(store, { agentId, cents: 2 }, now)).toBe(100);
  });

  test('what a provider told is remembered for longer than it repeats itself, and no longer', async () => {
    const store = await place.fresh();
    const { house } = await aHouse(store);
    const now = house.clock.now();
    const event = { provider: 'stripe', type: 'charge.updated', outcome: 'nothing' };
    await noteEvent(store, { ...event, id: 'evt_old', now: now - 30 * DAY });
    await noteEvent(store, { ...event, id: 'evt_new', now: now - 29 * DAY });
    await tidyUp(house);
    expect(await outcomeOf(store, 'stripe', 'evt_old')).toBeUndefined();
    expect(await outcomeOf(store, 'stripe', 'evt_new')).toBe('nothing');
  });
});
