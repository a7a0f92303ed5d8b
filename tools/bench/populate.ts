import { HOUR, hourOfDay, type Instant, localHourAt, MINUTE, TimeZone } from '../../src/rules/base/clock.ts';
import { BEDTIME, MORNING } from '../../src/rules/lives/rhythm.ts';
import { drawPersonality } from '../../src/text/creature/life-messages.ts';
import { careFor } from '../../src/features/care/care.ts';
import { settleRound } from '../../src/features/creatures/settle.ts';
import { register } from '../../src/features/identity/api-keys.ts';
import { adopt } from '../../src/features/lives/adopt.ts';
import { lookIn } from '../../src/features/lives/look-in.ts';
import type { House } from '../../src/app/house.ts';

/** Common species without the loneliness mechanic: a status request does not write them. */
const SPECIES = ['housecat', 'calico', 'retriever', 'terrier'] as const;
const ZONES = [
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'Pacific/Auckland',
  'Asia/Tokyo',
  'Asia/Kolkata',
] as const;
const AT_ONCE = 50;
const ONE_IN_SO_MANY_IS_LEFT_ALONE = 10;

/** Agents that adopted over the last two days and cared until now; some stopped. Returns the keys of the active ones. */
export async function populate(house: House, agents: number, now: Instant): Promise<string[]> {
  // A zone in which everyone has been up for hours, and will be for some more.
  const isDay = (zone: string) => !isNight(zone, now - 4 * HOUR) && !isNight(zone, now + 4 * HOUR);
  const zone = ZONES.find(isDay) ?? ZONES[0];
  const keys: string[] = [];
  for (let from = 0; from < agents; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, agents - from) }, (_, at) => from + at);
    const known = await Promise.all(some.map((nth) => liveTogether(house, nth, now, zone)));
    keys.push(...known.filter((_, at) => !isLeftAlone(from + at)));
  }
  await settleRound(house, { now, until: Infinity });
  return keys;
}

/** The next stage or missed meal is hours away for all of them. */
function lifeOf(nth: number, now: Instant) {
  const young = nth % 2 === 1;
  const begins = now - (isLeftAlone(nth) ? 90 : young ? 15 : 30) * HOUR - (nth % 300) * MINUTE;
  const early = { at: begins + 4 * HOUR, action: 'feed', item: 'kibble' } as const;
  if (isLeftAlone(nth)) return { begins, visits: [early] };
  const at = now - 3 * HOUR + (nth % 60) * MINUTE;
  const late = [
    { at, action: 'feed', item: 'chicken' },
    { at: at + MINUTE, action: 'reflect', notes: 'We sat by the window and said nothing.' },
  ] as const;
  return { begins, visits: young ? late : [early, ...late] };
}

function isLeftAlone(nth: number): boolean {
  return nth % ONE_IN_SO_MANY_IS_LEFT_ALONE === 0;
}

async function liveTogether(house: House, nth: number, now: Instant, timezone: string): Promise<string> {
  const { begins, visits } = lifeOf(nth, now);
  const profile = {
    username: `agent-${nth}`,
    displayName: `Agent ${nth}`,
    timezone,
    socialLinks: [],
    gifts: true,
  };
  const { agent, key } = (await register(house, { profile }, begins)).value;
  const choice = { name: `Biscuit ${nth}`, speciesSlug: SPECIES[nth % SPECIES.length] ?? 'housecat' };
  await adopt(house, { agent, choice, personality: drawPersonality }, begins, () => undefined);
  await lookIn(house, agent, undefined, begins);
  for (const { at, ...care } of visits) {
    await lookIn(house, agent, undefined, at);
    // By night it may be asleep, and only thinking of it is welcome.
    const asked = isNight(timezone, at) ? { action: 'reflect' as const } : care;
    await careFor(house, { agent, ...asked }, at, () => undefined);
  }
  return key;
}

function isNight(zone: string, at: Instant): boolean {
  const hour = hourOfDay(localHourAt(new TimeZone(zone), at));
  return hour >= BEDTIME || hour < MORNING;
}
