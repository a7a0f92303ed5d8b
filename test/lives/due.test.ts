import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { HOUR, TimeZone } from '../../src/rules/base/clock.ts';
import { isAsleep } from '../../src/rules/lives/rhythm.ts';
import { findOwnCreature } from '../../src/features/records/creatures.store.ts';
import { aKeptHouse, of } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { NOON } from '../support/hand-clock.ts';
import { storeWith } from '../support/store-with.ts';
import { anyStore } from '../support/stores/any-store.ts';

const FEED = { action: 'feed' };
/** A species that notices looks. */
const SOCIAL = 'tabby';
const RUNS = process.env['TEST_LONG'] === undefined ? 12 : 200;

eachDatabase((place) => {
  test('a visit is due from the recommended check-in on, and until then the ETag stays', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const due = () => house.ask({ path: '/api/house/due', key: wren.key });
    const waitUntil = (moment: number) => house.clock.forward(`${moment - house.clock.now()}ms`);
    await wren.adopt();
    expect((await due()).body).toMatchObject({ due: true, why: 'egg', creatures_due: 1, urgency: null });
    await wren.status();
    const fed = await wren.care(FEED);
    const at = String(of(fed, 'recommended_checkin', 'at'));

    const early = await due();
    expect(early.body).toMatchObject({ due: false, at, why: 'nothing', creatures_due: 0, urgency: 'safe' });
    waitUntil(Date.parse(at) - 1);
    expect((await due()).headers['etag']).toBe(early.headers['etag']);

    waitUntil(Date.parse(at));
    const now = await due();
    expect(now.body).toMatchObject({ due: true, at, why: 'visit', creatures_due: 1, urgency: 'safe' });
    waitUntil(Date.parse(at) + HOUR / 4);
    expect((await due()).headers['etag']).toBe(now.headers['etag']);

    await wren.care(FEED);
    expect((await due()).body).toMatchObject({ due: false, why: 'nothing' });
  });
});

/** Asleep from 22:00 to midnight of the first night. */
let drowsy = 1;
while (!sleepsFrom22To24(drowsy)) drowsy += 1;

function sleepsFrom22To24(seed: number): boolean {
  const asleep = (hours: number) => isAsleep({ seed, zone: new TimeZone('UTC') }, NOON + hours * HOUR);
  return asleep(10) && asleep(11) && !asleep(9) && !asleep(12);
}

test('nothing is due while a creature sleeps through its check-in, until it wakes or is in danger', async () => {
  const { house, wren } = await aKeptHouse(await anyStore(), { seed: drowsy });
  await wren.hatch();
  house.clock.forward('4h');
  const fed = await wren.care(FEED);
  const checkin = Date.parse(String(of(fed, 'recommended_checkin', 'at')));
  const midnight = NOON + 12 * HOUR;
  expect(checkin).toBeLessThan(midnight);
  const due = () => house.ask({ path: '/api/house/due', key: wren.key });
  for (let told = await due(); house.clock.now() < midnight; told = await due()) {
    const now = house.clock.now();
    const isDue = now >= checkin && of(await wren.status(), 'creature', 'mood') !== 'sleeping';
    const at = new Date(now < NOON + 10 * HOUR ? checkin : midnight).toISOString();
    expect(told.body).toMatchObject({ due: isDue, at, creatures_due: isDue ? 1 : 0 });
    house.clock.forward('5m');
  }
  expect((await due()).body).toMatchObject({ due: true, why: 'visit', creatures_due: 1 });
});

test('a creature in danger is due at once', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  await wren.adopt();
  const hatched = await wren.status();
  const end = Date.parse(String(of(hatched, 'creature', 'death_clock', 'dies_at')));
  house.clock.forward(`${Math.floor((end - house.clock.now()) / HOUR) - 1}h`);
  const { body } = await house.ask({ path: '/api/house/due', key: wren.key });
  expect(body).toMatchObject({ due: true, why: 'danger', creature: { name: 'Bo' }, creatures_due: 1 });
});

