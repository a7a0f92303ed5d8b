import { expect, test } from 'vitest';

import { aKeeper, aPlainHouse, expectInOrder, keeperWith, of, type Keeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { handClock, NOON, type HandClock } from '../support/hand-clock.ts';
import { aDesignerOf } from '../support/residents.ts';

const HOUSECAT = { species_slug: 'housecat' };

eachDatabase((place) => {
  test('an egg released during a concurrent status is released, hatched or not', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    for (let round = 0; round < 6; round += 1) {
      const id = String(of(await wren.adopt(HOUSECAT), 'creature', 'id'));
      const [gone, ...others] = await Promise.all([
        wren.release({ id }),
        wren.status(`?id=${id}`),
        wren.status(`?id=${id}`),
        wren.care({ action: 'feed', id }),
      ]);
      expect(gone.status).toBe(200);
      for (const { status } of others) expect([200, 400, 404]).toContain(status);
      expect((await wren.status(`?id=${id}`)).status).toBe(404);
    }
    await expectInOrder(house.house);
  });

  test('concurrent adoptions of a community species are all counted', async () => {
    const house = await aPlainHouse(await place.fresh());
    const designer = await aDesignerOf(house, 'wren');
    const wren = keeperWith(house, designer);
    const body = {
      slug: 'moss_fox',
      name: 'Moss Fox',
      family: 'exotic',
      personality: 'Naps in green places.',
    };
    await house.ask({ method: 'POST', path: '/api/house/species', key: wren.key, body });
    const told = await Promise.all(
      Array.from({ length: 12 }, () => wren.adopt({ species_slug: 'moss_fox' })),
    );
    expect(told.filter(({ status }) => status === 201)).toHaveLength(12);
    const { species } = await house.as().getSpecies({ params: { slug: 'moss_fox' } });
    expect(species.adoption_count).toBe(12);
  });

  test('two nodes with different clocks do not undo each other’s changes', async () => {
    const store = await place.fresh();
    const clocks = [handClock(NOON + 5000), handClock(NOON)] as const;
    const ahead = await aPlainHouse(store, { house: { clock: clocks[0] } });
    const behind = await aPlainHouse(place.kind === 'SQLite' ? store : await place.again(store), {
      house: { clock: clocks[1] },
    });
    const wren = await aKeeper(ahead);
    const doors = [wren, keeperWith(behind, wren)] as const;
    for (const slug of ['housecat', 'tabby', 'jackrabbit']) {
      await liveAtTwoDoors(doors, clocks, slug);
      await expectInOrder(ahead.house);
    }
    const id = await wren.hatch(HOUSECAT);
    for (const clock of clocks) clock.forward('36h');
    for (const door of doors)
      expect((await door.status(`?id=${id}`)).body).toMatchObject({
        creature: { alive: false },
        resurrection: { possible: true },
      });
    await expectInOrder(ahead.house);
  });
});

/** A day and a half with a creature, through alternating nodes. */
async function liveAtTwoDoors(
  doors: readonly [Keeper, Keeper],
  clocks: readonly HandClock[],
  slug: string,
): Promise<void> {
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
  expect((await behind.history(`?id=${id}`)).status).toBe(200);
}
