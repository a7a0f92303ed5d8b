import ICAL from 'ical.js';
import { expect, test } from 'vitest';

import { DAY, MINUTE, type Instant } from '../../src/rules/base/clock.ts';
import type { NextStep } from '../../src/api/fields.ts';
import type { ToolStep } from '../../src/mcp/tool-text.ts';
import { aListeningHouse } from '../mcp/listening.ts';
import { call, done, overHttp } from '../mcp/speaking.ts';
import { onSqlite, type Place } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { adopt, aHome, history, look, seeded, turnTo, type Home } from '../support/keeping.ts';
import { Walker } from '../support/walker.ts';

// Agents over HTTP and MCP that follow one channel and next_steps[0]; literal-lives.ts simulates the same.
const DAYS = process.env['TEST_LONG'] ? 30 : 2;
const TIMEOUT = { timeout: 120_000 };
/** Above the number of calls of a visit to three creatures. */
const MOST_CALLS = 40;

interface Shown {
  readonly creature?: { readonly id: string };
  readonly creatures?: readonly object[];
  readonly wish_granted?: object;
  readonly deaths?: readonly object[];
  readonly next_steps?: readonly NextStep[];
  readonly recommended_checkin?: { readonly at: string; readonly cron: string };
}

const BRIEF = { method: 'GET', endpoint: '/api/house/status?view=brief' } as const;
const LOOK_ROUND: NextStep = { action: 'check_status', ...BRIEF, description: 'See how they are.' };

class Player {
  readonly home: Home;
  readonly ids: string[] = [];
  readonly #walker: Walker;
  readonly #wishes = new Set<string>();
  readonly counts = { refused: 0, granted: 0, deaths: 0 };

  constructor(home: Home) {
    this.home = home;
    this.#walker = new Walker(home.house, home.key);
  }

  get now(): Instant {
    return this.home.house.clock.now();
  }

  async adopt(...species: readonly string[]): Promise<void> {
    for (const [nth, species_slug] of species.entries())
      this.ids.push((await adopt(this.home, { name: `Bo ${nth}`, species_slug })).creature.id);
  }

  see({ wish_granted: granted, deaths = [] }: Shown, isRefused: boolean): void {
    this.counts.refused += Number(isRefused);
    this.counts.granted += Number(granted !== undefined);
    this.counts.deaths += deaths.length;
  }

  /** Records open wishes; creature and deadline identify a wish. */
  async noteWishes(): Promise<number> {
    for (const id of this.ids) {
      const { wish } = await look(this.home, id);
      if (wish) this.#wishes.add(`${id} ${wish.until}`);
    }
    return this.#wishes.size;
  }

  /** Reads the status of all, then sends the first step of every answer until that is a later check-in. */
  async visit(): Promise<Shown> {
    let step: NextStep | undefined = LOOK_ROUND;
    let shown: Shown = {};
    for (let acts = 0; step && step.action !== 'check_back'; acts += 1) {
      const { body, status } = await this.#walker.follow(step);
      if (acts > MOST_CALLS) throw new Error(`the steps of a visit do not end: ${JSON.stringify(step)}`);
      this.see(body, status >= 400);
      shown = body;
      step = shown.next_steps?.[0];
    }
    return shown;
  }

  /** Visits for some days; the channel decides the time of the next visit. */
  async keep(next: Channel, visit = () => this.visit()): Promise<void> {
    const until = this.now + DAYS * DAY;
    while (this.now < until) {
      await this.noteWishes();
      const seen = await visit();
      turnTo(this.home.house, Math.max(await next(this, seen), this.now + MINUTE));
    }
  }

  async meals(id: string): Promise<readonly (string | null)[]> {
    const { care_log: log } = await history(this.home, id);
    return log.filter(({ action }) => action === 'feed').map(({ timing }) => timing);
  }
}

async function expectKeptWell(player: Player): Promise<void> {
  const { counts, ids } = player;
  const wishes = await player.noteWishes();
  expect(counts).toMatchObject({ refused: 0, deaths: 0 });
  // The last ones may still be open.
  expect(counts.granted).toBeGreaterThanOrEqual(0.8 * (wishes - ids.length));
  for (const id of ids) expect(await player.meals(id)).not.toContain('missed_window');
}

type Channel = (player: Player, seen: Shown) => Promise<Instant> | Instant;

const byAt: Channel = (_, seen) => Date.parse(seen.recommended_checkin?.at ?? '');

/** The next minute that matches the crontab line, which is read anew with every full status. */
const byCron: Channel = async ({ home, now }) => {
  const { cron = '' } = (await look(home)).recommended_checkin ?? {};
  const [minutes = '', hours = ''] = cron.split(' ');
  for (let at = (Math.floor(now / MINUTE) + 1) * MINUTE; ; at += MINUTE) {
    const moment = new Date(at);
    if (fits(minutes, moment.getUTCMinutes()) && fits(hours, moment.getUTCHours())) return at;
  }
};

