import { expect, test } from 'vitest';

import { DAY, MINUTE } from '../../src/core/engine/clock.ts';
import { deleteExpired } from '../../src/jobs/delete-expired.ts';
import { insertProviderEvent, findEventOutcome } from '../../src/store/money/provider-events.ts';
import { findQuotedCredits, insertQuote } from '../../src/store/money/quotes.ts';
import { aKeeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';

eachDatabase((place) => {
  test('offers whose time is over are thrown away, however many there are', async () => {
    const store = await place.fresh();
    const home = await aHouse(store);
    const { id: agentId } = await aKeeper(home);
    const { house } = home;
    const now = house.clock.now();
    const offer = { agentId, credits: 100, createdAt: now };
    await store.transaction(async (db) => {
      for (let n = 0; n < 2100; n += 1)
        await insertQuote(db, { ...offer, id: `over${n}`, cents: 1, expiresAt: now });
      await insertQuote(db, { ...offer, id: 'good', cents: 2, expiresAt: now + MINUTE });
    });
    await deleteExpired(house);
    expect(await findQuotedCredits(store, { agentId, cents: 1 }, now - 1)).toBeUndefined();
    expect(await findQuotedCredits(store, { agentId, cents: 2 }, now)).toBe(100);
  });

  test('what a provider told is remembered for longer than it repeats itself, and no longer', async () => {
    const store = await place.fresh();
    const { house } = await aHouse(store);
    const now = house.clock.now();
    const event = { provider: 'stripe', type: 'charge.updated', outcome: 'nothing' };
    await insertProviderEvent(store, { ...event, id: 'evt_old', now: now - 30 * DAY });
    await insertProviderEvent(store, { ...event, id: 'evt_new', now: now - 29 * DAY });
    await deleteExpired(house);
    expect(await findEventOutcome(store, 'stripe', 'evt_old')).toBeUndefined();
    expect(await findEventOutcome(store, 'stripe', 'evt_new')).toBe('nothing');
  });
});
