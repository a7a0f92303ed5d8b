import { expect, test } from 'vitest';

import type { NextStep } from '../../src/api/fields.ts';
import { DAY, HOUR, MINUTE, type Instant } from '../../src/rules/base/clock.ts';
import type { ToolStep } from '../../src/mcp/tool-text.ts';
import { aListeningHouse } from '../mcp/listening.ts';
import { call, done, overHttp } from '../mcp/speaking.ts';
import { onSqlite, type Place } from '../support/databases.ts';
import { aHouse, type Told } from '../support/house.ts';
import { adopt, aHome, history, seeded, turnTo, type Home } from '../support/keeping.ts';

// Five ways to play, over HTTP and MCP. Each prints its result; TEST_LONG=1 plays 30 days instead of 8.
const DAYS = process.env['TEST_LONG'] ? 30 : 8;
const TIMEOUT = { timeout: 120_000 };

interface Shown {
  readonly creature?: { readonly id: string };
  readonly wish?: { readonly text: string; readonly until: string };
  readonly wish_granted?: object;
  readonly deaths?: readonly { readonly creature_id: string }[];
  readonly letters?: readonly object[];
  readonly next_steps?: readonly NextStep[];
  readonly recommended_checkin?: { readonly at: string; readonly cron: string };
}

const LOOK_ROUND: NextStep = {
  action: 'check_status',
  method: 'GET',
  endpoint: '/api/house/status?view=brief',
  description: 'See how they are.',
};

/** An agent with counts of what it received. */
class Player {
  readonly home: Home;
  readonly ids: string[] = [];
  readonly #wishes = new Set<string>();
  readonly #deaths = new Set<string>();
  visits = 0;
  #calls = 0;
  #refused = 0;
  #granted = 0;
  #letters = 0;

  constructor(home: Home) {
    this.home = home;
  }

  get now(): Instant {
    return this.home.house.clock.now();
  }

  async adopt(...species: readonly string[]): Promise<void> {
    for (const [nth, species_slug] of species.entries())
      this.ids.push((await adopt(this.home, { name: `Bo ${nth}`, species_slug })).creature.id);
  }

  /** Sends a step unchanged, waits out a 429, and counts what the answer contains. */
  async send({
    method = 'GET',
    endpoint = '',
    body,
  }: Omit<NextStep, 'action' | 'description'>): Promise<Told> {
    const { house, key } = this.home;
    for (;;) {
      const told = await house.ask({ method, path: endpoint, key, ...(body && { body }) });
      if (told.status !== 429) {
        this.see(told.body, told.status >= 400);
        return told;
      }
      house.clock.forward(`${Number(told.headers['retry-after'])}s`);
    }
  }

  see({ wish, wish_granted: granted, deaths = [], letters = [] }: Shown, refused: boolean): void {
    this.#calls += 1;
    if (refused) this.#refused += 1;
    if (wish) this.#wishes.add(`${wish.text} ${wish.until}`);
    if (granted) this.#granted += 1;
    for (const { creature_id: id } of deaths) this.#deaths.add(id);
    this.#letters += letters.length;
  }

  /** Reads the status of all, then sends the first step of every answer until that is a later check-in. */
  async visit(): Promise<Shown> {
    this.visits += 1;
    let told = await this.send(LOOK_ROUND);
    for (let acts = 0; acts < 40; acts += 1) {
      const [step] = (told.body as Shown).next_steps ?? [];
      if (!step || step.action === 'check_back') return (await this.send(LOOK_ROUND)).body;
      told = await this.send(step);
    }
    throw new Error(`the steps of a visit do not end: ${told.text}`);
  }

  /** Visits until a moment; the last status of each visit decides the time of the next. */
  async keep(until: Instant, next: (seen: Shown, now: Instant) => Instant): Promise<void> {
    while (this.now < until) {
      const seen = await this.visit();
      turnTo(this.home.house, Math.max(next(seen, this.now), this.now + MINUTE));
    }
  }

  /** Prints the result as a row of the table. */
  async tell(way: string) {
    const logs = await Promise.all(this.ids.map((id) => history(this.home, id)));
    const meals = logs.flatMap(({ care_log: log }) => log.filter(({ action }) => action === 'feed'));
    const row = {
      calls: this.#calls,
      refused: this.#refused,
      wishesSeen: this.#wishes.size,
      wishesGranted: this.#granted,
      lettersRead: this.#letters,
      deathsTold: this.#deaths.size,
      meals: meals.length,
      onTime: meals.filter(({ timing }) => timing === 'on_time').length,
      visits: this.visits,
    };
    console.log(way, JSON.stringify(row));
    return row;
  }
}

const byAt = (seen: Shown) => Date.parse(seen.recommended_checkin?.at ?? '');

/** The next minute that matches a crontab line of minutes and hours. */
function byCron({ recommended_checkin: checkin }: Shown, now: Instant): Instant {
  const [minutes = '', hours = ''] = (checkin?.cron ?? '').split(' ');
  for (let at = (Math.floor(now / MINUTE) + 1) * MINUTE; ; at += MINUTE) {
    const moment = new Date(at);
    if (fits(minutes, moment.getUTCMinutes()) && fits(hours, moment.getUTCHours())) return at;
  }
}

function fits(field: string, value: number): boolean {
  return field.split(',').some((part) => {
    const [range = '*', every = '1'] = part.split('/');
    if (range === '*') return value % Number(every) === 0;
    const [from = 0, to = part.includes('/') ? 59 : from] = range.split('-').map(Number);
    return value >= from && value <= to && (value - from) % Number(every) === 0;
  });
}

