import { expect, test } from 'vitest';

import { careFor } from '../../src/features/care/care.ts';
import type { House } from '../../src/features/house.ts';
import { lookIn } from '../../src/features/lives/look-in.ts';
import { release } from '../../src/features/lives/release.ts';
import { settleDue } from '../../src/features/lives/settle.ts';
import { findOwnCreature } from '../../src/features/lives/creatures.store.ts';
import { aKeeper, aPlainHouse, expectInOrder, of } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';

const HOUSECAT = { species_slug: 'housecat' };
const SOCIAL = { species_slug: 'tabby' };

type Deed = () => Promise<unknown>;

/** Wraps a house so that each species lookup first runs the next of these concurrent operations. */
function interrupted(house: House, deeds: Deed[]): House {
  const find = async (slug: string) => {
    await deeds.shift()?.();
    return house.species.find(slug);
  };
  return { ...house, species: { ...house.species, find } };
}

eachDatabase((place) => {
  test('care that loses two races is applied after the winners', async () => {
    const meanwhile: Deed[] = [];
    const judge = async () => {
      await meanwhile.shift()?.();
      return 1;
    };
    const tastes = { judge, closest: () => Promise.resolve(undefined), close: () => Promise.resolve() };
    const { house, clock, ...rest } = await aPlainHouse(await place.fresh(), { house: { tastes } });
    const wren = await aKeeper({ house, clock, ...rest });
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
    await expectInOrder({ ...house, clock });
  });

  test('a status that loses two races does not undo the winners', async () => {
    const { house, clock, ...rest } = await aPlainHouse(await place.fresh());
    const wren = await aKeeper({ house, clock, ...rest });
    const creatureId = await wren.hatch(SOCIAL);
    const missesAMeal = (await findOwnCreature(house.store, wren.id, creatureId))?.nextEventAt ?? 0;
    const feed = { agent: wren, creatureId, action: 'feed' } as const;
    const busy = interrupted(house, [
      () => settleDue(house, missesAMeal),
      () => careFor(house, feed, missesAMeal + 2000, () => 'done'),
    ]);
    const looked = await lookIn(busy, wren, creatureId, missesAMeal - 1);
    expect(looked).toMatchObject({
      now: missesAMeal + 2000,
      creature: { life: { settledAt: missesAMeal + 2000 } },
      observed: { feeding: { hoursSinceFed: 0 } },
    });
    clock.forward('12h');
    await expectInOrder({ ...house, clock });
  });

  test('a creature that dies during its release counts as dead, and gets a gravestone', async () => {
    const { house, clock, ...rest } = await aPlainHouse(await place.fresh());
    const wren = await aKeeper({ house, clock, ...rest });
    const creatureId = await wren.hatch(HOUSECAT);
    const dies = clock.forward('36h');
    await settleDue(house, dies - 1);
    const busy = interrupted(house, [() => settleDue(house, dies)]);
    const asked = release(busy, { agent: wren, creatureId }, dies - 1, () => 'gone');
    await expect(asked).rejects.toMatchObject({ code: 'died_before_release' });
    const later = release(house, { agent: wren, creatureId }, dies, () => 'gone');
    await expect(later).rejects.toMatchObject({ code: 'nobody_to_release' });
    await expectInOrder({ ...house, clock });
  });
});
