import { describe, expect, test } from 'vitest';

import { ACTIONS } from '../../src/rules/vocabulary.ts';
import { settleDue } from '../../src/features/lives/settle.ts';
import { aKeeper, aPlainHouse, expectInOrder, gravestonesIn, keeperWith, of } from '../support/asking.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { handClock } from '../support/hand-clock.ts';

const HOUSECAT = { species_slug: 'housecat' };
const NODES = 3;
const ACTS = process.env['TEST_LONG'] ? 64 : 24;

/** Several houses on one database, as several processes would have them, with one clock on the wall. */
async function severalNodes(place: Place) {
  const clock = handClock();
  const store = await place.fresh();
  const stores = [store, ...(await Promise.all(Array.from({ length: NODES - 1 }, () => place.again(store))))];
  const houses = await Promise.all(stores.map((each) => aPlainHouse(each, { house: { clock } })));
  const [first = expect.fail()] = houses;
  const agent = await aKeeper(first);
  const wren = houses.map((house) => keeperWith(house, agent));
  return { clock, houses, wren, inOrder: () => expectInOrder(first.house) };
}

/** Asks so many times at once, at one door after another. */
function atEveryDoor<D, T>(doors: readonly D[], count: number, ask: (door: D, n: number) => Promise<T>) {
  return Promise.all(Array.from({ length: count }, (_, n) => ask(doors[n % doors.length] as D, n)));
}

eachDatabase((place) => {
  describe.runIf(place.kind === 'PostgreSQL')('several nodes', () => {
    test('concurrent acts of care at three nodes are all applied, once', async () => {
      const { wren, clock, inOrder } = await severalNodes(place);
      const id = await wren[0]?.hatch(HOUSECAT);
      clock.forward('5h');
      const told = await atEveryDoor(wren, ACTS, (door, n) =>
        door.care({ action: ACTIONS[n % 7], notes: `${n}` }),
      );
      expect(told.filter(({ status }) => status === 200)).toHaveLength(ACTS);
      const history = await wren[1]?.client.getCareHistory({ query: { id, limit: 500 } });
      expect(new Set(history?.care_log.map(({ notes }) => notes)).size).toBe(ACTS);
      expect(history?.care_log).toHaveLength(ACTS);
      await inOrder();
    });

    test('a settler, the owner and public readers on three nodes create one gravestone for each death', async () => {
      const { wren, houses, clock, inOrder } = await severalNodes(place);
      const ids = await atEveryDoor(wren, 6, (door) => door.hatch(HOUSECAT));
      const now = clock.forward('36h');
      await Promise.all([
        ...houses.map(({ house }) => settleDue(house, now)),
        ...houses.map(({ ask }) => ask({ path: '/api/house/graveyard' })),
        ...wren.flatMap((door) => ids.map((id) => door.status(`?id=${id}`))),
        ...wren.flatMap((door) => ids.map((id) => door.release({ id }))),
      ]);
      for (const house of houses) {
        expect(await gravestonesIn(house)).toBe(6);
        const dead = { creatures_alive: 0, gravestones: 6, activity_24h: { creatures_died: 6 } };
        expect(await house.as().getHouseStats()).toMatchObject(dead);
      }
      await inOrder();
    });

    test('eggs adopted, hatched and released on three nodes are counted once', async () => {
      const { wren, houses, clock, inOrder } = await severalNodes(place);
      const laid = await atEveryDoor(wren, 18, (door) => door.adopt(HOUSECAT));
      expect(laid.filter(({ status }) => status === 201)).toHaveLength(18);
      expect(laid.filter(({ body }) => body['milestones'])).toHaveLength(1);
      const ids = laid.map((each) => String(of(each, 'creature', 'id')));
      const looks = await atEveryDoor(wren, 36, (door, n) => door.status(`?id=${ids[n % 4]}`));
      expect(looks.filter(({ body }) => body['milestone'])).toHaveLength(4);
      clock.forward('1h');
      const goes = await atEveryDoor(wren, 36, (door, n) => door.release({ id: ids[n % 6] }));
      expect(goes.filter(({ status }) => status === 200)).toHaveLength(6);
      expect(goes.filter(({ status }) => status === 409 || status === 404)).toHaveLength(30);
      const left = { creatures_alive: 0, eggs_unhatched: 12, activity_24h: { creatures_born: 4 } };
      for (const house of houses) expect(await house.as().getHouseStats()).toMatchObject(left);
      await inOrder();
    });

    test('the same request on three nodes is done once', async () => {
      const { wren, inOrder } = await severalNodes(place);
      const id = await wren[0]?.hatch(HOUSECAT);
      const key = { 'idempotency-key': 'once' };
      const told = await atEveryDoor(wren, 12, (door) => door.care({ action: 'play', id }, key));
      expect(new Set(told.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(told.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
      await inOrder();
    });
  });
});
