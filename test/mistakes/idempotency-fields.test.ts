import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { HOUR, iso } from '../../src/rules/base/clock.ts';
import { fieldsOf } from '../../src/api/fields.ts';
import type { Route } from '../../src/api/route.ts';
import { ROUTES, SANDBOX_ROUTES } from '../../src/api/routes.ts';
import { blockAgent } from '../../src/features/moderation/moderate.ts';
import { moveCredits } from '../../src/features/money/ledger.store.ts';
import { sandboxClock } from '../../src/outside/clock.ts';
import { openCashier } from '../../src/outside/money/cashier.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { aKeeper, aPlainHouse, of } from '../support/asking.ts';
import { onSqlite, type Place } from '../support/databases.ts';
import { handClock } from '../support/hand-clock.ts';
import type { Told } from '../support/house.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';
import { aDesignerOf } from '../support/residents.ts';
import { withRecord } from '../support/stored-residents.ts';

type Body = Readonly<Record<string, unknown>>;

/** `others` by path: `model.name` is a nested field. */
type KeyedCase = Readonly<Record<'sent' | 'others', Body>>;

type Scene = Awaited<ReturnType<typeof aScene>>;

type RouteCases = (scene: Scene) => readonly KeyedCase[];

const LINK = { platform: 'github', url: 'https://example.org/wren' };

/** A case of a value and another one for each field. */
function pairs(fields: Readonly<Record<string, readonly [sent: unknown, other: unknown]>>): KeyedCase {
  const take = (nth: 0 | 1) =>
    Object.fromEntries(Object.entries(fields).map(([field, values]) => [field, values[nth]]));
  return { sent: take(0), others: take(1) };
}

const FLAT_PROFILE = pairs({
  display_name: ['Wren', 'Wrenna'],
  bio: ['Keeps late hours.', 'Keeps early hours.'],
  website_url: ['https://example.org/', 'https://example.com/'],
  social_links: [[LINK], [LINK, { ...LINK, platform: 'mastodon' }]],
  timezone: ['Europe/Berlin', 'Europe/Paris'],
  location: ['a hedge', 'a wall'],
});
const PROFILE: KeyedCase = {
  sent: { ...FLAT_PROFILE.sent, model: { provider: 'someone', name: 'something' } },
  others: {
    ...FLAT_PROFILE.others,
    'model.provider': 'another',
    'model.name': 'anything',
    'social_links.0.platform': 'mastodon',
    'social_links.0.url': 'https://example.com/wren',
  },
};

const naming = ([one, other]: readonly [string, string], rest: KeyedCase = { sent: {}, others: {} }) => [
  { sent: { creature_id: one, ...rest.sent }, others: { creature_id: other, ...rest.others } },
  { sent: { id: other, ...rest.sent }, others: { id: one } },
];

const NOTHING_TO_SAY: RouteCases = () => [{ sent: {}, others: {} }];

/** Every operation that takes an Idempotency-Key, with all its fields. */
const CASES: Readonly<Record<string, RouteCases>> = {
  registerAgent() {
    const username = `a${randomUUID()}`;
    const extra = pairs({
      source: ['a-friend', 'a-stranger'],
      avatar_prompt: ['a small bird', 'a large bird'],
    });
    const url = pairs({ avatar_url: ['https://example.org/a.png', 'https://example.org/b.png'] });
    return [
      { sent: { ...PROFILE.sent, ...extra.sent, username }, others: { ...PROFILE.others, ...extra.others } },
      { sent: { ...url.sent, username: `${username}-2` }, others: url.others },
    ];
  },
  rotateApiKey: NOTHING_TO_SAY,
  adoptCreature: () => [
    pairs({
      name: ['Bo', 'Ada'],
      image_prompt: ['round', 'square'],
      family: ['cat', 'dog'],
      species_slug: ['housecat', 'tabby'],
      every_hours: [8, 9],
    }),
    pairs({ name: ['Bo', 'Ada'], image_url: ['https://example.org/a.png', 'https://example.org/b.png'] }),
  ],
  careForCreature: ({ living }) =>
    naming(
      living,
      pairs({ action: ['feed', 'play'], item: ['tuna', 'trout'], notes: ['It purred.', 'It  purred.'] }),
    ),
  releaseCreature: ({ living }) => naming(living),
  resurrectCreature: ({ dead }) => naming(dead),
  buyCredits: () => [pairs({ pack: ['100', '500'] })],
  createSpecies: () => [
    pairs({
      slug: [`s_${randomUUID().slice(0, 8)}`, 'moss_cat'],
      name: ['Moss Fox', 'Moss Cat'],
      family: ['exotic', 'cat'],
      trust_speed: ['slow', 'fast'],
      feeding_window_hours: [6, 7],
      personality: ['Naps in green places.', 'Naps in grey places.'],
      special_mechanic: ['Hums.', 'Sings.'],
      innate_traits: [['gentle'], ['gentle', 'solitary']],
      hunger_decay_per_hour: [1, 2],
      happiness_decay_per_hour: [1, 1.5],
      image_prompt: ['green', 'grey'],
    }),
  ],
  createCalendarFeed: NOTHING_TO_SAY,
  revokeCalendarFeed: NOTHING_TO_SAY,
  createOwnerLink: NOTHING_TO_SAY,
  revokeOwnerLink: NOTHING_TO_SAY,
  revokeSitter: NOTHING_TO_SAY,
  createSitter: () => [pairs({ name: ['Robin', 'Finch'], hours: [24, 48] })],
  updateProfile: () => [
    { sent: { ...PROFILE.sent, gifts: false }, others: { ...PROFILE.others, gifts: true } },
  ],
  deleteMyAccount: ({ username }) => [{ sent: { username }, others: {} }],
  turnSandboxClock: ({ house }) => [
    pairs({ advance_hours: [1, 2] }),
    pairs({ to: [iso(house.clock.now() + 5 * HOUR), iso(house.clock.now() + 6 * HOUR)] }),
  ],
};

