import { hash } from 'node:crypto';

import type { Database } from '../../packages/database/db.ts';
import type { Route } from '../../src/api/route.ts';
import { ROUTES, SANDBOX_ROUTES } from '../../src/api/routes.ts';
import { sandboxClock } from '../../src/outside/clock.ts';
import { openCashier } from '../../src/outside/money/cashier.ts';
import type { Random } from '../../src/outside/random.ts';
import { ADMIN_KEY } from '../moderation/desk.ts';
import { sealOn } from '../money/play-house.ts';
import { NO_LIMITS, of } from '../support/asking.ts';
import { NOON } from '../support/hand-clock.ts';
import { aHouse, type Ask, type Told } from '../support/house.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';

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
  const recorded: Recorded = {};
  let ownKey = '';
  const ask = (route: Route, { params = {}, query = '', ...more }: Asked = {}): Promise<Told> => {
    let path: string = route.path;
    for (const [name, value] of Object.entries(params)) path = path.replace(`{${name}}`, value);
    const { key, ...rest } = { key: ownKey, headers: SANDBOX_HEADERS, ...more };
    return house.ask({ method: route.method, path: `${path}${query}`, ...(key && { key }), ...rest });
  };
  const record = async (route: Route, asked?: Asked): Promise<Told> => {
    const told = await ask(route, asked);
    keep(recorded, route, told);
    return told;
  };
  const adopt = async (body: object, key = ownKey): Promise<string> => {
    const id = String(of(await ask(ROUTES.adoptCreature, { body, key }), 'creature', 'id'));
    await ask(ROUTES.getCreatureStatus, { query: `?id=${id}`, key });
    return id;
  };

  await record(ROUTES.getRegistrationSchema);
  await record(ROUTES.getApiIndex);
  await record(ROUTES.getHouseIndex);
  await record(ROUTES.getHealth);
  const neighbour = await house.registered('finch');
  await adopt({ name: 'Soot', species_slug: 'tabby' }, neighbour);
  const registered = await record(ROUTES.registerAgent, { body: ROUTES.registerAgent.example });
  ownKey = String(registered.body['your_token']);
  await record(ROUTES.exportMyData);
  const egg = { ...ROUTES.adoptCreature.example, species_slug: 'tabby' };
  const adopted = await record(ROUTES.adoptCreature, { body: egg });
  const id = String(of(adopted, 'creature', 'id'));
  await ask(ROUTES.getCreatureStatus);
  house.clock.forward('4h');
  await ask(ROUTES.careForCreature, { key: neighbour, body: { action: 'feed', item: 'tuna' } });
  await record(ROUTES.getCreatureStatus);
  await ask(ROUTES.careForCreature, { body: { action: 'play' } });
  await record(ROUTES.careForCreature, { body: ROUTES.careForCreature.example });
  await record(ROUTES.getCreaturePreferences);
  await record(ROUTES.getCareHistory);
  await record(ROUTES.getCareHistory, { query: '?format=markdown' });
  const feed = await record(ROUTES.createCalendarFeed);
  await record(ROUTES.getCalendar, { query: `?token=${String(feed.body['token'])}` });
  await record(ROUTES.revokeCalendarFeed);
  await record(ROUTES.createOwnerLink);
  await record(ROUTES.revokeOwnerLink);
  const sitter = await record(ROUTES.createSitter, { body: ROUTES.createSitter.example });
  await record(ROUTES.listSitters);
  await record(ROUTES.revokeSitter, { params: { id: String(of(sitter, 'sitter', 'id')) } });

  for (let hours = 0; hours < 150; hours += 3) {
    house.clock.forward('3h');
    await ask(ROUTES.careForCreature, { body: { action: 'feed' } });
  }
  await ask(ROUTES.getCreatureStatus);
  await record(ROUTES.listLetters, { query: '?limit=1' });
  await record(ROUTES.getDue);
  await record(ROUTES.getWeek);
  await record(ROUTES.getWeek, { query: '?format=markdown' });
  await record(ROUTES.listLetters, { query: '?limit=1&format=markdown' });
  await record(ROUTES.createSpecies, { body: ROUTES.createSpecies.example });
  await record(ROUTES.listSpecies);
  await record(ROUTES.getSpecies, { params: { slug: 'tabby' } });
  await record(ROUTES.listHall);

  house.clock.forward('3d');
  await record(ROUTES.listGraveyard, { key: undefined });
  const bought = await record(ROUTES.buyCredits, { body: { pack: '500' } });
  const { pathname, search } = new URL(String(bought.body['checkout_url']));
  const path = pathname + search;
  const seal = encodeURIComponent(sealOn(await house.ask({ path })));
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await house.ask({ method: 'POST', path, headers, body: `seal=${seal}` });
  await record(ROUTES.getCreditBalance);
  await record(ROUTES.resurrectCreature, { body: { creature_id: id } });
  const guest = await adopt({ name: 'Guest', species_slug: 'beagle' });
  await record(ROUTES.releaseCreature, { body: { creature_id: guest } });
  await record(ROUTES.getHouseStats);
  await record(ROUTES.getAnalytics, { headers: { 'x-admin-key': ADMIN_KEY }, key: undefined });
  await record(ROUTES.whoAmI);
  await record(ROUTES.updateProfile, { body: ROUTES.updateProfile.example });
  const rotated = await record(ROUTES.rotateApiKey);
  ownKey = String(rotated.body['your_token']);
  await record(ROUTES.deleteMyAccount, { body: ROUTES.deleteMyAccount.example });
  return recorded;
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
  const [head = '', table] = told.text.split('\n\n## ', 2);
  const text =
    table === undefined ? told.text.replace(/(END:VEVENT\r\n)[\s\S]*(END:VCALENDAR)/, '$1$2') : head;
  const shown = type === 'application/json' ? shortened(told.body) : text;
  recorded[operationId] = { ...recorded[operationId], [type]: shown };
}

const CHECKOUT = `${BASE_URL.origin}/checkout/sandbox/`;
const OWNER_PAGE = `${BASE_URL.origin}/mine/`;

const SECRETS: Readonly<Record<string, string>> = {
  your_token: 'ah_your-key',
  token: 'your-token',
  feed_url: `${BASE_URL.origin}/api/house/calendar.ics?token=your-token`,
  calendar_url: `${BASE_URL.origin}/api/house/calendar.ics?token=your-token`,
  due_url: `${BASE_URL.origin}/api/house/due?token=your-token`,
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
  if (text.startsWith(OWNER_PAGE)) return `${OWNER_PAGE}${SECRETS['token']}`;
  if (text.length <= MOST_CHARACTERS) return text;
  const end = text.lastIndexOf(' ', MOST_CHARACTERS);
  return end < 1 ? text : `${text.slice(0, end)} …`;
}
