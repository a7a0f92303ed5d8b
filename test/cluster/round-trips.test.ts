import { describe, expect, test } from 'vitest';

import { countQueries } from '../../tools/bench/count-queries.ts';
import { aKeeper, aPlainHouse } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import type { Told } from '../support/house.ts';

const counted = countQueries();
const TIMES = 5;

/** The median number of round trips: some requests also refresh a one-second cache. */
async function tripsOf(status: number, ask: (nth: number) => Promise<Told>): Promise<number | undefined> {
  const trips: number[] = [];
  for (let nth = 0; nth < TIMES; nth += 1) {
    const before = counted.roundTrips;
    expect((await ask(nth)).status).toBe(status);
    trips.push(counted.roundTrips - before);
  }
  return trips.toSorted((one, other) => one - other)[Math.floor(TIMES / 2)];
}

eachDatabase(({ kind, fresh }) => {
  describe.runIf(kind === 'PostgreSQL')('with a remote database', () => {
    test('a look takes one round trip, care three, registration two, adoption three, and a key two more', async () => {
      const house = await aPlainHouse(await fresh(), { judge: () => 0.7 });
      const key = (name: string) => ({ 'idempotency-key': name });
      const register = (username: string, headers = {}) =>
        house.ask({ method: 'POST', path: '/api/auth/register', body: { username }, headers });
      expect(await tripsOf(201, (nth) => register(`wren-${nth}`))).toBe(2);
      const once = (nth: number) => register(`lark-${nth}`, key(`0b6e4f9a-7c31-4d58-9e2f-c84a10d7f63${nth}`));
      expect(await tripsOf(201, once)).toBe(4);
      const newcomers = await Promise.all([0, 1, 2, 3, 4].map((nth) => aKeeper(house, `new-${nth}`)));
      const adopt = async (nth: number) => newcomers[nth]?.adopt() ?? Promise.reject(new Error('nobody'));
      expect(await tripsOf(201, adopt)).toBe(3);

      const keeper = await aKeeper(house);
      const creature_id = await keeper.hatch();
      expect(await tripsOf(200, () => keeper.status())).toBe(1);
      await keeper.care({ action: 'feed' });
      expect(await tripsOf(200, () => keeper.care({ action: 'play' }))).toBe(3);
      const meal = (nth: number) =>
        keeper.care({ action: 'feed', item: `kibble ${nth}` }, key(`the-meal-of-wren-${nth}`));
      expect(await tripsOf(200, meal)).toBe(5);
      // Not more for a keeper of several creatures.
      await keeper.hatch();
      expect(await tripsOf(200, () => keeper.care({ action: 'play', creature_id }))).toBe(3);
    });
  });
});
