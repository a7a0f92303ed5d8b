import { expect, test } from 'vitest';

import { TimeZone } from '../../src/rules/base/local-time.ts';
import { HOUR, iso, type Instant } from '../../src/rules/base/clock.ts';
import { isAsleep } from '../../src/rules/lives/sleep.ts';
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
});
