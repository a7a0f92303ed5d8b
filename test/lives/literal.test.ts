import ICAL from 'ical.js';
import { expect, test } from 'vitest';

import type { NextStep } from '../../src/api/fields.ts';
import { DAY, MINUTE, type Instant } from '../../src/rules/base/clock.ts';
import { onSqlite, type Place } from '../support/databases.ts';
import { aHouse, type TestHouse, type Told } from '../support/house.ts';
import { adopted, aHome, history, look, seeded, turnTo, type Home } from '../support/keeping.ts';
import { Walker } from '../support/walker.ts';

// Agents over HTTP that follow one channel only; tools/sim/literal.ts simulates the same for every species.

/** The time of the next visit, from the last answer. */
type Channel = (agent: LiteralAgent, told: Told) => Promise<Instant> | Instant;

class LiteralAgent {
  readonly home: Home;
  readonly #walker: Walker;
  readonly wishesSeen = new Set<string>();
  wishesGranted = 0;

  constructor(home: Home) {
    this.home = home;
    this.#walker = new Walker(home.house, home.key);
  }

  get now(): Instant {
    return this.home.house.clock.now();
  }

  async keep(channel: Channel, days: number, ids: readonly string[] = []): Promise<void> {
    const until = this.now + days * DAY;
    while (this.now < until) {
      await this.noteWishes(ids);
      const told = await this.visit();
      turnTo(this.home.house, Math.max(await channel(this, told), this.now + MINUTE));
    }
  }

  /** Reads the status of all, then sends the first step of every answer unchanged while it is an action. */
  async visit(): Promise<Told> {
    let told = await this.#walker.follow(LOOK_ROUND);
    let calls = 1;
    for (let step = firstStep(told); step && step.action !== 'check_back'; step = firstStep(told)) {
      told = await this.#walker.follow(step);
      if (told.status !== 200) throw new Error(`${step.action} was refused: ${told.text}`);
      if (told.body['wish_granted'] !== undefined) this.wishesGranted += 1;
      calls += 1;
      if (calls > MOST_CALLS) throw new Error(`the visit does not end: ${JSON.stringify(step)}`);
    }
    return told;
  }

  /** Records open wishes; creature and deadline identify a wish. */
  async noteWishes(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const { wish } = await look(this.home, id);
      if (wish) this.wishesSeen.add(`${id} ${wish.until}`);
    }
  }

  async meals(id: string): Promise<readonly (string | null)[]> {
    const { care_log: log } = await history(this.home, id);
    return log.filter(({ action }) => action === 'feed').map(({ timing }) => timing);
  }
}

/** Above the number of calls of a visit to three creatures. */
const MOST_CALLS = 40;

const LOOK_ROUND: NextStep = {
  action: 'check_status',
  method: 'GET',
  endpoint: '/api/house/status?view=brief',
  description: 'See how they are.',
};

function firstStep({ body }: Told): NextStep | undefined {
  return (body['next_steps'] as readonly NextStep[] | undefined)?.[0];
}

function checkinIn({ body }: Told): { readonly at: string; readonly cron?: string } {
  return body['recommended_checkin'] as { at: string; cron?: string };
}

const byAt: Channel = (_, told) => Date.parse(checkinIn(told).at);

const byHeartbeat: Channel = ({ now }) => now + 30 * MINUTE;

/** Follows the crontab line, which is read anew with every full status. */
const byCron: Channel = async ({ home, now }) => {
  const { cron = '' } = (await look(home)).recommended_checkin ?? {};
  const fields = cron.split(' ').map(valuesOf);
  for (let at = (Math.floor(now / MINUTE) + 1) * MINUTE; ; at += MINUTE) {
    const moment = new Date(at);
    const [minutes, hours] = fields;
    if (minutes?.(moment.getUTCMinutes()) && hours?.(moment.getUTCHours())) return at;
  }
};

function valuesOf(field: string): (value: number) => boolean {
  const [range = '*', every = '1'] = field.split('/');
  const [from = 0, to = 59] = range === '*' ? [0, 59] : range.split('-').map(Number);
  if (range.includes(',')) return (value) => range.split(',').map(Number).includes(value);
  const last = range === '*' || range.includes('-') ? to : from;
  return (value) => value >= from && value <= last && (value - from) % Number(every) === 0;
}

