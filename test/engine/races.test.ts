import { expect, test } from 'vitest';

import type { Database, Transaction } from '../../packages/database/db.ts';
import { ACTIONS } from '../../src/rules/vocabulary.ts';
import { careFor } from '../../src/features/care/care.ts';
import { lookIn } from '../../src/features/lives/look-in.ts';
import { release } from '../../src/features/lives/release.ts';
import { findOwnCreature } from '../../src/features/records/creatures.store.ts';
import type { House } from '../../src/app/house.ts';
import {
  aKeeper,
  aPlainHouse,
  expectInOrder,
  gravestonesIn,
  keeperWith,
  letFeel,
  of,
  type Keeper,
  type PlainHouse,
  aKeptHouse,
} from '../support/asking.ts';
import { after } from '../support/creature.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { settleDue } from '../support/due-creatures.ts';
import { handClock, NOON, type HandClock } from '../support/hand-clock.ts';
import type { Told } from '../support/house.ts';
import { bringBack } from '../support/keeping.ts';
import { storeWith, transactionWith } from '../support/store-with.ts';

const HOUSECAT = { species_slug: 'housecat' };
const SOCIAL = { species_slug: 'tabby' };

function together<T>(count: number, ask: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => ask(n)));
}

const statusesOf = (told: readonly Told[]) => [...new Set(told.map(({ status }) => status))];
const countOf = (told: readonly Told[], ...statuses: readonly number[]) =>
  told.filter(({ status }) => statuses.includes(status)).length;

async function open(place: Place, wish: PlainHouse = {}) {
  const all = await aPlainHouse(await place.fresh(), wish);
  const wren = await aKeeper(all);
  /** A commit during the read of the day may be counted twice, for 0.1 s. */
  const stats = () => {
    all.clock.forward('1s');
    return all.as().getHouseStats();
  };
  return { ...all, all, wren, stats, inOrder: () => expectInOrder(all.house) };
}

type Deed = () => Promise<unknown>;

/** Wraps a house so that each species lookup first runs the next of these concurrent operations. */
function interrupted(house: House, deeds: Deed[]): House {
  const find = async (slug: string) => {
    await deeds.shift()?.();
    return house.species.find(slug);
  };
  return { ...house, species: { ...house.species, find } };
}

/** A day and a half with a creature, through alternating nodes. */
async function liveAtTwoDoors(doors: readonly [Keeper, Keeper], clocks: readonly HandClock[], slug: string) {
  const [ahead, behind] = doors;
  const id = String(of(await ahead.adopt({ species_slug: slug }), 'creature', 'id'));
  expect((await behind.status(`?id=${id}`)).status).toBe(200);
  for (let visit = 0; visit < 6; visit += 1) {
    for (const door of visit % 2 ? doors : doors.toReversed()) {
      const told = [
        await door.care({ action: visit % 3 ? 'feed' : 'play', id }),
        await door.status(`?id=${id}`),
      ];
      // After some days it may be asleep.
      for (const { status, text } of told) expect([200, 409], text).toContain(status);
    }
    for (const clock of clocks) clock.forward('5h');
  }
  expect((await ahead.care({ action: 'reflect', id })).status).toBe(200);
  expect((await behind.release({ id })).status).toBe(200);
  expect(await eventsOf(behind, id)).toEqual(['Adopted', 'Hatched', 'Became a child', 'Released']);
}

async function eventsOf(keeper: Keeper, id: string) {
  const { text } = await keeper.history(`?id=${id}&format=markdown`);
  const [, timeline = ''] = text.split('## ');
  return [...timeline.matchAll(/Z: (.*)/gu)].map(([, event]) => event);
}

/** Wraps a store so that its next transactions fail before the write with this number; 0 for never. */
function brittle(store: Database) {
  let fatal = 0;
  const within = (db: Transaction): Transaction => {
    let writes = 0;
    return transactionWith(db, async (command, values) => {
      writes += 1;
      if (writes === fatal) throw new Error('the cable was pulled');
      return db.run(command, values);
    });
  };
  const failing = storeWith(store, { transaction: (work) => store.transaction((db) => work(within(db))) });
  return { store: failing, breakBefore: (write: number) => (fatal = write) };
}

const key = (name: string) => ({ 'idempotency-key': name });
const hatched = (keeper: Keeper) => keeper.hatch(HOUSECAT);

/** What is done before, how long ago, and the operation that may fail. */
type Attempt = readonly [
  what: string,
  before: (keeper: Keeper) => Promise<unknown>,
  span: string,
  attempt: (keeper: Keeper) => Promise<Told>,
];

