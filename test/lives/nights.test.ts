import { expect, test } from 'vitest';

import { TimeZone } from '../../src/rules/base/local-time.ts';
import { HOUR, iso, type Instant } from '../../src/rules/base/clock.ts';
import { isAsleep } from '../../src/rules/lives/sleep.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import {
  adopted,
  aHome,
  audited,
  care,
  history,
  look,
  refusal,
  seeded,
  turnTo,
  type Home,
} from '../support/keeping.ts';

/** A night from 22:00 to 6:00 by local time, and its real duration. */
interface Night {
  readonly what: string;
  readonly timezone: string;
  readonly begins: Instant;
  readonly hours: number;
}

const SHORT: Night = {
  what: 'the night Berlin loses an hour',
  timezone: 'Europe/Berlin',
  begins: Date.UTC(2026, 2, 28, 21),
  hours: 7,
};

const NIGHTS: readonly Night[] = [
  {
    what: 'an ordinary night in Berlin',
    timezone: 'Europe/Berlin',
    begins: Date.UTC(2026, 1, 10, 21),
    hours: 8,
  },
  SHORT,
  {
    what: 'the night Berlin gains an hour',
    timezone: 'Europe/Berlin',
    begins: Date.UTC(2026, 9, 24, 20),
    hours: 9,
  },
  {
    what: 'the night Lord Howe gains half an hour',
    timezone: 'Australia/Lord_Howe',
    begins: Date.UTC(2026, 3, 4, 11),
    hours: 8.5,
  },
  {
    what: 'the night Lord Howe loses half an hour',
    timezone: 'Australia/Lord_Howe',
    begins: Date.UTC(2026, 9, 3, 11, 30),
    hours: 7.5,
  },
  {
    what: 'a night in Kolkata, half an hour off',
    timezone: 'Asia/Kolkata',
    begins: Date.UTC(2026, 1, 10, 16, 30),
    hours: 8,
  },
];

/** The first seed that is asleep, or awake, in every quarter of an hour of a night. */
function sleeping({ timezone, begins, hours }: Night, asleep: boolean): number {
  const zone = new TimeZone(timezone);
  const quarters = Array.from({ length: hours * 4 }, (_, at) => begins + (at * HOUR) / 4);
  for (let seed = 1; ; seed += 1)
    if (quarters.every((at) => isAsleep({ seed, zone }, at) === asleep)) return seed;
}

const endOf = ({ begins, hours }: Night) => begins + hours * HOUR;

/** A housecat that hatched when the night began and sleeps, or is awake, all night. */
async function keeping(place: Place, night: Night, asleep: boolean): Promise<Home> {
  const chance = seeded(sleeping(night, asleep));
  const house = await aHouse(await place.fresh(), { house: { random: chance } });
  const home = await aHome(house, { username: 'wren', timezone: night.timezone });
  turnTo(house, night.begins);
  await adopted(home, 'housecat');
  return home;
}

const tenths = (value: number) => Math.round(value * 10) / 10;

