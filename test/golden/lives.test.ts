import { expect, test } from 'vitest';

import { HOUR, type Instant, offsetAt, TimeZone } from '../../src/rules/base/clock.ts';
import { FORMS } from '../../src/rules/lives/growth.ts';
import { STATS } from '../../src/rules/vocabulary.ts';
import { simulate, type LifeStory, type StoryEvent } from '../../tools/sim/simulate.ts';
import { builtIn } from '../support/creature.ts';

// A changed line is a changed rule: review it, then update with `vitest run test/golden -u`.
const LIVES = [
  ['housecat', 'diligent', 'Europe/Berlin', '2026-03-26T09:00:00Z', 14],
  ['owl', 'night_owl', 'America/New_York', '2026-10-30T20:00:00Z', 20],
  ['pangolin', 'diligent', 'Asia/Kathmandu', '2026-05-01T03:00:00Z', 14],
  ['border_collie', 'erratic', 'Australia/Lord_Howe', '2026-04-03T00:00:00Z', 20],
  ['jackrabbit', 'bursty', 'Africa/Casablanca', '2026-02-13T12:00:00Z', 20],
  ['hedgehog', 'once_a_day', 'Asia/Kolkata', '2026-07-01T06:30:00Z', 20],
  ['void', 'boundary', 'America/St_Johns', '2026-03-06T23:59:59Z', 20],
  ['tortoise', 'neglectful', 'Antarctica/Troll', '2026-10-24T18:00:00Z', 30],
  ['beagle', 'diligent', 'Pacific/Chatham', '2026-09-25T09:00:00Z', 10],
  ['robot', 'erratic', 'UTC', '2026-12-30T00:00:00Z', 20],
] as const;

test.each(LIVES)(
  'the life of a %s with a %s keeper in %s matches its file',
  async (slug, keeper, zone, start, days) => {
    const startAt = Date.parse(start);
    const lines = linesOf(simulate({ species: builtIn(slug), keeper, seed: 7, zone, startAt, days }));
    expect(lines.length).toBeLessThanOrEqual(400);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`./lives/${slug}.txt`);
  },
);

/** One line about the creature, then one per event, in its keeper's time zone. */
function linesOf(story: LifeStory): string[] {
  const { species, keeper, seed, zone, startAt, endedAt } = story;
  const hours = Math.floor((endedAt - startAt) / HOUR);
  const age = `${Math.floor(hours / 24)} days ${hours % 24} hours old`;
  const events = story.events.map((event) => `${timeOf(event.at, zone)}  ${describe(event, story)}`);
  const end = `${timeOf(endedAt, zone)}  ${story.creature.died ? 'was' : 'is'} ${age}`;
  return [`${species.name} with a ${keeper} keeper in ${zone}, seed ${seed}`, ...events, end];
}

function timeOf(at: Instant, zone: string): string {
  const local = new Date(at + offsetAt(new TimeZone(zone), at)).toISOString();
  return local.replace('T', ' ').replace(/(?:\.000)?Z$/, '');
}

function describe(event: StoryEvent, { species }: LifeStory): string {
  if (event.kind === 'refused') return `refused ${event.action}: ${event.reason}`;
  if (event.kind === 'died') return `died: ${event.cause}`;
  if (event.kind === 'grew')
    return `grew: ${event.to}${event.path ? `, ${event.path}, ${FORMS[species.family][event.path]}` : ''}`;
  if (event.kind === 'hatched') return 'hatched';
  const { action, item, timing, effectiveness, milestones, after } = event;
  const given = item ? ` (${item.name}, ${item.category})` : '';
  const stats = STATS.map((stat) => `${stat} ${after[stat].toFixed(1)}`).join(' ');
  const reached = milestones.map(({ type, threshold }) => ` * ${type} ${threshold}`).join('');
  return `${action}${given}: ${[timing, effectiveness].filter(Boolean).join(', ')} [${stats}]${reached}`;
}
