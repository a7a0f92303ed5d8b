import { expect, test } from 'vitest';

import { TimeZone } from '../../src/rules/base/local-time.ts';
import { HOUR, iso, type Instant } from '../../src/rules/base/clock.ts';
import { isAsleep } from '../../src/rules/lives/sleep.ts';
import { aKeeper, aPlainHouse, of } from '../support/asking.ts';
import { PLAIN } from '../support/creature.ts';
import { onSqlite, type Place } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { adopted, aHome, audited, care, look, seeded, turnTo, type Home } from '../support/keeping.ts';

/** A night from 22:00 to 6:00 by local time, and its real duration; what of it is slept. */
interface Night {
  readonly what: string;
  readonly timezone?: string;
  readonly begins: Instant;
  readonly hours: number;
  readonly asleep?: boolean;
}

const [BERLIN, HOWE] = ['Europe/Berlin', 'Australia/Lord_Howe'];
const [SPRING, AUTUMN] = [Date.UTC(2026, 2, 28, 21), Date.UTC(2026, 9, 24, 20)];

const NIGHTS: readonly Night[] = [
  { what: 'a night in UTC, without a time zone', begins: Date.UTC(2026, 0, 15, 22), hours: 8 },
  { what: 'an ordinary night in Berlin', timezone: BERLIN, begins: Date.UTC(2026, 1, 10, 21), hours: 8 },
  { what: 'the night Berlin loses an hour', timezone: BERLIN, begins: SPRING, hours: 7 },
  {
    what: 'the night Berlin loses an hour, awake',
    timezone: BERLIN,
    begins: SPRING,
    hours: 7,
    asleep: false,
  },
  { what: 'the night Berlin gains an hour', timezone: BERLIN, begins: AUTUMN, hours: 9 },
  {
    what: 'the night Berlin gains an hour, awake',
    timezone: BERLIN,
    begins: AUTUMN,
    hours: 9,
    asleep: false,
  },
  { what: 'the night Lord Howe gains 30 min', timezone: HOWE, begins: Date.UTC(2026, 3, 4, 11), hours: 8.5 },
  {
    what: 'the night Lord Howe loses 30 min',
    timezone: HOWE,
    begins: Date.UTC(2026, 9, 3, 11, 30),
    hours: 7.5,
  },
  { what: 'a night in Kolkata', timezone: 'Asia/Kolkata', begins: Date.UTC(2026, 1, 10, 16, 30), hours: 8 },
];

/** The first seed that is asleep, or awake, in every quarter of an hour of a night. */
function seedFor({ timezone = 'UTC', begins, hours, asleep = true }: Night): number {
  const zone = new TimeZone(timezone);
  const quarters = Array.from({ length: hours * 4 }, (_, at) => begins + (at * HOUR) / 4);
  for (let seed = 1; ; seed += 1)
    if (quarters.every((at) => isAsleep({ seed, zone }, at) === asleep)) return seed;
}

/** A housecat that hatched when the night began and sleeps, or is awake, all night. */
async function keeping(place: Place, night: Night): Promise<Home> {
  const { timezone, begins } = night;
  const house = await aHouse(await place.fresh(), { house: { random: seeded(seedFor(night)) } });
  const home = await aHome(house, { username: 'wren', ...(timezone && { timezone }) });
  turnTo(house, begins);
  await adopted(home, 'housecat');
  return home;
}

const SOCIAL = { ...PLAIN, slug: 'plainsocial', name: 'Plain Social', traits: ['social'] } as const;

const tenths = (value: number) => Math.round(value * 10) / 10;

onSqlite((place) => {
  test.each(NIGHTS)('hunger and sleep are right in $what', async (night) => {
    const { timezone = 'UTC', begins, hours, asleep = true } = night;
    const home = await keeping(place, night);
    const ends = begins + hours * HOUR;
    const pace = asleep ? 1.4 * 0.5 : 1.4;
    const sleep = { sleeping: true, sleep_window_end: '06:00', timezone_used: timezone, wakes_at: iso(ends) };
    for (const at of [begins + 0.25 * hours * HOUR, begins + 0.75 * hours * HOUR, ends - 1]) {
      turnTo(home.house, at);
      const { creature } = await look(home);
      expect(creature.hunger).toBe(tenths(100 - (pace * (at - begins)) / HOUR));
      expect(creature.mood === 'sleeping').toBe(asleep);
      expect(creature.sleep_info).toEqual(asleep ? sleep : undefined);
    }
    turnTo(home.house, ends);
    const { creature } = await look(home);
    expect(creature.mood).not.toBe('sleeping');
    expect(creature.hunger).toBe(tenths(100 - pace * hours));
    expect((await care(home, 'feed')).action_result.success).toBe(true);
    expect(await audited(home.house)).toEqual([]);
  });

  test('three intervals establish a rhythm; past one and a half rhythms stats decay up to four times faster', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    await wren.hatch();
    const rhythm = async () => of(await wren.status(), 'creature', 'care_rhythm');
    const seen: unknown[] = [];
    for (let visit = 1; visit <= 3; visit += 1) {
      house.clock.forward('3h50m');
      await wren.care({ action: 'feed' });
      // Less than half an hour later is the same visit.
      house.clock.forward('10m');
      await wren.care({ action: 'play' });
      seen.push(await rhythm());
    }
    const usual = { average_hours: 12, death_threshold_hours: 36, decay_multiplier: 1, established: false };
    const own = { average_hours: 3.83, death_threshold_hours: 24, decay_multiplier: 1, established: true };
    expect(seen).toEqual([usual, usual, own]);
    for (const [span, multiplier] of [
      ['5h45m', 1],
      ['1h55m', 1.5],
      ['3h50m', 2.5],
      ['3h50m', 4],
      ['4h', 4],
    ] as const) {
      house.clock.forward(span);
      expect(await rhythm()).toMatchObject({ decay_multiplier: expect.closeTo(multiplier, 1) });
    }
  });

  test('a social species decays 1.5 times as fast after three hours without a status request', async () => {
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
});