eachDatabase((place) => {
  test.each(NIGHTS)('a creature asleep in $what gets half as hungry', async (night) => {
    const home = await keeping(place, night, true);
    for (const share of [0.25, 0.5, 0.75]) {
      turnTo(home.house, night.begins + share * night.hours * HOUR);
      expect((await look(home)).creature).toMatchObject({
        mood: 'sleeping',
        hunger: tenths(100 - 1.4 * 0.5 * share * night.hours),
        sleep_info: { sleeping: true, sleep_window_end: '06:00', timezone_used: night.timezone },
      });
    }
    turnTo(home.house, endOf(night) - 1);
    expect((await look(home)).creature.mood).toBe('sleeping');
    turnTo(home.house, endOf(night));
    const { creature } = await look(home);
    expect(creature.mood).not.toBe('sleeping');
    expect(creature.hunger).toBe(tenths(100 - 1.4 * 0.5 * night.hours));
    expect((await care(home, 'feed')).action_result.success).toBe(true);
    expect(await audited(home.house)).toEqual([]);
  });

  test.each(NIGHTS.slice(1, 3))('a creature awake in $what gets as hungry as by day', async (night) => {
    const home = await keeping(place, night, false);
    turnTo(home.house, endOf(night) - 1);
    expect((await look(home)).creature.hunger).toBe(tenths(100 - 1.4 * night.hours));
    expect((await look(home)).creature.sleep_info).toBeUndefined();
    expect((await care(home, 'feed')).action_result.success).toBe(true);
  });

  test('a sleeping creature accepts only reflect, and refused attempts leave no trace', async () => {
    const home = await keeping(place, SHORT, true);
    home.house.clock.forward('2h');
    for (const action of ['feed', 'play', 'clean', 'medicine', 'discipline', 'sleep'] as const) {
      const { status, problem } = await refusal(care(home, action));
      expect(status, action).toBe(409);
      expect(problem).toMatchObject({
        error: 'Bo is sleeping',
        message: expect.any(String),
        sleep_info: { sleeping: true, sleep_window_end: '06:00', timezone_used: 'Europe/Berlin' },
        suggestion: expect.any(String),
      });
      expect(problem.next_steps?.map((step) => step.action)).toContain('reflect');
    }
    const { creature, action_result: result } = await care(home, 'reflect');
    expect(creature.mood).toBe('sleeping');
    expect(result).toMatchObject({ success: true, changes: { trust: { before: 20, after: 21 } } });
    const { care_log: log, stats } = await history(home);
    expect(log.map(({ action }) => action)).toEqual(['reflect']);
    expect(stats.total_care_actions).toBe(1);
    expect(await audited(home.house)).toEqual([]);
  });

  test('the repeated hour in autumn is asleep both times or awake both times', async () => {
    const begins = Date.UTC(2026, 9, 24, 20);
    const [first, second] = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)];
    const zone = new TimeZone('Europe/Berlin');
    for (const asleep of [true, false]) {
      let seed = 1;
      while (isAsleep({ seed, zone }, first) !== asleep || isAsleep({ seed, zone }, begins)) seed += 1;
      const house = await aHouse(await place.fresh(), { house: { random: seeded(seed) } });
      const home = await aHome(house, { username: 'wren', timezone: zone.name });
      turnTo(house, begins);
      await adopted(home, 'housecat');
      for (const at of [first, second]) {
        turnTo(house, at);
        expect((await look(home)).creature.sleep_info?.sleeping ?? false, iso(at)).toBe(asleep);
      }
    }
  });

  test('without a time zone nights are in UTC, and creatures are awake before 22:00 and after 6:00', async () => {
    const night = { what: '', timezone: 'UTC', begins: Date.UTC(2026, 0, 15, 22), hours: 8 };
    const house = await aHouse(await place.fresh(), { house: { random: seeded(sleeping(night, true)) } });
    const home = await aHome(house, { username: 'wren' });
    await adopted(home, 'housecat');
    turnTo(house, night.begins - 1);
    expect((await look(home)).creature.sleep_info).toBeUndefined();
    turnTo(house, night.begins);
    expect((await look(home)).creature.sleep_info).toEqual({
      sleeping: true,
      sleep_window_end: '06:00',
      timezone_used: 'UTC',
      wakes_at: iso(endOf(night)),
    });
    turnTo(house, endOf(night));
    expect((await look(home)).creature.sleep_info).toBeUndefined();
  });

  test('about a third of the night hours is slept', async () => {
    const house = await aHouse(await place.fresh(), { house: { random: seeded(11, 12, 13, 14, 15) } });
    const home = await aHome(house, { username: 'wren' });
    for (let each = 1; each <= 5; each += 1) await adopted(home, 'tortoise', `Bo${each}`);
    turnTo(house, Date.UTC(2026, 0, 15, 22, 30));
    let slept = 0;
    for (let hour = 0; hour < 8; hour += 1) {
      const { creature, other_creatures: others = [] } = await look(home);
      slept += [creature, ...others].filter(({ mood }) => mood === 'sleeping').length;
      house.clock.forward('1h');
    }
    expect(slept / 40).toBeGreaterThan(0.2);
    expect(slept / 40).toBeLessThan(0.45);
  });
});
