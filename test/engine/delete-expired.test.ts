import { expect, test } from 'vitest';

import { DAY, MINUTE, type Instant } from '../../src/rules/base/clock.ts';
import { deleteExpired } from '../../src/jobs/jobs.ts';
import { findItemVector, insertItemVector } from '../../src/features/care/item-vectors.store.ts';
import type { Command, Query } from '../../src/db/db.ts';
import {
  findEventOutcome,
  findQuotedCredits,
  insertProviderEvent,
  insertQuote,
} from '../../src/features/money/purchases.store.ts';
import { aKeeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';

/** More than one deletion step removes. */
function expiredQuotes(count: number, agentId: string, now: Instant): Command {
  return {
    text: `
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
      insert into quotes (id, agent_id, credits, cents, created_at, expires_at)
      select 'over' || i, '${agentId}', 100, 1, ${now}, ${now} from n`,
  };
}

const DIGESTS = `substr('${'0'.repeat(64)}' || i, length('' || i) + 1)`;

function namedItems(count: number, blob: 'blob' | 'bytea', names = DIGESTS): Command {
  return {
    text: `
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
      insert into item_vectors (model, text, vector, kept_at) select 'm', ${names}, cast('' as ${blob}), i from n`,
  };
}

const COUNT_ITEMS: Query<{ n: number }> = { text: 'select count(*) as n from item_vectors', columns: ['n'] };

eachDatabase((place) => {
  test('expired offers are deleted, however many there are', async () => {
    const store = await place.fresh();
    const home = await aHouse(store);
    const { id: agentId } = await aKeeper(home);
    const { house } = home;
    const now = house.clock.now();
    const offer = { agentId, credits: 100, createdAt: now };
    await store.run(expiredQuotes(2100, agentId, now), []);
    await insertQuote(store, { ...offer, id: 'good', cents: 2, expiresAt: now + MINUTE });
    await deleteExpired(house);
    expect(await findQuotedCredits(store, { agentId, cents: 1 }, now - 1)).toBeUndefined();
    expect(await findQuotedCredits(store, { agentId, cents: 2 }, now)).toBe(100);
  });

  test('surplus named items are deleted over several steps down to the maximum', async () => {
    const store = await place.fresh();
    const { house } = await aHouse(store);
    await store.run(namedItems(102_500, place.kind === 'SQLite' ? 'blob' : 'bytea'), []);
    await deleteExpired(house);
    expect(await store.one(COUNT_ITEMS, [])).toEqual({ n: 100_000 });
  });

  test('items that a 1.0.0 node stores under their text are deleted, however many there are', async () => {
    const store = await place.fresh();
    const { house } = await aHouse(store);
    const kept = { model: 'm', vector: new Uint8Array([1]), now: 1 };
    await insertItemVector(store, { ...kept, text: 'tuna' });
    const blob = place.kind === 'SQLite' ? 'blob' : 'bytea';
    await store.run(namedItems(2100, blob, "'the dinner of ' || i"), []);
    await store.run(namedItems(1, blob, `'${'not a digest 123'.repeat(4)}'`), []);
    await deleteExpired(house);
    expect(await store.one(COUNT_ITEMS, [])).toEqual({ n: 1 });
    expect(await findItemVector(store, 'm', 'tuna')).toBeDefined();
  });

  test('provider events are kept for longer than the provider repeats them, then deleted', async () => {
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
