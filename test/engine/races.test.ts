import { expect, test } from 'vitest';

import { ACTIONS } from '../../src/rules/vocabulary.ts';
import { release } from '../../src/features/lives/release.ts';
import { settleDue } from '../../src/features/lives/settle.ts';
import { aKeeper, aPlainHouse, expectInOrder, gravestonesIn, letFeel, of } from '../support/asking.ts';
import { after } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import type { Told } from '../support/house.ts';

const HOUSECAT = { species_slug: 'housecat' };
const SOCIAL = { species_slug: 'tabby' };

function together<T>(count: number, ask: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => ask(n)));
}

/** A commit during the read of the day may be counted twice, for 0.1 s. */
function surerStats(house: Awaited<ReturnType<typeof aPlainHouse>>) {
  house.clock.forward('1s');
  return house.as().getHouseStats();
}

const statusesOf = (told: readonly Told[]) => [...new Set(told.map(({ status }) => status))];

eachDatabase((place) => {
  test('64 concurrent acts of care equal 64 sequential ones', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const id = await wren.hatch(HOUSECAT);
    house.clock.forward('5h');
    const told = await together(64, (n) =>
      wren.care({ action: ACTIONS[n % 7], notes: `${n}`, ...(n % 7 < 6 && { item: 'tuna' }) }),
    );
    expect(statusesOf(told)).toEqual([200]);
    const { body } = await wren.history(`?id=${id}&limit=500`);
    const log = body['care_log'] as readonly { notes: string }[];
    expect(log.map(({ notes }) => Number(notes)).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 64 }, (_, n) => n),
    );
    expect(new Set(told.map((each) => of(each, 'action_result', 'care_log_entry_id'))).size).toBe(64);
    expect(body['stats']).toMatchObject({ total_care_actions: 64 });
    expect(await surerStats(house)).toMatchObject({ activity_24h: { care_actions: 64 } });
    await expectInOrder(house.house);
  });

  test('concurrent status and care are consistent for a species that notices being alone', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    await wren.hatch(SOCIAL);
    for (const span of ['5h', '10s', '2m', '24h']) {
      house.clock.forward(span);
      const told = await together(16, (n) => (n % 3 ? wren.status() : wren.care({ action: 'play' })));
      expect(statusesOf(told)).toEqual([200]);
      expect(told.filter(({ body }) => body['milestone'])).toHaveLength(span === '24h' ? 1 : 0);
    }
    await expectInOrder(house.house);
  });

  test('care concurrent with a release comes before it or gets 404', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    for (let round = 0; round < 4; round += 1) {
      const id = await wren.hatch(HOUSECAT);
      house.clock.forward('4h');
      const [released, ...cares] = await Promise.all([
        wren.release({ id }),
        ...Array.from({ length: 12 }, () => wren.care({ action: 'play', id })),
      ]);
      expect(released.status).toBe(200);
      for (const { status } of cares) expect([200, 404]).toContain(status);
      expect(of(await wren.history(`?id=${id}`), 'care_log')).toHaveLength(
        cares.filter(({ status }) => status === 200).length,
      );
    }
    await expectInOrder(house.house);
  });

  test('of concurrent releases one succeeds, and the others get its result or 404', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const id = await wren.hatch(HOUSECAT);
    house.clock.forward('35h59m59.999s');
    const told = await together(8, () => wren.release({ id }));
    expect(told.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(told.filter(({ status }) => status === 409 || status === 404)).toHaveLength(7);
    house.clock.forward('1h');
    expect(await gravestonesIn(house)).toBe(0);
    await expectInOrder(house.house);
  });

  test('a release at the moment of death is refused, and there is one gravestone', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const id = await wren.hatch(HOUSECAT);
    house.clock.forward('36h');
    const told = await together(8, () => wren.release({ id }));
    for (const { status } of told) expect([404, 410]).toContain(status);
    expect(told.some(({ status }) => status === 410)).toBe(true);
    expect(await gravestonesIn(house)).toBe(1);
    await expectInOrder(house.house);
  });

  test('a release one millisecond before death and settling at death: exactly one takes effect', async () => {
    const { house, ...rest } = await aPlainHouse(await place.fresh());
    const wren = await aKeeper({ house, ...rest });
    rest.clock.forward('36h');
    for (let round = 0; round < 8; round += 1) {
      const id = await wren.hatch(HOUSECAT);
      const dies = rest.clock.forward('36h');
      const ask = { agent: wren, creatureId: id };
      const [letGo] = await Promise.allSettled([
        release(house, ask, dies - 1, () => 'gone'),
        settleDue(house, dies),
      ]);
      const { body } = await wren.history(`?id=${id}&format=json`);
      expect(body['creature']).toMatchObject({ alive: false });
      const { status } = await wren.status(`?id=${id}`);
      expect(status).toBe(letGo.status === 'fulfilled' ? 404 : 200);
    }
    await expectInOrder(house);
  });

  test('concurrent adoptions are all granted and counted, and one is the first', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const told = await together(16, () => wren.adopt(HOUSECAT));
    expect(statusesOf(told)).toEqual([201]);
    expect(told.filter(({ body }) => body['milestones'])).toHaveLength(1);
    expect(new Set(told.map((each) => of(each, 'creature', 'id'))).size).toBe(16);
    expect(await surerStats(house)).toMatchObject({ eggs_unhatched: 16, creatures_alive: 0 });
    await expectInOrder(house.house);
  });

  test('concurrent first looks at an egg hatch it once', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    await wren.adopt(SOCIAL);
    const told = await together(16, () => wren.status());
    expect(statusesOf(told)).toEqual([200]);
    expect(told.filter(({ body }) => body['milestone'])).toHaveLength(1);
    expect(await surerStats(house)).toMatchObject({
      creatures_alive: 1,
      eggs_unhatched: 0,
      activity_24h: { creatures_born: 1 },
    });
    await expectInOrder(house.house);
  });

  test('concurrent readers of a death create one gravestone', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const ids = await together(5, () => wren.hatch(HOUSECAT));
    house.clock.forward('37h');
    await Promise.all([
      settleDue(house.house, house.clock.now()),
      house.ask({ path: '/api/house/graveyard' }),
      house.ask({ path: '/api/house/hall' }),
      house.ask({ path: '/api/stats' }),
      wren.status(),
      ...ids.flatMap((id) => [
        wren.status(`?id=${id}`),
        wren.care({ action: 'feed', id }),
        wren.history(`?id=${id}`),
      ]),
    ]);
    expect(await gravestonesIn(house)).toBe(5);
    expect(await surerStats(house)).toMatchObject({
      creatures_alive: 0,
      gravestones: 5,
      activity_24h: { creatures_died: 5 },
    });
    const { died_at } = (await house.as().listGraveyard()).gravestones[0] ?? {};
    expect(died_at).toBe(new Date(after(36)).toISOString());
    await expectInOrder(house.house);
  });

  test('two concurrent harmful acts kill once', async () => {
    const { house, ...rest } = await aPlainHouse(await place.fresh(), { judge: () => 0 });
    const wren = await aKeeper({ house, ...rest });
    const id = await wren.hatch(HOUSECAT);
    await letFeel(house, wren.id, id, { health: 20 });
    const told = await together(6, () => wren.care({ action: 'medicine', item: 'bleach', id }));
    expect(told.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(told.filter(({ status }) => status === 404)).toHaveLength(5);
    expect(await gravestonesIn(rest)).toBe(1);
  });

  test('growth is recorded once, whichever request settles it', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    await wren.hatch(HOUSECAT);
    house.clock.forward('24h');
    const told = await Promise.all([
      wren.history(),
      ...Array.from({ length: 8 }, () => wren.status()),
      wren.care({ action: 'feed' }),
      house.ask({ path: '/api/house/hall' }),
    ]);
    expect(statusesOf(told)).toEqual([200]);
    const later = await wren.status();
    expect([...told, later].filter(({ body }) => body['milestone'])).toHaveLength(1);
    await expectInOrder(house.house);
  });
});
