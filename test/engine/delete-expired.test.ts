import { expect, test } from 'vitest';

import type { Command, Query } from '../../packages/database/db.ts';
import { DAY, MINUTE } from '../../src/rules/base/clock.ts';
import {
  findItemVector,
  insertItemVector,
  deleteOldItemVectors,
} from '../../src/features/care/item-vectors.store.ts';
import {
  findEventOutcome,
  findQuotedCredits,
  insertProviderEvent,
  insertQuote,
} from '../../src/features/money/purchases.store.ts';
import { deleteExpired } from '../../src/app/jobs.ts';
import { CANARY, tablesWith } from '../keepers/loud-agent.ts';
import { aKeeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';

/** Inserts a row for each number from 1 to `count`; `i` is the number. */
const insertMany = (count: number, into: string, values: string): Command => ({
  text: `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into ${into} select ${values} from n`,
});

/** More than one deletion step removes. */
const MANY = 2100;
const ITEMS = 'item_vectors (model, text, vector, kept_at)';
const COUNT_ITEMS: Query<{ n: number }> = { text: 'select count(*) as n from item_vectors', columns: ['n'] };

const tuna = { model: 'm', text: 'tuna', vector: new Uint8Array([0, 128, 255]), now: 100 };

eachDatabase((place) => {
  test('expired offers, old events and items stored under their text are deleted, however many there are', async () => {
    const store = await place.fresh();
    const home = await aHouse(store);
    const { id: agentId } = await aKeeper(home);
    const now = home.clock.now();
    const quotes = 'quotes (id, agent_id, credits, cents, created_at, expires_at)';
    await store.run(insertMany(MANY, quotes, `'over' || i, '${agentId}', 100, 1, ${now}, ${now}`), []);
    const offer = { agentId, credits: 100, createdAt: now };
    await insertQuote(store, { ...offer, id: 'good', cents: 2, expiresAt: now + MINUTE });
    const event = { provider: 'stripe', type: 'charge.updated', outcome: 'nothing' };
    await insertProviderEvent(store, { ...event, id: 'evt_old', now: now - 30 * DAY });
    await insertProviderEvent(store, { ...event, id: 'evt_new', now: now - 30 * DAY + 1 });
    // As a 1.0.0 node stores them.
    const empty = `cast('' as ${place.kind === 'SQLite' ? 'blob' : 'bytea'})`;
    await store.run(insertMany(MANY, ITEMS, `'m', 'the dinner of ' || i, ${empty}, i`), []);
    await store.run(insertMany(1, ITEMS, `'m', '${'not a digest 123'.repeat(4)}', ${empty}, i`), []);
    await insertItemVector(store, { model: 'm', vector: new Uint8Array([1]), now: 1, text: 'tuna' });

    await deleteExpired(home.house);
    expect(await findQuotedCredits(store, { agentId, cents: 1 }, now - 1)).toBeUndefined();
    expect(await findQuotedCredits(store, { agentId, cents: 2 }, now)).toBe(100);
    expect(await findEventOutcome(store, 'stripe', 'evt_old')).toBeUndefined();
    expect(await findEventOutcome(store, 'stripe', 'evt_new')).toBe('nothing');
    expect(await store.one(COUNT_ITEMS, [])).toEqual({ n: 1 });
    expect(await findItemVector(store, 'm', 'tuna')).toBeDefined();

    if (place.kind !== 'SQLite') return;
    const digest = `substr('${'0'.repeat(64)}' || i, length('' || i) + 1)`;
    await store.run(insertMany(101_500, ITEMS, `'m', ${digest}, ${empty}, i`), []);
    await deleteExpired(home.house);
    expect(await store.one(COUNT_ITEMS, [])).toEqual({ n: 100_000 });
  });

  test('a vector is found by model and text, byte for byte, no table stores the text, and the oldest are deleted', async () => {
    const database = await place.fresh();
    const named = { ...tuna, text: CANARY };
    await Promise.all([insertItemVector(database, named), insertItemVector(database, named)]);
    expect(await findItemVector(database, 'm', CANARY)).toStrictEqual(tuna.vector);
    expect(await findItemVector(database, 'other', CANARY)).toBeUndefined();
    expect(await findItemVector(database, 'm', CANARY.toUpperCase())).toBeUndefined();
    expect(await tablesWith(database, place.kind, CANARY)).toEqual([]);
    for (const now of [3, 1, 2, 5, 4])
      await insertItemVector(database, { ...tuna, text: `item ${now}`, now });
    expect(await deleteOldItemVectors(database, 3)).toBe(3);
    expect(await deleteOldItemVectors(database, 3)).toBe(0);
    expect(await findItemVector(database, 'm', 'item 3')).toBeUndefined();
    expect(await findItemVector(database, 'm', 'item 4')).toBeDefined();
  });
});
