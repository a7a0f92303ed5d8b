import { expect, test } from 'vitest';

import { aKeeper, aPlainHouse, expectInOrder, of, type Keeper } from '../support/asking.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { ID } from '../support/facts.ts';
import type { Told } from '../support/house.ts';

type Attempt = (keeper: Keeper, id: string) => Promise<Told>;

const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  status: (keeper, id) => keeper.status(`?creature_id=${id}`),
  'status by id': (keeper, id) => keeper.status(`?id=${id}`),
  'brief status': (keeper, id) => keeper.status(`?view=brief&id=${id}`),
  care: (keeper, id) => keeper.care({ action: 'feed', creature_id: id }),
  'care by id': (keeper, id) => keeper.care({ action: 'feed', id }),
  reflection: (keeper, id) => keeper.care({ action: 'reflect', notes: 'hm', id }),
  history: (keeper, id) => keeper.history(`?creature_id=${id}`),
  'history as a page': (keeper, id) => keeper.history(`?format=markdown&id=${id}`),
  preferences: (keeper, id) => keeper.preferences(`?creature_id=${id}`),
  release: (keeper, id) => keeper.release({ creature_id: id }),
  'release by id': (keeper, id) => keeper.release({ id }),
  resurrection: (keeper, id) => keeper.resurrect({ creature_id: id }),
};

/** The answer without what differs between any two answers. */
function withoutMarks({ status, text }: Told): string {
  return `${status} ${text.replaceAll(/"request_id":"[^"]*"/g, '')}`;
}

test('a creature of another agent gets the same reply as an unknown id, in every state', async () => {
  const house = await aPlainHouse(await anyStore());
  const [wren, other] = [await aKeeper(house), await aKeeper(house, 'other')];
  const egg = { name: 'Ada', species_slug: 'housecat' };
  const dead = await other.hatch(egg);
  house.clock.forward('40h');
  const free = await other.hatch(egg);
  await other.release({ id: free });
  const living = await other.hatch(egg);
  const laid = String(of(await other.adopt(egg), 'creature', 'id'));
  for (const hasOne of [false, true]) {
    if (hasOne) await wren.hatch({ species_slug: 'housecat' });
    for (const [what, attempt] of Object.entries(ATTEMPTS)) {
      const nobody = await attempt(wren, ID);
      expect(nobody.status, what).toBe(404);
      for (const id of [living, laid, dead, free])
        expect(withoutMarks(await attempt(wren, id)), what).toBe(withoutMarks(nobody));
    }
  }
  expect((await other.status(`?id=${living}`)).body['creature']).toMatchObject({ alive: true });
  expect(of(await other.history(`?id=${living}`), 'care_log')).toEqual([]);
  await expectInOrder(house.house);
});
