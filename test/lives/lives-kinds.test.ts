import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { STATS, type Action } from '../../src/rules/vocabulary.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import {
  adopted,
  aHome,
  audited,
  care,
  history,
  look,
  seeded,
  turnTo,
  WARY,
  type Home,
} from '../support/keeping.ts';
import { aDesignerOf } from '../support/residents.ts';

/** A creature that hatched at noon and is awake at night; thistles harm it. */
async function keeping(place: Place, slug: string): Promise<Home> {
  const house = await aHouse(await place.fresh(), { house: { tastes: WARY, random: seeded(SLEEPLESS) } });
  const home = await aHome(house, { username: 'wren' });
  await adopted(home, slug);
  return home;
}

/** The change of each stat that changed. */
async function gains(home: Home, action: Action, item?: string): Promise<Readonly<Record<string, number>>> {
  const { changes } = (await care(home, action, { ...(item && { item }) })).action_result;
  const moved = STATS.flatMap((stat): [string, number][] => {
    const change = changes[stat];
    return change ? [[stat, Math.round((change.after - change.before) * 10) / 10]] : [];
  });
  return Object.fromEntries(moved);
}

const later = ({ house }: Home, span: string) => house.clock.forward(span);

eachDatabase((place) => {
  test('an owl gains twice as much from midnight to six, half by day, and the usual in the evening', async () => {
    const owl = await keeping(place, 'owl');
    const noon = owl.house.clock.now();
    for (const [hoursAfterNoon, happiness] of [
      [7.99, 7.5],
      [8, 15],
      [11.99, 15],
      [36, 30],
      [41.99, 30],
      [42, 7.5],
    ] as const) {
      // Lowers its happiness first, so that there is something to gain.
      turnTo(owl.house, noon + (hoursAfterNoon - 0.02) * HOUR);
      await care(owl, 'reflect');
      for (let times = 1; times <= 4; times += 1) await care(owl, 'play', { item: 'thistles' });
      turnTo(owl.house, noon + hoursAfterNoon * HOUR);
      expect(await gains(owl, 'play'), `${hoursAfterNoon} h after noon`).toEqual({ happiness });
      await care(owl, 'medicine');
    }
    expect(await audited(owl.house)).toEqual([]);
  });

  test('an owl’s nights follow the time zone of its keeper', async () => {
    const house = await aHouse(await place.fresh(), { house: { tastes: WARY, random: seeded(SLEEPLESS) } });
    const owl = await aHome(house, { username: 'wren', timezone: 'Asia/Tokyo' });
    await adopted(owl, 'owl');
    later(owl, '2h59m');
    await care(owl, 'play', { item: 'thistles' });
    later(owl, '61s');
    expect((await look(owl)).creature.sleep_info).toBeUndefined();
    expect(await gains(owl, 'sleep')).toEqual({ health: 5 });
    await care(owl, 'medicine', { item: 'thistles' });
    expect(await gains(owl, 'sleep')).toEqual({ health: 10 });
  });

  test('a jackrabbit declines every meal until it has been played with', async () => {
    const jack = await keeping(place, 'jackrabbit');
    for (let cycle = 1; cycle <= 3; cycle += 1) {
      later(jack, '2h');
      const { action_result: refused, creature } = await care(jack, 'feed');
      expect(refused).toMatchObject({ success: false, changes: {}, effectiveness: 'wasted', timing: null });
      expect(refused.tip).toBeTruthy();
      expect(creature.hunger).toBe((await look(jack)).creature.hunger);
      expect((await care(jack, 'play')).action_result.success).toBe(true);
      expect((await care(jack, 'feed')).action_result).toMatchObject({ success: true, timing: 'on_time' });
    }
    const { stats, care_log: log } = await history(jack);
    expect(stats).toMatchObject({ total_feedings: 3, total_care_actions: 6 });
    expect(log.map(({ action, timing }) => [action, timing]).slice(0, 3)).toEqual([
      ['feed', 'on_time'],
      ['play', null],
      ['feed', null],
    ]);
    expect(await audited(jack.house)).toEqual([]);
  });

  test('a declined meal of a jackrabbit is no visit: it dies as if without care', async () => {
    const jack = await keeping(place, 'jackrabbit');
    const { dies_at: before } = (await look(jack)).creature.death_clock;
    for (let times = 1; times <= 3; times += 1) {
      later(jack, '4h');
      await care(jack, 'feed');
    }
    expect((await look(jack)).creature).toMatchObject({
      death_clock: { dies_at: before, hours_without_care: 12 },
      hours_since_fed: 12,
    });
    expect(await audited(jack.house)).toEqual([]);
  });

  test('a pangolin declines care until it trusts, and reflect raises its trust', async () => {
    const pango = await keeping(place, 'pangolin');
    for (const action of ['feed', 'play', 'clean', 'medicine', 'discipline', 'sleep'] as const) {
      const { action_result: result } = await care(pango, action);
      expect(result).toMatchObject({ action, success: false, changes: {}, effectiveness: 'wasted' });
      expect(result.tip).toBeTruthy();
    }
    for (let trust = 21; trust <= 39; trust += 1) {
      const { action_result: result, creature } = await care(pango, 'reflect');
      expect(result).toMatchObject({ success: true, changes: {} });
      expect(creature).toMatchObject({ trust: null, hidden_stats: expect.arrayContaining(['trust']) });
    }
    expect((await care(pango, 'play')).action_result.success).toBe(false);
    expect((await care(pango, 'reflect')).creature).toMatchObject({ trust: 40, hunger: expect.any(Number) });
    expect((await care(pango, 'play')).action_result.success).toBe(true);
    expect((await history(pango)).stats.total_care_actions).toBe(21);
    expect(await audited(pango.house)).toEqual([]);
  });

  test('a void shows no stat above fifty in any view', async () => {
    const dark = await keeping(place, 'void');
    expect((await look(dark)).creature).toMatchObject({ hunger: 50, happiness: 50, health: 50, trust: 20 });
    later(dark, '5h');
    expect(await gains(dark, 'feed')).toEqual({});
    const { creature } = await care(dark, 'play');
    expect(creature).toMatchObject({ hunger: 50, happiness: 50, health: 50 });
    const { care_log: log } = await history(dark);
    expect(log[0]).toMatchObject({ happiness_before: 50, happiness_after: 50, health_after: 50 });
    await adopted(dark, 'tabby', 'Sib');
    expect((await look(dark)).other_creatures).toMatchObject([{ hunger: 50, happiness: 50, health: 50 }]);
  });

  test('a persian gains three times the health from cleaning, and half from food and play', async () => {
    const persian = await keeping(place, 'persian');
    for (let times = 1; times <= 3; times += 1) await care(persian, 'medicine', { item: 'thistles' });
    expect(await gains(persian, 'clean')).toEqual({ health: 30 });
    expect(await gains(persian, 'medicine')).toEqual({ health: 25 });
    for (let times = 1; times <= 2; times += 1) await care(persian, 'play', { item: 'thistles' });
    expect(await gains(persian, 'play')).toEqual({ happiness: 7.5 });
    later(persian, '20h');
    expect(await gains(persian, 'feed')).toMatchObject({ hunger: 25 });
    expect(await audited(persian.house)).toEqual([]);
  });

  test('a bengal gains half from a meal if it was not played with since the last one', async () => {
    const bengal = await keeping(place, 'bengal');
    later(bengal, '20h');
    expect(await gains(bengal, 'feed')).toMatchObject({ hunger: 25 });
    later(bengal, '20h');
    await care(bengal, 'play');
    expect(await gains(bengal, 'feed')).toMatchObject({ hunger: 50 });
  });

  test('a chonk gains three times as much from food and half from everything else', async () => {
    const chonk = await keeping(place, 'chonk');
    for (let times = 1; times <= 4; times += 1) await care(chonk, 'play', { item: 'thistles' });
    expect(await gains(chonk, 'play')).toEqual({ happiness: 7.5 });
    expect(await gains(chonk, 'clean')).toEqual({ health: 5 });
    expect(await gains(chonk, 'medicine')).toEqual({ health: 12.5 });
    // It gains trust twice as fast as others, and half of that is the usual gain.
    expect(await gains(chonk, 'reflect')).toEqual({ trust: 2 });
    later(chonk, '20h');
    await care(chonk, 'feed', { item: 'thistles' });
    // A fifth of fifty, as so soon after the last meal, times three.
    expect(await gains(chonk, 'feed')).toEqual({ hunger: 30, happiness: -2 });
  });

  test('play is effective for a border collie only with a task', async () => {
    const collie = await keeping(place, 'border_collie');
    for (let times = 1; times <= 4; times += 1) await care(collie, 'play', { item: 'thistles' });
    const idle = (await care(collie, 'play')).action_result;
    expect(idle).toMatchObject({ effectiveness: 'reduced', tip: expect.any(String) });
    expect(await gains(collie, 'play')).toEqual({ happiness: 7.5 });
    expect((await care(collie, 'play', { item: 'red ball' })).action_result.effectiveness).toBe('reduced');
    const busy = (await care(collie, 'play', { item: 'puzzle' })).action_result;
    expect(busy).toMatchObject({ effectiveness: 'effective' });
    expect(busy).not.toHaveProperty('tip');
  });

  test('a robot gains trust fast, and a missed meal costs it twice the trust', async () => {
    const robot = await keeping(place, 'robot');
    expect(await gains(robot, 'reflect')).toEqual({ trust: 4.5 });
    later(robot, '5h');
    expect(await gains(robot, 'feed')).toMatchObject({ trust: -1 });
    later(robot, '6h1m');
    expect(await gains(robot, 'feed')).toMatchObject({ trust: -2 });
  });

  test('a creature of a designed species has the given numbers and dies by them', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aDesignerOf(house, 'wren');
    const body = {
      slug: 'moss_fox',
      name: 'Moss Fox',
      family: 'exotic',
      personality: 'Naps in green places and forgives slowly.',
      feeding_window_hours: 2,
      hunger_decay_per_hour: 3,
      happiness_decay_per_hour: 2,
      trust_speed: 'instant',
    } as const;
    await house.as(wren.key).createSpecies({ body });
    const home = await aHome(house, { username: 'kit' });
    await adopted(home, 'moss_fox');
    later(home, '1h');
    expect((await look(home)).creature).toMatchObject({
      species: 'Moss Fox',
      tier: 'community',
      family: 'exotic',
      feeding_window_hours: 2,
      feeding_status: 'due_soon',
      hunger: 97,
      happiness: 98,
      trust: 20,
    });
    expect(await gains(home, 'reflect')).toEqual({ trust: 4 });
    const { species } = await house.as().getSpecies({ params: { slug: 'moss_fox' } });
    expect(species.adoption_count).toBe(1);
  });
});