/** `view` only changes the presentation; `username` is the caller's own, or means another caller. */
const MATTERS_NOT: Readonly<Record<string, readonly string[]>> = {
  registerAgent: ['username'],
  adoptCreature: ['view'],
  careForCreature: ['view'],
  updateProfile: ['username'],
  deleteMyAccount: ['username'],
};

const ALL = Object.entries<Route>({ ...ROUTES, ...SANDBOX_ROUTES });
const KEYED = ALL.filter(([, { method }]) => method !== 'GET');

async function aScene(place: Place) {
  const turned = handClock();
  const sandbox = sandboxClock({ wall: turned.now(), shown: turned.now(), scale: 1 }, () => turned.now());
  const clock = { now: () => sandbox.now(), forward: (span: string) => turned.forward(span) };
  const here = { baseUrl: new URL('http://127.0.0.1:3000'), sandboxToken: SANDBOX_TOKEN };
  const cashier = await openCashier({ mode: 'sandbox', random: systemRandom, ...here });
  const plain = await aPlainHouse(await place.fresh(), { house: { clock, sandbox, cashier } });
  const house = { ...plain, clock };
  const wren = await aKeeper(house);
  const dead = [await wren.hatch(), await wren.hatch()] as const;
  clock.forward('60h');
  const living = [await wren.hatch(), await wren.hatch()] as const;
  const gift = { agentId: wren.id, delta: 5000, kind: 'dispute_won', key: 'a gift' } as const;
  const { store } = house.house;
  await store.transaction((db) => moveCredits(db, { ...gift, id: 'gift', now: clock.now() }));
  await withRecord(store, wren.id, { adultsRaised: 1 });
  const body = { name: 'Robin', hours: 24 };
  const made = await house.ask({ method: 'POST', path: '/api/house/sitters', key: wren.key, body });
  const sitterId = String(of(made, 'sitter', 'id'));
  return { house, key: wren.key, username: wren.username, living, dead, sitterId };
}

function sender({ house, key, sitterId }: Scene, { method, path: template }: Route) {
  const path = template.replace('{id}', sitterId);
  const headers = { ...SANDBOX_HEADERS, 'idempotency-key': randomUUID().replaceAll('-', '') };
  return (body: Body, query = ''): Promise<Told> =>
    house.ask({ method, path: path + query, key, headers, body, from: '127.0.0.1' });
}

function changed(body: Body, [first = '', ...rest]: readonly string[], value: unknown): Body {
  const said = rest.length === 0 ? value : changed((body[first] ?? {}) as Body, rest, value);
  const next = (Array.isArray(body) ? [...(body as unknown[])] : { ...body }) as Record<string, unknown>;
  if (said === undefined) delete next[first];
  else next[first] = said;
  return next;
}

function expectReplay(told: Told, first: Told, why: string): void {
  const found = [told.status, told.headers['idempotency-replayed']];
  expect(found, `${why}: ${told.text}`).toEqual([first.status, 'true']);
}

/** Registration replies as under an unknown Idempotency-Key, so that strangers learn nothing. */
function expectMismatch({ status, body, text }: Told, why: string): void {
  const codes = ['idempotency_mismatch', 'username_taken'];
  expect([status, codes.includes(String(body['code']))], `${why}: ${text}`).toEqual([409, true]);
  expect(text, why).not.toMatch(/send it (?:if|as)/);
}

const FORGED = 918_273_645;
// The maximum number of body fields, less the body's own.
const MOST_FORGED = 180;

async function tablesOf(store: Database): Promise<readonly (readonly [string, readonly string[]])[]> {
  const text = `select table_.name as name, column_.name as field
    from sqlite_schema table_, pragma_table_info(table_.name) column_ where table_.type = 'table'`;
  const rows = await store.all<{ name: string; field: string }>({ text, columns: ['name', 'field'] }, []);
  const tables = Map.groupBy(rows, ({ name }) => name);
  return [...tables].map(([name, fields]) => [name, fields.map(({ field }) => field)]);
}

async function rowsWith(store: Database, number: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [table, columns] of await tablesOf(store)) {
    const rows = await store.all<object>({ text: `select ${columns.join(', ')} from ${table}`, columns }, []);
    found.push(...rows.map((row) => JSON.stringify(row)).filter((row) => row.includes(String(number))));
  }
  return found;
}

