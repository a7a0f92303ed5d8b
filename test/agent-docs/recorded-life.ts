import { hash } from 'node:crypto';

import { ROUTES, SANDBOX_ROUTES } from '../../src/api/routes.ts';
import type { Route } from '../../src/api/route.ts';
import { sandboxClock } from '../../src/outside/clock.ts';
import type { Random } from '../../src/outside/random.ts';
import { openCashier } from '../../src/outside/money/cashier.ts';
import type { Database } from '../../src/db/db.ts';
import { sealOn } from '../money/play-house.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';
import { ADMIN_KEY } from '../moderation/desk.ts';
import { NO_LIMITS, of } from '../support/asking.ts';
import { NOON } from '../support/hand-clock.ts';
import { aHouse, type Ask, type TestHouse, type Told } from '../support/house.ts';

export type Recorded = Record<string, Record<string, unknown>>;

const BASE_URL = new URL('http://127.0.0.1:3000');

/** Deterministic randomness, including secrets. */
function repeatable(): Random {
  let asked = 0;
  const next = () => hash('sha512', `${(asked += 1)}`, 'buffer');
  return {
    id() {
      const hex = next().toString('hex');
      const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`];
      return [...parts, hex.slice(20, 32)].join('-');
    },
    bytes: (count) => next().subarray(0, count),
  };
}

export async function recordLife(store: Database): Promise<Recorded> {
  const random = repeatable();
  const sandbox = { mode: 'sandbox', sandboxToken: SANDBOX_TOKEN, baseUrl: BASE_URL, random } as const;
  const cashier = await openCashier(sandbox);
  const house = await aHouse(store, { adminKey: ADMIN_KEY, house: { random, cashier, limiter: NO_LIMITS } });
  const life = new Life(house);
  await life.join();
  await life.growUp();
  await life.dieAndLeave();
  return life.recorded;
}

class Life {
  readonly recorded: Recorded = {};
  readonly #house: TestHouse;
  #key = '';
  #id = '';

  constructor(house: TestHouse) {
    this.#house = house;
  }

  async join(): Promise<void> {
    await this.#record(ROUTES.getRegistrationSchema);
    await this.#record(ROUTES.getApiIndex);
    await this.#record(ROUTES.getHouseIndex);
    await this.#record(ROUTES.getHealth);
    const neighbour = await this.#house.registered('finch');
    await this.#adopted({ name: 'Soot', species_slug: 'tabby' }, neighbour);
    const { body } = await this.#record(ROUTES.registerAgent, { body: ROUTES.registerAgent.example });
    this.#key = String(body['your_token']);
    await this.#record(ROUTES.exportMyData);
    const adopted = await this.#record(ROUTES.adoptCreature, {
      body: { ...ROUTES.adoptCreature.example, species_slug: 'tabby' },
    });
    this.#id = String(of(adopted, 'creature', 'id'));
    await this.#ask(ROUTES.getCreatureStatus);
    this.#house.clock.forward('4h');
    await this.#ask(ROUTES.careForCreature, { key: neighbour, body: { action: 'feed', item: 'tuna' } });
    await this.#record(ROUTES.getCreatureStatus);
    await this.#ask(ROUTES.careForCreature, { body: { action: 'play' } });
    await this.#record(ROUTES.careForCreature, { body: ROUTES.careForCreature.example });
    await this.#record(ROUTES.getCreaturePreferences);
    await this.#record(ROUTES.getCareHistory);
    await this.#record(ROUTES.getCareHistory, { query: '?format=markdown' });
    const feed = await this.#record(ROUTES.createCalendarFeed);
    await this.#record(ROUTES.getCalendar, { query: `?token=${String(feed.body['token'])}` });
    await this.#record(ROUTES.revokeCalendarFeed);
  }

  async growUp(): Promise<void> {
    for (let hours = 0; hours < 150; hours += 3) {
      this.#house.clock.forward('3h');
      await this.#ask(ROUTES.careForCreature, { body: { action: 'feed' } });
    }
    await this.#ask(ROUTES.getCreatureStatus);
    await this.#record(ROUTES.listLetters, { query: '?limit=1' });
    await this.#record(ROUTES.listLetters, { query: '?limit=1&format=markdown' });
    await this.#record(ROUTES.createSpecies, { body: ROUTES.createSpecies.example });
    await this.#record(ROUTES.listSpecies);
    await this.#record(ROUTES.getSpecies, { params: { slug: 'tabby' } });
    await this.#record(ROUTES.listHall);
  }

  async dieAndLeave(): Promise<void> {
    this.#house.clock.forward('3d');
    await this.#record(ROUTES.listGraveyard, { key: undefined });
    const bought = await this.#record(ROUTES.buyCredits, { body: { pack: '500' } });
    await this.#pay(new URL(String(bought.body['checkout_url'])));
    await this.#record(ROUTES.getCreditBalance);
    await this.#record(ROUTES.resurrectCreature, { body: { creature_id: this.#id } });
    const guest = await this.#adopted({ name: 'Guest', species_slug: 'beagle' });
    await this.#record(ROUTES.releaseCreature, { body: { creature_id: guest } });
    await this.#record(ROUTES.getHouseStats);
    await this.#record(ROUTES.getAnalytics, { headers: { 'x-admin-key': ADMIN_KEY }, key: undefined });
    await this.#record(ROUTES.whoAmI);
    await this.#record(ROUTES.updateProfile, { body: ROUTES.updateProfile.example });
    const { body } = await this.#record(ROUTES.rotateApiKey);
    this.#key = String(body['your_token']);
    await this.#record(ROUTES.deleteMyAccount, { body: ROUTES.deleteMyAccount.example });
  }

  async #adopted(body: object, key = this.#key): Promise<string> {
    const id = String(of(await this.#ask(ROUTES.adoptCreature, { body, key }), 'creature', 'id'));
    await this.#ask(ROUTES.getCreatureStatus, { query: `?id=${id}`, key });
    return id;
  }

  async #pay({ pathname, search }: URL): Promise<void> {
    const path = pathname + search;
    const seal = sealOn(await this.#house.ask({ path }));
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await this.#house.ask({ method: 'POST', path, headers, body: `seal=${encodeURIComponent(seal)}` });
  }

  #ask(route: Route, { params = {}, query = '', ...more }: Asked = {}): Promise<Told> {
    let path: string = route.path;
    for (const [name, value] of Object.entries(params)) path = path.replace(`{${name}}`, value);
    const { key, ...rest } = { key: this.#key, headers: SANDBOX_HEADERS, ...more };
    return this.#house.ask({ method: route.method, path: `${path}${query}`, ...(key && { key }), ...rest });
  }

  async #record(route: Route, asked?: Asked): Promise<Told> {
    const told = await this.#ask(route, asked);
    keep(this.recorded, route, told);
    return told;
  }
}

interface Asked extends Partial<Omit<Ask, 'path' | 'key'>> {
  readonly key?: string | undefined;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
}

/** The sandbox clock needs another service. */
export async function recordSandbox(store: Database): Promise<Recorded> {
  const sandbox = sandboxClock({ wall: NOON, shown: NOON, scale: 1 }, () => NOON);
  const { ask } = await aHouse(store, { house: { clock: sandbox, sandbox } });
  const recorded: Recorded = {};
  for (const route of Object.values<Route>(SANDBOX_ROUTES)) {
    const { method, path, example } = route;
    keep(recorded, route, await ask({ method, path, headers: SANDBOX_HEADERS, body: example }));
  }
  return recorded;
}

function keep(recorded: Recorded, { operationId, status }: Route, told: Told): void {
  if (told.status !== status) throw new Error(`${operationId} answered ${told.status}: ${told.text}`);
  const [type = ''] = String(told.headers['content-type']).split(';');
  const shown = type === 'application/json' ? shortened(told.body) : shortenedText(told.text);
  recorded[operationId] = { ...recorded[operationId], [type]: shown };
}

const CHECKOUT = `${BASE_URL.origin}/checkout/sandbox/`;

const SECRETS: Readonly<Record<string, string>> = {
  your_token: 'ah_your-key',
  token: 'the-token-of-your-feed',
  feed_url: `${BASE_URL.origin}/api/house/calendar.ics?token=the-token-of-your-feed`,
  checkout_url: `${CHECKOUT}the-token-of-your-checkout`,
};

/** A reply with one entry per list, to show its shape. */
export function shortened(body: unknown): unknown {
  const short = firstOfEach(body) as Told['body'];
  if (short['untrusted_fields'] === undefined) return short;
  const all = (body as { untrusted_fields: string[] }).untrusted_fields;
  const isShown = (pointer: string) => of({ body: short }, ...pointer.slice(1).split('/')) !== undefined;
  return { ...short, untrusted_fields: all.filter(isShown) };
}

function firstOfEach(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return SECRETS[field] ?? firstWords(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, 1).map((each) => firstOfEach(each));
  // One field is enough for a record inside a reply.
  const entries = Object.entries(value).slice(0, field === 'properties' ? 1 : undefined);
  return Object.fromEntries(entries.map(([name, inner]) => [name, firstOfEach(inner, name)]));
}

const MOST_CHARACTERS = 30;

function firstWords(text: string): string {
  if (text.startsWith(CHECKOUT)) return SECRETS['checkout_url'] ?? '';
  if (text.length <= MOST_CHARACTERS) return text;
  const end = text.lastIndexOf(' ', MOST_CHARACTERS);
  return end < 1 ? text : `${text.slice(0, end)} …`;
}

function shortenedText(text: string): string {
  const [head = '', table] = text.split('\n\n## ', 2);
  return table === undefined ? text.replace(/(END:VEVENT\r\n)[\s\S]*(END:VCALENDAR)/, '$1$2') : head;
}
