import { expect, test } from 'vitest';

import { aKeeper, aPlainHouse, letFeel, of } from '../support/asking.ts';
import { PLAIN } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';

const SOCIAL = { ...PLAIN, slug: 'plainsocial', name: 'Plain Social', traits: ['social'] } as const;

eachDatabase((place) => {
  test('the first mood that holds is the mood, in care as in status', async () => {
    const { house, ...rest } = await aPlainHouse(await place.fresh());
    const wren = await aKeeper({ house, ...rest });
    const id = await wren.hatch();
    const well = { hunger: 100, happiness: 100, health: 100 };
    for (const [mood, stats] of [
      ['critical', { ...well, health: 19.9, hunger: 10 }],
      ['sick', { ...well, health: 20 }],
      ['sick', { ...well, health: 39.9, hunger: 10 }],
      ['happy', { ...well, health: 40 }],
      ['hungry', { ...well, hunger: 29.9 }],
      ['content', { ...well, hunger: 30 }],
      ['content', { ...well, hunger: 50 }],
      ['happy', { ...well, hunger: 50.1 }],
      ['content', { ...well, happiness: 80 }],
      ['happy', { ...well, happiness: 80.1 }],
    ] as const) {
      await letFeel(house, wren.id, id, stats);
      expect(of(await wren.status(), 'creature', 'mood'), JSON.stringify(stats)).toBe(mood);
      expect(of(await wren.care({ action: 'reflect' }), 'creature', 'mood')).toBe(mood);
    }
  });

  test('the check-in of a critical creature is now', async () => {
    const { house, ...rest } = await aPlainHouse(await place.fresh());
    const wren = await aKeeper({ house, ...rest });
    const id = await wren.hatch();
    await letFeel(house, wren.id, id, { health: 20 });
    expect((await wren.status()).body['recommended_checkin']).toMatchObject({ hours_from_now: 6.25 });
    await letFeel(house, wren.id, id, { health: 19.9 });
    expect((await wren.status()).body['recommended_checkin']).toMatchObject({
      hours_from_now: 0,
      at: new Date(house.clock.now()).toISOString(),
      feeding_window_status: 'before_window',
    });
  });

  test('three intervals establish a rhythm and with it the patience', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    await wren.hatch();
    const seen: unknown[] = [];
    for (let visit = 1; visit <= 3; visit += 1) {
      house.clock.forward('9h50m');
      await wren.care({ action: 'feed' });
      // Less than half an hour later is the same visit.
      house.clock.forward('10m');
      await wren.care({ action: 'play' });
      seen.push(of(await wren.status(), 'creature', 'care_rhythm'));
    }
    const usual = { average_hours: 12, death_threshold_hours: 36, decay_multiplier: 1, established: false };
    const own = { average_hours: 9.83, death_threshold_hours: 29.5, decay_multiplier: 1, established: true };
    expect(seen).toEqual([usual, usual, own]);
  });

  test('patience is never shorter than 24 hours and never longer than 48', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    for (const [every, threshold_hours] of [
      ['4h', 24],
      ['20h', 48],
    ] as const) {
      const id = await wren.hatch();
      for (let meal = 0; meal < 3; meal += 1) {
        house.clock.forward(every);
        expect((await wren.care({ action: 'feed', id })).status).toBe(200);
      }
      expect(of(await wren.status(`?id=${id}`), 'creature', 'death_clock')).toMatchObject({
        threshold_hours,
        urgency: 'safe',
      });
      await wren.release({ id });
    }
  });

  test('past one and a half rhythms all stats decay faster, up to four times', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    await wren.hatch();
    for (let meal = 0; meal < 3; meal += 1) {
      house.clock.forward('4h');
      await wren.care({ action: 'feed' });
    }
    for (const [span, decay_multiplier] of [
      ['4h', 1],
      ['2h', 1],
      ['2h', 1.5],
      ['4h', 2.5],
      ['4h', 4],
      ['4h', 4],
    ] as const) {
      house.clock.forward(span);
      expect(of(await wren.status(), 'creature', 'care_rhythm')).toMatchObject({
        average_hours: 4,
        decay_multiplier,
      });
    }
  });

  test('a lonely species decays 1.5 times as fast after three hours without a status request', async () => {
    const house = await aPlainHouse(await place.fresh(), { species: [SOCIAL] });
    const wren = await aKeeper(house);
    const hunger = async () => of(await wren.status(), 'creature', 'hunger');
    await wren.hatch({ species_slug: 'plainsocial' });
    house.clock.forward('5h');
    expect(await hunger()).toBe(94);
    house.clock.forward('3h');
    expect(await hunger()).toBe(91);
    house.clock.forward('4h');
    await wren.history();
    expect(await hunger()).toBe(86.5);
  });

  test('of concurrent care requests only two in ten seconds are accepted', async () => {
    const house = await aPlainHouse(await place.fresh(), { limited: true });
    const wren = await aKeeper(house);
    await wren.hatch();
    const told = await Promise.all(Array.from({ length: 10 }, () => wren.care({ action: 'reflect' })));
    for (const [status, count] of [
      [200, 2],
      [429, 8],
    ])
      expect(told.filter((each) => each.status === status)).toHaveLength(count ?? 0);
    expect(of(await wren.history(), 'care_log')).toHaveLength(2);
  });
});