test('without a living creature nothing is due', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const { body } = await house.ask({ path: '/api/house/due', key: wren.key });
  expect(body).toMatchObject({ due: false, at: null, why: 'nobody', creature: null, creatures_due: 0 });
});

test('asking whether a visit is due does not hatch an egg', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const ask = () => house.ask({ path: '/api/house/due', key: wren.key });
  await wren.adopt();
  await ask();
  expect((await ask()).body).toMatchObject({ why: 'egg' });
});

test('asking does not count as a look at a creature that notices looks', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch({ species_slug: SOCIAL });
  const stored = () => findOwnCreature(house.house.store, wren.id, id);
  const before = await stored();
  for (const _ of [1, 2, 3]) {
    house.clock.forward('1h');
    await house.ask({ path: '/api/house/due', key: wren.key });
  }
  expect(await stored()).toEqual(before);
});

test('while nothing changes, asking again takes one statement and gives the same bytes', async () => {
  const statements: string[] = [];
  const store = await anyStore();
  const { house, wren } = await aKeptHouse(counting(store, statements));
  await wren.hatch();
  const due = () => house.ask({ path: '/api/house/due', key: wren.key });
  const first = await due();
  statements.length = 0;
  house.clock.forward('1h');
  expect((await due()).text).toBe(first.text);
  expect(statements).toHaveLength(1);
});

function counting(store: Database, statements: string[]): Database {
  const note = ({ text }: { readonly text: string }) => void statements.push(text);
  return storeWith(store, {
    one: (query, values) => (note(query), store.one(query, values)),
    all: (query, values) => (note(query), store.all(query, values)),
  });
}

test('a kept answer is the one that would be computed, at every moment of any household', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('plain', SOCIAL, 'hedgehog', 'snail'), { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(fc.constantFrom('jump', 'feed', 'change'), fc.integer({ min: 1, max: 9 * HOUR })), {
        minLength: 5,
        maxLength: 25,
      }),
      fc.integer({ min: 0, max: 1e6 }),
      async (kinds, turns, seed) => {
        const { house, wren } = await aKeptHouse(await anyStore(), { seed });
        const ids: string[] = [];
        for (const species_slug of kinds) {
          ids.push(await wren.hatch({ species_slug }));
          house.clock.forward('37m');
        }
        // With a token, since news is told once to the agent itself.
        const link = await house.ask({ method: 'POST', path: '/api/house/owner-link', key: wren.key });
        const headers = { authorization: `Bearer ${String(link.body['token'])}` };
        const due = () => house.ask({ path: '/api/house/due', headers });
        const anew = async () => {
          house.house.dueReplies.delete(wren.id);
          return due();
        };
        for (const [what, ms] of turns) {
          const told = await due();
          if (what === 'feed') await wren.care({ ...FEED, creature_id: ids[ms % ids.length] });
          // To the very moment at which the answer says that it changes, or anywhere.
          const at = Date.parse(String(told.body['at']));
          const toChange = what === 'change' && at > house.clock.now();
          house.clock.forward(`${toChange ? at - house.clock.now() : ms}ms`);
          expect((await due()).text).toBe((await anew()).text);
        }
      },
    ),
    { numRuns: RUNS },
  );
});

test('the reply has at most 400 bytes, and 800 with news for the human', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const bytes = async () =>
    Buffer.byteLength((await house.ask({ path: '/api/house/due', key: wren.key })).text);
  expect(await bytes()).toBeLessThanOrEqual(400);
  await wren.adopt({ name: 'B'.repeat(50) });
  expect(await bytes()).toBeLessThanOrEqual(400);
  await wren.status();
  expect(await bytes()).toBeLessThanOrEqual(400);
  house.clock.forward('40h');
  expect(await bytes()).toBeLessThanOrEqual(800);
  expect(await bytes()).toBeLessThanOrEqual(400);
});