const ATTEMPTS: readonly Attempt[] = [
  ['an adoption', async () => undefined, '0s', (keeper) => keeper.adopt(HOUSECAT, key('adopt'))],
  ['a hatching', (keeper: Keeper) => keeper.adopt(HOUSECAT), '0s', (keeper) => keeper.status()],
  ['an act of care', hatched, '9h', (keeper) => keeper.care({ action: 'play', item: 'ball' }, key('care'))],
  ['a look at a social one', (keeper) => keeper.hatch(SOCIAL), '2h', (keeper) => keeper.status()],
  ['growing up', hatched, '24h', (keeper) => keeper.history()],
  ['a release', hatched, '0s', async (keeper) => keeper.release({ id: await idOf(keeper) }, key('release'))],
  ['a death', hatched, '40h', (keeper) => keeper.history()],
];

const idOf = async (keeper: Keeper) => of(await keeper.status(), 'creature', 'id');

eachDatabase((place) => {
  test('32 concurrent acts of care equal 32 sequential ones', async () => {
    const { clock, wren, stats, inOrder } = await open(place);
    const id = await wren.hatch(HOUSECAT);
    clock.forward('5h');
    const told = await together(32, (n) =>
      wren.care({ action: ACTIONS[n % 7], notes: `${n}`, ...(n % 7 < 6 && { item: 'tuna' }) }),
    );
    expect(statusesOf(told)).toEqual([200]);
    const { body } = await wren.history(`?id=${id}&limit=500`);
    const log = body['care_log'] as readonly { notes: string }[];
    const notes = Array.from({ length: 32 }, (_, n) => `${n}`);
    expect(new Set(log.map((entry) => entry.notes))).toEqual(new Set(notes));
    expect(log).toHaveLength(32);
    expect(new Set(told.map((each) => of(each, 'action_result', 'care_log_entry_id'))).size).toBe(32);
    expect(body['stats']).toMatchObject({ total_care_actions: 32 });
    expect(await stats()).toMatchObject({ activity_24h: { care_actions: 32 } });
    await inOrder();
  });

  test('concurrent status and care are consistent for a species that notices being alone', async () => {
    const { clock, wren, inOrder } = await open(place);
    await wren.hatch(SOCIAL);
    for (const span of ['5h', '10s', '2m', '24h']) {
      clock.forward(span);
      const told = await together(16, (n) => (n % 3 ? wren.status() : wren.care({ action: 'play' })));
      expect(statusesOf(told)).toEqual([200]);
      expect(told.filter(({ body }) => body['milestone'])).toHaveLength(span === '24h' ? 1 : 0);
    }
    await inOrder();
  });

  test('of ten concurrent care requests two are accepted in ten seconds', async () => {
    const { wren } = await open(place, { limited: true });
    await wren.hatch();
    const told = await together(10, () => wren.care({ action: 'reflect' }));
    expect([countOf(told, 200), countOf(told, 429)]).toEqual([2, 8]);
    expect(of(await wren.history(), 'care_log')).toHaveLength(2);
  });

  test('care concurrent with a release comes before it or gets 404', async () => {
    const { clock, wren, inOrder } = await open(place);
    for (let round = 0; round < 4; round += 1) {
      const id = await wren.hatch(HOUSECAT);
      clock.forward('4h');
      const [released, cares] = await Promise.all([
        wren.release({ id }),
        together(12, () => wren.care({ action: 'play', id })),
      ]);
      expect(released.status).toBe(200);
      expect(countOf(cares, 200, 404)).toBe(12);
      expect(of(await wren.history(`?id=${id}`), 'care_log')).toHaveLength(countOf(cares, 200));
    }
    await inOrder();
  });

  test('a release at the moment of death is refused, and there is one gravestone', async () => {
    const { all, clock, wren, inOrder } = await open(place);
    const id = await wren.hatch(HOUSECAT);
    clock.forward('36h');
    const told = await together(8, () => wren.release({ id }));
    expect(countOf(told, 404, 410)).toBe(8);
    expect(countOf(told, 410)).toBeGreaterThan(0);
    expect(await gravestonesIn(all)).toBe(1);
    await inOrder();
  });

  test('a release one millisecond before death and settling at death: exactly one takes effect', async () => {
    const { house, clock, wren, inOrder } = await open(place);
    for (let round = 0; round < 8; round += 1) {
      const id = await wren.hatch(HOUSECAT);
      const dies = clock.forward('36h');
      const ask = { agent: wren, creatureId: id };
      const [letGo] = await Promise.allSettled([
        release(house, ask, dies - 1, () => 'gone'),
        settleDue(house, dies),
      ]);
      expect((await wren.history(`?id=${id}`)).body['creature']).toMatchObject({ alive: false });
      const { status } = await wren.status(`?id=${id}`);
      expect(status).toBe(letGo.status === 'fulfilled' ? 404 : 200);
    }
    await inOrder();
  });

  test('concurrent adoptions are all granted and counted, and one is the first', async () => {
    const { wren, stats, inOrder } = await open(place);
    const told = await together(16, () => wren.adopt(HOUSECAT));
    expect(statusesOf(told)).toEqual([201]);
    expect(told.filter(({ body }) => body['milestones'])).toHaveLength(1);
    expect(new Set(told.map((each) => of(each, 'creature', 'id'))).size).toBe(16);
    expect(await stats()).toMatchObject({ eggs_unhatched: 16, creatures_alive: 0 });
    await inOrder();
  });

  test('concurrent first looks at an egg hatch it once', async () => {
    const { wren, stats, inOrder } = await open(place);
    await wren.adopt(SOCIAL);
    const told = await together(16, () => wren.status());
    expect(statusesOf(told)).toEqual([200]);
    expect(told.filter(({ body }) => body['milestone'])).toHaveLength(1);
    const born = { creatures_alive: 1, eggs_unhatched: 0, activity_24h: { creatures_born: 1 } };
    expect(await stats()).toMatchObject(born);
    await inOrder();
  });

  test('an egg released during a concurrent status is released, hatched or not', async () => {
    const { wren, inOrder } = await open(place);
    for (let round = 0; round < 6; round += 1) {
      const id = String(of(await wren.adopt(HOUSECAT), 'creature', 'id'));
      const [gone, ...others] = await Promise.all([
        wren.release({ id }),
        wren.status(`?id=${id}`),
        wren.status(`?id=${id}`),
        wren.care({ action: 'feed', id }),
      ]);
      expect(gone.status).toBe(200);
      expect(countOf(others, 200, 400, 404)).toBe(3);
      expect((await wren.status(`?id=${id}`)).status).toBe(404);
    }
    await inOrder();
  });

  test('concurrent readers of a death create one gravestone', async () => {
    const { all, house, clock, wren, stats, inOrder } = await open(place);
    const ids = await together(5, () => wren.hatch(HOUSECAT));
    clock.forward('37h');
    await Promise.all([
      settleDue(house, clock.now()),
      ...['/api/house/graveyard', '/api/house/hall', '/api/stats'].map((path) => all.ask({ path })),
      wren.status(),
      ...ids.flatMap((id) => [
        wren.status(`?id=${id}`),
        wren.care({ action: 'feed', id }),
        wren.history(`?id=${id}`),
      ]),
    ]);
    expect(await gravestonesIn(all)).toBe(5);
    const died = { creatures_alive: 0, gravestones: 5, activity_24h: { creatures_died: 5 } };
    expect(await stats()).toMatchObject(died);
    const { died_at } = (await all.as().listGraveyard()).gravestones[0] ?? {};
    expect(died_at).toBe(new Date(after(36)).toISOString());
    await inOrder();
  });

  test('of concurrent harmful acts one kills', async () => {
    const { all, house, wren } = await open(place, { judge: () => 0 });
    const id = await wren.hatch(HOUSECAT);
    await letFeel(house, wren.id, id, { health: 20 });
    const told = await together(6, () => wren.care({ action: 'medicine', item: 'bleach', id }));
    expect([countOf(told, 200), countOf(told, 404)]).toEqual([1, 5]);
    expect(await gravestonesIn(all)).toBe(1);
  });

  test('growth is recorded once, whichever request settles it', async () => {
    const { all, clock, wren, inOrder } = await open(place);
    await wren.hatch(HOUSECAT);
    clock.forward('24h');
    const told = await Promise.all([
      wren.history(),
      ...Array.from({ length: 8 }, () => wren.status()),
      wren.care({ action: 'feed' }),
      all.ask({ path: '/api/house/hall' }),
    ]);
    expect(statusesOf(told)).toEqual([200]);
    expect([...told, await wren.status()].filter(({ body }) => body['milestone'])).toHaveLength(1);
    await inOrder();
  });

  test('care that loses two races is applied after the winners', async () => {
    const meanwhile: Deed[] = [];
    const judge = async () => {
      await meanwhile.shift()?.();
      return 1;
    };
    const tastes = { judge, closest: () => Promise.resolve(undefined), close: () => Promise.resolve() };
    const { house, clock, wren, inOrder } = await open(place, { house: { tastes } });
    const creatureId = await wren.hatch(HOUSECAT);
    const now = clock.forward('4h');
    const reflect = (at: number) => () =>
      careFor(house, { agent: wren, creatureId, action: 'reflect' }, at, () => 'done');
    meanwhile.push(reflect(now + 1000), reflect(now + 2000));
    await careFor(house, { agent: wren, creatureId, action: 'play', item: 'ball' }, now, () => 'done');
    clock.forward('3s');
    const log = of(await wren.history(), 'care_log') as { action: string; timestamp: string }[];
    const at = (ms: number) => new Date(ms).toISOString();
    expect(log.map(({ action, timestamp }) => [action, timestamp])).toEqual([
      ['play', at(now + 2000)],
      ['reflect', at(now + 2000)],
      ['reflect', at(now + 1000)],
    ]);
    await inOrder();
  });

  test('a status that loses two races does not undo the winners', async () => {
    const { house, clock, wren, inOrder } = await open(place);
    const creatureId = await wren.hatch(SOCIAL);
    const missesAMeal = (await findOwnCreature(house.store, wren.id, creatureId))?.nextEventAt ?? 0;
    const feed = { agent: wren, creatureId, action: 'feed' } as const;
    const busy = interrupted(house, [
      () => settleDue(house, missesAMeal),
      () => careFor(house, feed, missesAMeal + 2000, () => 'done'),
    ]);
    const looked = await lookIn(busy, wren, creatureId, missesAMeal - 1);
    expect(looked).toMatchObject({ now: missesAMeal + 2000, observed: { feeding: { hoursSinceFed: 0 } } });
    clock.forward('12h');
    await inOrder();
  });

  test('keepsakes that are read during an act of care stay read', async () => {
    const { all, house, clock, wren } = await open(place);
    const creatureId = await wren.hatch(HOUSECAT);
    clock.forward('37h');
    await bringBack({ house: all, key: wren.key, id: creatureId });
    expect(Number(of(await wren.status(), 'new_keepsakes'))).toBeGreaterThan(0);
    const busy = interrupted(house, [wren.history]);
    await careFor(busy, { agent: wren, creatureId, action: 'reflect' }, clock.now(), () => 'done');
    expect(of(await wren.status(), 'new_keepsakes')).toBe(1);
  });

  test('a creature that dies during its release counts as dead, and gets a gravestone', async () => {
    const { house, clock, wren, inOrder } = await open(place);
    const creatureId = await wren.hatch(HOUSECAT);
    const dies = clock.forward('36h');
    await settleDue(house, dies - 1);
    const busy = interrupted(house, [() => settleDue(house, dies)]);
    const asked = release(busy, { agent: wren, creatureId }, dies - 1, () => 'gone');
    await expect(asked).rejects.toMatchObject({ code: 'died_before_release' });
    const later = release(house, { agent: wren, creatureId }, dies, () => 'gone');
    await expect(later).rejects.toMatchObject({ code: 'nobody_to_release' });
    await inOrder();
  });

  test('two nodes with different clocks do not undo each other’s changes', async () => {
    const store = await place.fresh();
    const other = place.kind === 'SQLite' ? store : await place.again(store);
    const clocks = [handClock(NOON + 5000), handClock(NOON)] as const;
    const ahead = await aPlainHouse(store, { house: { clock: clocks[0] } });
    const behind = await aPlainHouse(other, { house: { clock: clocks[1] } });
    const wren = await aKeeper(ahead);
    const doors = [wren, keeperWith(behind, wren)] as const;
    for (const slug of ['housecat', 'tabby', 'jackrabbit']) {
      await liveAtTwoDoors(doors, clocks, slug);
      await expectInOrder(ahead.house);
    }
    const id = await wren.hatch(HOUSECAT);
    for (const clock of clocks) clock.forward('36h');
    const dead = { creature: { alive: false }, resurrection: { possible: true } };
    for (const door of doors) expect((await door.status(`?id=${id}`)).body).toMatchObject(dead);
    await bringBack({ house: behind, key: wren.key, id });
    expect(await eventsOf(doors[1], id)).toEqual([
      'Adopted',
      'Hatched',
      'Became a child',
      'Died',
      'Came back',
    ]);
    await expectInOrder(ahead.house);
  });

  // Atomicity of the others differs in no statement that only one database has.
  const onBoth = ATTEMPTS.filter(([what]) => what === 'an act of care' || what === 'a death');
  const attempts = place.kind === 'SQLite' ? ATTEMPTS : onBoth;
  test.each(attempts)('%s leaves no trace after a failure at any write', async (_, before, span, attempt) => {
    const { store, breakBefore } = brittle(await place.fresh());
    const { house, wren } = await aKeptHouse(store);
    await before(wren);
    house.clock.forward(span);
    let writes = 1;
    for (; writes < 30; writes += 1) {
      breakBefore(writes);
      const told = await attempt(wren);
      breakBefore(0);
      await expectInOrder(house.house);
      if (told.status < 300) break;
      expect(told.status, told.text).toBe(500);
    }
    expect(writes).toBeGreaterThan(1);
    expect(writes).toBeLessThan(30);
  });
});