async function aPlayer(place: Place, timezone = 'Europe/Berlin'): Promise<Player> {
  const house = await aHouse(await place.fresh(), { house: { random: seeded(101, 102, 103) } });
  return new Player(await aHome(house, { username: 'wren', timezone }));
}

onSqlite((place) => {
  test(
    'an obedient agent misses no meal, grants the wishes it sees and reads its letters',
    TIMEOUT,
    async () => {
      const player = await aPlayer(place);
      await player.adopt('retriever');
      await player.keep(player.now + DAYS * DAY, byAt);
      const row = await player.tell('obedient, by at');
      expect(row).toMatchObject({ refused: 0, deathsTold: 0 });
      expect(row.onTime / row.meals).toBeGreaterThanOrEqual(0.92);
      expect(row.wishesGranted / row.wishesSeen).toBeGreaterThanOrEqual(0.8);
      expect(row.lettersRead).toBeGreaterThan(0);
      expect(row.visits / row.meals).toBeLessThanOrEqual(1.3);
    },
  );

  test('an obedient agent that only knows cron visits at most 1.8 times per meal', TIMEOUT, async () => {
    const player = await aPlayer(place);
    await player.adopt('retriever');
    await player.keep(player.now + DAYS * DAY, byCron);
    const row = await player.tell('obedient, by cron');
    expect(row).toMatchObject({ refused: 0, deathsTold: 0 });
    expect(row.onTime / row.meals).toBeGreaterThanOrEqual(0.92);
    expect(row.visits / row.meals).toBeLessThanOrEqual(1.8);
  });

  test('an agent with three creatures hatches every egg and grants their wishes', TIMEOUT, async () => {
    const player = await aPlayer(place, 'Asia/Tokyo');
    await player.adopt('housecat', 'beagle', 'tortoise');
    await player.keep(player.now + DAYS * DAY, byAt);
    const row = await player.tell('three creatures');
    expect(row).toMatchObject({ refused: 0, deathsTold: 0 });
    expect(row.onTime / row.meals).toBeGreaterThanOrEqual(0.9);
    // A brief status of three has no `wish`, so the number seen is unknown; one a day is granted.
    expect(row.wishesGranted).toBeGreaterThanOrEqual(3 * DAYS);
    const { body } = await player.send({ endpoint: '/api/house/status' });
    expect(JSON.stringify(body)).not.toContain('"stage":"egg"');
  });

  test('a careless agent is told of every death while a sibling lives', TIMEOUT, async () => {
    const player = await aPlayer(place);
    await player.adopt('housecat', 'tortoise');
    await player.visit();
    const { house, key } = player.home;
    const { body } = await house.ask({ path: '/api/house/status', key });
    const [first] = [body['creature']] as { id: string; species: string }[];
    for (let day = 0; day < 4; day += 1) {
      house.clock.forward('20h');
      await player.send({
        method: 'POST',
        endpoint: '/api/house/care',
        body: { action: 'reflect', creature_id: first?.id },
      });
    }
    await player.send(LOOK_ROUND);
    const row = await player.tell('careless');
    expect(row.deathsTold).toBeGreaterThan(0);
  });

  test.each<[string, Omit<NextStep, 'action' | 'description'>]>([
    [
      'a family as species',
      { method: 'POST', endpoint: '/api/house/adopt', body: { name: 'Rex', species: 'dog' } },
    ],
    [
      'a species by name',
      { method: 'POST', endpoint: '/api/house/adopt', body: { name: 'Rex', species: 'Border Collie' } },
    ],
    [
      'a name for an id',
      { method: 'POST', endpoint: '/api/house/care', body: { action: 'feed', creature_id: 'Bo 0' } },
    ],
    ['another path', { method: 'GET', endpoint: '/api/house/state' }],
    ['another method', { method: 'GET', endpoint: '/pets' }],
    ['an action as path', { method: 'POST', endpoint: '/api/house/feed', body: {} }],
  ])('a guess works or its first step does: %s', TIMEOUT, async (_, guess) => {
    const player = await aPlayer(place);
    await player.adopt('retriever');
    await player.visit();
    player.home.house.clock.forward('5h');
    let told = await player.send(guess);
    if (told.status === 308)
      told = await player.send({ ...guess, endpoint: String(told.headers['location']) });
    const [step] = (told.body as Shown).next_steps ?? [];
    if (told.status >= 400) told = await player.send(step ?? {});
    expect(told.status, told.text).toBeLessThan(300);
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
  player.ids.push(creature?.id ?? '');
  const until = house.clock.now() + (DAYS / 2) * DAY;
  while (house.clock.now() < until) {
    player.visits += 1;
    let told = await use('get_creature_status');
    for (let acts = 0; acts < 40; acts += 1) {
      const [step] = told.next_steps ?? [];
      if (!step?.tool || step.action === 'check_back') break;
      told = await use(step.tool, step.arguments);
    }
    const at = Date.parse((await use('get_creature_status')).recommended_checkin?.at ?? '');
    turnTo(house, Math.max(at, house.clock.now() + HOUR / 4));
  }
  const row = await player.tell('MCP only');
  expect(row).toMatchObject({ refused: 0, deathsTold: 0 });
  expect(row.wishesGranted / Math.max(1, row.wishesSeen)).toBeGreaterThanOrEqual(0.8);
});
