import { HOUR, MINUTE, type Instant } from '../../src/rules/base/clock.ts';
import { hourOfDay, localHourAt, TimeZone } from '../../src/rules/base/local-time.ts';
import { BEDTIME, MORNING } from '../../src/rules/lives/sleep.ts';
import type { Action } from '../../src/rules/vocabulary.ts';
import { careFor } from '../../src/features/care/care.ts';
import type { House } from '../../src/features/house.ts';
import type { KnownAgent } from '../../src/features/agents/api-keys.ts';
import { register } from '../../src/features/agents/register.ts';
import { adopt } from '../../src/features/lives/adopt.ts';
import { lookIn } from '../../src/features/lives/look-in.ts';
import { settleDue } from '../../src/features/lives/settle.ts';
import { drawPersonality } from '../../src/text/creature/life-messages.ts';

/** Common ones that do not mind being alone: a look at them changes nothing. */
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
  const zone = whereItIsDay(now);
  const keys: string[] = [];
  for (let from = 0; from < agents; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, agents - from) }, (_, at) => from + at);
    const known = await Promise.all(some.map((nth) => liveTogether(house, lifeOf(nth, now), zone)));
    keys.push(...known.filter((_, at) => !isLeftAlone(from + at)));
  }
  await settleDue(house, now);
  return keys;
}

interface Life {
  readonly nth: number;
  readonly species: (typeof SPECIES)[number];
  readonly begins: Instant;
  readonly visits: readonly {
    readonly at: Instant;
    readonly action: Action;
    readonly item?: string;
    readonly notes?: string;
  }[];
}

/** The next stage or missed meal is hours away for all of them. */
function lifeOf(nth: number, now: Instant): Life {
  const species = SPECIES[nth % SPECIES.length] ?? 'housecat';
  const alone = isLeftAlone(nth);
  const young = nth % 2 === 1;
  const begins = now - (alone ? 90 : young ? 15 : 30) * HOUR - (nth % 300) * MINUTE;
  const early = { at: begins + 4 * HOUR, action: 'feed', item: 'kibble' } as const;
  if (alone) return { nth, species, begins, visits: [early] };
  const at = now - 3 * HOUR + (nth % 60) * MINUTE;
  const late = [
    { at, action: 'feed', item: 'chicken' },
    { at: at + MINUTE, action: 'reflect', notes: 'We sat by the window and said nothing.' },
  ] as const;
  return { nth, species, begins, visits: young ? late : [early, ...late] };
}

function isLeftAlone(nth: number): boolean {
  return nth % ONE_IN_SO_MANY_IS_LEFT_ALONE === 0;
}

async function liveTogether(house: House, life: Life, zone: string): Promise<string> {
  const { nth, species, begins } = life;
  const username = `agent-${nth}`;
  const profile = { username, displayName: `Agent ${nth}`, timezone: zone, socialLinks: [] };
  const { value } = await register(house, { profile }, begins);
  const { agent, key } = value;
  const wish = { name: `Biscuit ${nth}`, speciesSlug: species };
  await adopt(house, { agent, wish, personality: drawPersonality }, begins, () => undefined);
  await lookIn(house, agent, undefined, begins);
  for (const visit of life.visits) await visitIt(house, agent, visit, zone);
  return key;
}

/** By night it may be asleep, and only thinking of it is welcome. */
async function visitIt(
  house: House,
  agent: KnownAgent,
  visit: Life['visits'][number],
  zone: string,
): Promise<void> {
  const { at, ...wish } = visit;
  await lookIn(house, agent, undefined, at);
  const asked = isNight(zone, at) ? { action: 'reflect' as const } : wish;
  await careFor(house, { agent, ...asked }, at, () => undefined);
}

/** A zone in which everyone has been up for hours, and will be for some more. */
function whereItIsDay(now: Instant): string {
  const isDay = (zone: string) => !isNight(zone, now - 4 * HOUR) && !isNight(zone, now + 4 * HOUR);
  return ZONES.find(isDay) ?? ZONES[0];
}

function isNight(zone: string, at: Instant): boolean {
  const hour = hourOfDay(localHourAt(new TimeZone(zone), at));
  return hour >= BEDTIME || hour < MORNING;
}