/** Visits at the start of the next event of the calendar. */
function byCalendar(path: string): Channel {
  return async ({ home, now }) => {
    const { text } = await home.house.ask({ path });
    const events = new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent');
    const starts = events.map((event) => new ICAL.Event(event).startDate.toJSDate().getTime());
    return Math.min(...starts.filter((at) => at > now));
  };
}

async function feedOf({ house, key }: Home): Promise<string> {
  const { body } = await house.ask({ method: 'POST', path: '/api/house/calendar', key });
  const { pathname, search } = new URL(String(body['feed_url']));
  return pathname + search;
}

/** With a fixed seed, so that creatures sleep the same nights in every run. */
async function aQuietHouse(place: Place): Promise<TestHouse> {
  return aHouse(await place.fresh(), { house: { random: seeded(101, 102, 103) } });
}

async function anAgent(house: TestHouse, timezone: string): Promise<LiteralAgent> {
  return new LiteralAgent(await aHome(house, { username: 'literal', timezone }));
}

const CHANNELS = {
  'recommended_checkin.at': async () => byAt,
  'recommended_checkin.cron': async () => byCron,
  'heartbeat.md': async () => byHeartbeat,
  'the calendar': async (home) => byCalendar(await feedOf(home)),
} satisfies Readonly<Record<string, (home: Home) => Promise<Channel>>>;

const LEAST_ON_TIME = [
  ['ferret', 0.9],
  ['jackrabbit', 0.88],
  ['tortoise', 0.9],
] as const;
/** A jackrabbit eats every three hours; visits of a cron line are whole hours apart, and some fall into its sleep. */
const LEAST_ON_TIME_BY_CRON = 0.8;

onSqlite((place) => {
  test.each(Object.entries(CHANNELS))(
    'an agent that only follows %s keeps three creatures well, over HTTP',
    { timeout: 120_000 },
    async (name, channelFor) => {
      const agent = await anAgent(await aQuietHouse(place), 'America/New_York');
      const kept: { readonly id: string; readonly leastOnTime: number }[] = [];
      for (const [slug, leastOnTime] of LEAST_ON_TIME)
        kept.push({
          id: await adopted(agent.home, slug, slug),
          leastOnTime: name.endsWith('cron') && slug === 'jackrabbit' ? LEAST_ON_TIME_BY_CRON : leastOnTime,
        });
      const ids = kept.map(({ id }) => id);
      await agent.keep(await channelFor(agent.home), 3, ids);
      expect(agent.wishesSeen.size).toBeGreaterThan(5);
      // The last ones may still be open.
      expect(agent.wishesGranted).toBeGreaterThanOrEqual(0.8 * (agent.wishesSeen.size - ids.length));
      for (const { id, leastOnTime } of kept) {
        const { creature } = await look(agent.home, id);
        expect(creature.health).toBeGreaterThan(90);
        const meals = await agent.meals(id);
        expect(meals).not.toContain('missed_window');
        expect(meals.filter((timing) => timing === 'on_time').length / meals.length).toBeGreaterThanOrEqual(
          leastOnTime,
        );
      }
    },
  );

  test('an agent that only follows next_steps[0] hatches every egg in its first visit', async () => {
    const agent = await anAgent(await aQuietHouse(place), 'Asia/Kolkata');
    const { house, key } = agent.home;
    for (const name of ['One', 'Two', 'Three'])
      await house.ask({
        method: 'POST',
        path: '/api/house/adopt',
        key,
        body: { name, species_slug: 'tabby' },
      });
    const told = await agent.visit();
    expect(firstStep(told)?.action).toBe('check_back');
    const { creatures } = (await house.ask({ path: '/api/house/status?view=brief', key })).body;
    expect(creatures).toHaveLength(3);
    expect(JSON.stringify(creatures)).not.toContain('egg');
  });

  test('a nearly starved creature is well within three days of following next_steps[0]', async () => {
    const agent = await anAgent(await aQuietHouse(place), 'Asia/Kolkata');
    const id = await adopted(agent.home, 'tabby');
    turnTo(agent.home.house, agent.now + 23.5 * 60 * MINUTE);
    expect((await look(agent.home, id)).creature.health).toBeLessThan(60);
    await agent.keep(byAt, 3);
    expect((await look(agent.home, id)).creature.health).toBeGreaterThan(90);
  });
});