onSqlite((place) => {
  test('every field of every request that takes an Idempotency-Key has a case', () => {
    const scene = { house: { clock: handClock() }, living: ['a', 'b'], dead: ['a', 'b'] } as unknown as Scene;
    const asked = KEYED.map(([name]) => {
      const others = CASES[name]?.(scene).flatMap((each) => Object.keys(each.others)) ?? [];
      return [name, new Set([...others.map((field) => field.split('.')[0]), ...(MATTERS_NOT[name] ?? [])])];
    });
    const taken = KEYED.map(([name, { body, query }]) => {
      return [name, new Set(Object.keys({ ...fieldsOf(body), ...fieldsOf(query) }))];
    });
    expect(Object.fromEntries(asked)).toEqual(Object.fromEntries(taken));
  });

  describe.each(KEYED)('%s', (name, route) => {
    test('an identical request is replayed, and one with any changed field is refused', async () => {
      const scene = await aScene(place);
      for (const { sent, others } of CASES[name]?.(scene) ?? []) {
        const send = sender(scene, route);
        const first = await send(sent);
        expect(first.status, first.text).toBe(route.status);
        // A replay may come later than the original.
        scene.house.clock.forward('1s');
        for (const [field, value] of Object.entries(others)) {
          expectMismatch(await send(changed(sent, field.split('.'), value)), `${field} is another`);
          // If the request is valid without the field, it means something else.
          const without = changed(sent, field.split('.'), undefined);
          if (!/\d/.test(field) && route.body?.safeParse(without).success)
            expectMismatch(await send(without), `${field} is left out`);
        }
        expectReplay(await send(sent), first, 'the same');
        // An alias with the same value is the same request; with another value it is a different one.
        for (const [alias, field] of Object.entries(route.exact ? {} : (route.aliases ?? {}))) {
          const { [field]: value, ...rest } = sent;
          if (!(field in sent)) continue;
          expectReplay(await send({ ...rest, [alias]: value }), first, alias);
          if (others[field] !== undefined)
            expectMismatch(await send({ ...rest, [alias]: others[field] }), alias);
        }
      }
    });

    test('no table column can be set by a request field of its name', async () => {
      const scene = await aScene(place);
      const { store } = scene.house.house;
      const columns = [...new Set((await tablesOf(store)).flatMap(([, each]) => each))];
      expect(columns).toEqual(expect.arrayContaining(['state', 'blocked', 'seed', 'adults_raised', 'delta']));
      const known = new Set([...Object.keys(fieldsOf(route.body)), ...Object.keys(route.aliases ?? {})]);
      const forged = columns.filter((column) => !known.has(column)).slice(0, MOST_FORGED);
      const [first] = CASES[name]?.(scene) ?? [];
      const body = { ...Object.fromEntries(forged.map((column) => [column, FORGED])), ...first?.sent };
      const told = await sender(scene, route)(body);
      expect(told.status, told.text).toBe(route.status);
      expect(await rowsWith(store, FORGED)).toEqual([]);
    });
  });

  test('another spelling or view is the same request; another username or cleared field is a different one', async () => {
    const scene = await aScene(place);
    const [one] = scene.living;
    const care = sender(scene, ROUTES.careForCreature);
    const played = await care({ action: 'play', creature_id: one });
    expect(played.status).toBe(200);
    expectReplay(await care({ action: 'play', id: one.toUpperCase() }), played, 'id');
    expectReplay(await care({ action: 'play', id: one, view: 'brief' }), played, 'view');
    expectReplay(await care({ action: 'play', id: one }, '?view=brief'), played, 'view');

    const register = sender(scene, ROUTES.registerAgent);
    const first = await register({ username: 'first-one' });
    const second = await register({ username: 'second-one' });
    expect(second.headers).not.toHaveProperty('idempotency-replayed');
    expect(second.text).not.toContain(String(first.body['your_token']));

    const update = sender(scene, ROUTES.updateProfile);
    const cleared = await update({ bio: null });
    expect(cleared.status).toBe(200);
    expectMismatch(await update({ location: null }), 'location');
    expectReplay(await update({ bio: null }), cleared, 'bio');
  });

  test('an adoption is replayed even if its species can no longer be adopted', async () => {
    const scene = await aScene(place);
    const { house } = scene;
    const { key } = await aDesignerOf(house, 'designer');
    const design = { slug: 'moss_fox', name: 'Moss Fox', family: 'exotic', personality: 'Quiet, curious.' };
    await house.ask({ method: 'POST', path: '/api/house/species', key, body: design });
    const egg = { name: 'Bo', species_slug: 'moss_fox' };
    const send = sender(scene, ROUTES.adoptCreature);
    const first = await send(egg);
    expect(first.status, first.text).toBe(201);
    await blockAgent(house.house, { username: 'designer', reason: 'why' }, house.clock.now());
    expect((await sender(scene, ROUTES.adoptCreature)(egg)).status).toBe(400);
    expectReplay(await send(egg), first, 'the same');
  });
});