function fits(field: string, value: number): boolean {
  return field.split(',').some((part) => {
    const [range = '*', every = '1'] = part.split('/');
    if (range === '*') return value % Number(every) === 0;
    const [from = 0, to = part.includes('/') ? 59 : from] = range.split('-').map(Number);
    return value >= from && value <= to && (value - from) % Number(every) === 0;
  });
}

async function byCalendar({ house, key }: Home): Promise<Channel> {
  const { body } = await house.ask({ method: 'POST', path: '/api/house/calendar', key });
  const { pathname, search } = new URL(String(body['feed_url']));
  return async ({ now }) => {
    const { text } = await house.ask({ path: pathname + search });
    const events = new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent');
    const starts = events.map((event) => new ICAL.Event(event).startDate.toJSDate().getTime());
    return Math.min(...starts.filter((at) => at > now));
  };
}

const CHANNELS: readonly [string, (home: Home) => Channel | Promise<Channel>][] = [
  ['recommended_checkin.at', () => byAt],
  ['recommended_checkin.cron', () => byCron],
  ['heartbeat.md', () => (player) => player.now + 30 * MINUTE],
  ['the calendar', byCalendar],
];

const LEAST_ON_TIME = { ferret: 0.9, jackrabbit: 0.88, tortoise: 0.9 };
/** A jackrabbit eats every three hours; visits of a cron line are whole hours apart, and some fall into its sleep. */
const LEAST_ON_TIME_BY_CRON = { ...LEAST_ON_TIME, jackrabbit: 0.8 };

/** With a fixed seed, so that creatures sleep the same nights in every run. */
async function aPlayer(place: Place, timezone: string): Promise<Player> {
  const house = await aHouse(await place.fresh(), { house: { random: seeded(101, 102, 103) } });
  return new Player(await aHome(house, { username: 'wren', timezone }));
}

onSqlite((place) => {
  test.each(CHANNELS)('following only %s keeps three creatures well', TIMEOUT, async (name, channelFor) => {
    const player = await aPlayer(place, 'America/New_York');
    const least = Object.entries(name.endsWith('cron') ? LEAST_ON_TIME_BY_CRON : LEAST_ON_TIME);
    await player.adopt(...Object.keys(LEAST_ON_TIME));
    await player.visit();
    await player.keep(await channelFor(player.home));
    await expectKeptWell(player);
    expect(player.counts.granted).toBeGreaterThan(2);
    for (const [nth, id] of player.ids.entries()) {
      expect((await look(player.home, id)).creature.health).toBeGreaterThan(90);
      const meals = await player.meals(id);
      const onTime = meals.filter((timing) => timing === 'on_time').length / meals.length;
      expect(onTime).toBeGreaterThanOrEqual(least[nth]?.[1] ?? 1);
    }
  });

  test('an agent that only follows next_steps[0] hatches every egg in its first visit', async () => {
    const player = await aPlayer(place, 'Asia/Kolkata');
    await player.adopt('tabby', 'tabby', 'tabby');
    expect((await player.visit()).next_steps?.[0]?.action).toBe('check_back');
    const { creatures } = await player.visit();
    expect(creatures).toHaveLength(3);
    expect(JSON.stringify(creatures)).not.toContain('egg');
  });
});

test('an agent that only has MCP over HTTP raises a creature from register_agent on', TIMEOUT, async () => {
  const house = await aListeningHouse({ house: { random: seeded(101) } });
  const client = await overHttp(house.address, '2025-11-25');
  const registered = await done(client, 'register_agent', { username: 'wren' });
  const api_key = String(registered.data['your_token']);
  const player = new Player({ house, key: api_key });
  const use = async (name: string, given: object = {}) => {
    const called = await call(client, name, { ...given, api_key });
    player.see(called.data, called.isError);
    return called.data as Shown & { readonly next_steps?: readonly ToolStep[] };
  };
  const { creature } = await use('adopt_creature', { name: 'Bo', species_slug: 'retriever' });
  await use('get_creature_status');
  player.ids.push(creature?.id ?? '');
  await player.keep(byAt, async () => {
    let told = await use('get_creature_status');
    for (let acts = 0; acts < MOST_CALLS; acts += 1) {
      const [step] = told.next_steps ?? [];
      if (!step?.tool || step.action === 'check_back') break;
      told = await use(step.tool, step.arguments);
    }
    return use('get_creature_status');
  });
  await expectKeptWell(player);
  expect(player.counts.granted).toBeGreaterThan(0);
});
