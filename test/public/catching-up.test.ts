import { expect, test } from 'vitest';

import { iso } from '../../src/rules/base/clock.ts';
import type { Database } from '../../src/db/db.ts';
import { findFirstDue } from '../../src/features/lives/settle.ts';
import { ADMIN_KEY, anOperatedHouse } from '../moderation/desk.ts';
import { eachDatabase } from '../support/databases.ts';
import { aResidentOf, hatchFor } from '../support/residents.ts';
import { storeWith } from '../support/store-with.ts';

/** A service whose transactions take longer than the read timeout while `state.slow`, with two deaths due. */
async function behind(fresh: Database) {
  const state = { slow: false };
  const transaction: Database['transaction'] = (work) =>
    state.slow ? new Promise<never>(() => {}) : fresh.transaction(work);
  const house = await anOperatedHouse(storeWith(fresh, { transaction }), { readerPatienceMs: 200 });
  const ada = await aResidentOf(house, 'ada');
  const bob = await aResidentOf(house, 'bob');
  const moss = await hatchFor(house, ada, { name: 'Moss', species_slug: 'tabby' });
  await hatchFor(house, bob, { name: 'Fern', species_slug: 'tabby' });
  house.clock.forward('60h');
  const first = await findFirstDue(house.house, house.clock.now());
  state.slow = true;
  return { house, state, ada, bob, moss, since: Number(first?.nextEventAt) };
}

const REPLIES = ['/api/stats', '/api/house/hall', '/api/house/graveyard', '/api/admin/analytics'];
const PAGES = ['/', '/creatures', '/hall', '/graveyard', '/keepsakes', '/feed.atom'];
const CATCHING_UP = 'The house is catching up: what happened after';

eachDatabase((place) => {
  test('public answers wait briefly for settling, then state up to when they are complete', async () => {
    const { house, since } = await behind(await place.fresh());
    const asked = REPLIES.map((path) => house.ask({ path, headers: { 'x-admin-key': ADMIN_KEY } }));
    for (const { status, body } of await Promise.all(asked))
      expect([status, body['as_of']]).toEqual([200, iso(since)]);
    for (const { status, text } of await Promise.all(PAGES.map((path) => house.ask({ path })))) {
      expect(status).toBe(200);
      expect(text).toContain(CATCHING_UP);
    }
    // Creatures are shown in a state they really had: both died on their second day.
    expect((await house.ask({ path: '/creatures' })).text).toContain('Moss');
    const { body: hall } = await house.ask({ path: '/api/house/hall' });
    const ages = (hall['leaderboard'] as readonly { readonly age_days: number }[]).map((one) => one.age_days);
    expect(ages).toHaveLength(2);
    for (const age of ages) expect(age).toBeLessThan(1.6);
  });

  test('an agent’s own answers are exact while others are due, and complete answers do not mention completeness', async () => {
    const { house, state, ada, moss, since } = await behind(await place.fresh());
    state.slow = false;
    // Health reports how much is due and since when, and settles nothing.
    for (const _ of [1, 2]) {
      const { status, body: health } = await house.ask({ path: '/api/health' });
      expect(status).toBe(200);
      expect(health['backlog']).toEqual({ creatures_due: 2, more: false, since: iso(since) });
    }
    const { body } = await house.ask({ path: `/api/house/status?creature_id=${moss}`, key: ada.key });
    expect(body['creature']).toMatchObject({ alive: false });
    const own = await house.ask({ path: '/api/house/graveyard', key: ada.key });
    expect(own.body).toMatchObject({ gravestones: [{ name: 'Moss' }] });
    expect(own.body).not.toHaveProperty('as_of');
    const now = house.clock.now();
    expect(await findFirstDue(house.house, now)).toBeDefined();
    const fern = await house.ask({ path: '/api/house/graveyard?agent=bob' });
    expect(fern.body).toMatchObject({ gravestones: [{ name: 'Fern' }] });
    expect(await findFirstDue(house.house, now)).toBeUndefined();
    expect((await house.ask({ path: '/api/health' })).body).not.toHaveProperty('backlog');
    for (const path of REPLIES) {
      const reply = await house.ask({ path, headers: { 'x-admin-key': ADMIN_KEY } });
      expect(reply.body).not.toHaveProperty('as_of');
    }
    for (const path of PAGES) expect((await house.ask({ path })).text).not.toContain(CATCHING_UP);
  });
});
