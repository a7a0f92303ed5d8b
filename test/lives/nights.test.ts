import { expect, test } from 'vitest';

import { HOUR, iso, TimeZone } from '../../src/rules/base/clock.ts';
import { isAsleep } from '../../src/rules/lives/rhythm.ts';
import { onSqlite } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { adopted, aHome, audited, care, look, seeded, turnTo } from '../support/keeping.ts';

/** Nights from 22:00 to 6:00 by local time: what is special, zone, beginning, real duration, and whether it is slept. */
const NIGHTS = [
  ['no time zone', undefined, '2026-01-15T22:00Z', 8, true],
  ['no clock change', 'Asia/Kolkata', '2026-02-10T16:30Z', 8, true],
  ['an hour lost', 'Europe/Berlin', '2026-03-28T21:00Z', 7, true],
  ['an hour gained, awake', 'Europe/Berlin', '2026-10-24T20:00Z', 9, false],
  ['half an hour lost', 'Australia/Lord_Howe', '2026-10-03T11:30Z', 7.5, true],
] as const;

const tenths = (value: number) => Math.round(value * 10) / 10;

onSqlite((place) => {
  test.each(NIGHTS)(
    'in a night with %s (%s) hunger and sleep are right',
    async (_, timezone, from, hours, asleep) => {
      const begins = Date.parse(from);
      const ends = begins + hours * HOUR;
      const zone = new TimeZone(timezone ?? 'UTC');
      const quarters = Array.from({ length: hours * 4 }, (__, at) => begins + (at * HOUR) / 4);
      let seed = 1;
      // Bounded: with a wrong time zone no seed fits.
      while (seed < 100_000 && !quarters.every((at) => isAsleep({ seed, zone }, at) === asleep)) seed += 1;
      expect(seed).toBeLessThan(100_000);
      const house = await aHouse(await place.fresh(), { house: { random: seeded(seed) } });
      const home = await aHome(house, { username: 'wren', ...(timezone && { timezone }) });
      turnTo(house, begins);
      await adopted(home, 'housecat');
      const pace = asleep ? 1.4 * 0.5 : 1.4;
      const sleep = {
        sleeping: true,
        sleep_window_end: '06:00',
        timezone_used: zone.name,
        wakes_at: iso(ends),
      };
      for (const at of [begins + 0.25 * hours * HOUR, begins + 0.75 * hours * HOUR, ends - 1, ends]) {
        turnTo(house, at);
        const { creature } = await look(home);
        const sleeps = asleep && at < ends;
        expect(creature.hunger).toBe(tenths(100 - (pace * (at - begins)) / HOUR));
        expect(creature.mood === 'sleeping').toBe(sleeps);
        expect(creature.sleep_info).toEqual(sleeps ? sleep : undefined);
      }
      expect((await care(home, 'feed')).action_result.success).toBe(true);
      expect(await audited(house)).toEqual([]);
    },
  );
});
