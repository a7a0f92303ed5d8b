import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

import type { NextStep } from '../../src/api/fields.ts';
import { aKeeper, aPlainHouse, of, type Keeper } from '../support/asking.ts';
import { onSqlite } from '../support/databases.ts';
import type { Ask, TestHouse, Told } from '../support/house.ts';

/** An agent with one hatched creature, and the goal of its malformed request. */
interface Clumsy extends Keeper {
  readonly creature: string;
}
type Goal = (told: Told, agent: Clumsy) => boolean;
/** `before` is sent first and its answer dropped; `bare` requests have no key added. */
interface ClumsyAsk extends Ask {
  readonly before?: Ask;
  readonly bare?: true;
}
type Row = readonly [mistake: string, ask: (agent: Clumsy) => ClumsyAsk, goal: Goal];

const fed: Goal = (told, { creature }) => did(told, 'feed') && of(told, 'creature', 'id') === creature;
const fedTuna: Goal = (told, agent) =>
  fed(told, agent) && of(told, 'action_result', 'item_result', 'item') === 'tuna';
const played: Goal = (told) => did(told, 'play');
const looked: Goal = (told, { creature }) =>
  told.status === 200 && of(told, 'creature', 'id') === creature && 'recommended_checkin' in told.body;
const readLog: Goal = (told, { creature }) =>
  of(told, 'creature', 'id') === creature && 'care_log' in told.body;
const likes: Goal = (told, { creature }) =>
  of(told, 'creature', 'id') === creature && 'preferences' in told.body;
const joined: Goal = ({ body, status }) => status === 201 && 'your_token' in body;
const joinedAs =
  (name: string): Goal =>
  (told, agent) =>
    joined(told, agent) && String(of(told, 'agent', 'username')).startsWith(name);
const adopted: Goal = ({ status, body }) =>
  status === 201 && 'egg_hatches_in_minutes' in Object(body['creature']);
const adoptedOwl: Goal = (told, agent) =>
  adopted(told, agent) && of(told, 'creature', 'species_key') === 'owl';
const adoptedKind =
  (kind: string): Goal =>
  (told, agent) =>
    adopted(told, agent) &&
    [of(told, 'creature', 'species_key'), of(told, 'creature', 'family')].includes(kind);
// Payments are off here: reaching the right call means `payments_off`.
const bought: Goal = ({ body }) => body['code'] === 'payments_off' || 'checkout_url' in body;
const profile =
  (slug: string): Goal =>
  (told) =>
    told.status === 200 && of(told, 'species', 'slug') === slug;
const hall: Goal = ({ body }) => 'leaderboard' in body;
const graves: Goal = ({ body }) => 'gravestones' in body && 'pagination' in body;
const species: Goal = ({ body }) => 'built_in' in body;
const credits: Goal = ({ body }) => 'packs' in body;
const index: Goal = ({ body }) => 'routes' in body;
const health: Goal = ({ body }) => body['status'] === 'ok';
const stats: Goal = ({ body }) => 'creatures_alive' in body;
const document: Goal = ({ status, body }) => status === 200 && 'openapi' in body;
const released: Goal = ({ status, body }, { creature }) => status === 200 && body['creature_id'] === creature;
const me: Goal = (told, { username }) => told.status === 200 && told.text.includes(username);

function did({ status, body }: Told, action: string): boolean {
  return status === 200 && of({ body }, 'action_result', 'action') === action;
}

const CARE = '/api/house/care';
const FEED = { action: 'feed', item: 'tuna' };

const post = (path: string, body?: unknown, headers?: Record<string, string>) => (): ClumsyAsk => ({
  method: 'POST',
  path,
  body,
  ...(headers && { headers }),
});
const get = (path: string) => (): ClumsyAsk => ({ path });
const stranger =
  (path: string, body: (name: string) => unknown) =>
  (agent: Clumsy): ClumsyAsk => ({
    method: 'POST',
    path,
    body: body(`${agent.username}-new`),
    bare: true,
  });
const register = (body: (name: string) => unknown) => stranger('/api/auth/register', body);
const encoded = (body: unknown, type: string, headers = {}) =>
  post(CARE, body, { 'content-type': type, ...headers });

const MULTIPART = ['action', 'item']
  .map((name) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${FEED[name as 'action']}\r\n`)
  .join('')
  .concat('--x--\r\n');

const PATHS: readonly Row[] = [
  ['GET /api/pets', get('/api/pets'), looked],
  ['GET /api/pet', get('/api/pet'), looked],
  ['GET /v1/pets', get('/v1/pets'), looked],
  ['GET /v1/house/status', get('/v1/house/status'), looked],
  ['GET /api/v2/house/status', get('/api/v2/house/status'), looked],
  ['GET /api/me', get('/api/me'), me],
  ['GET /api/whoami', get('/api/whoami'), me],
  ['GET /api/profile', get('/api/profile'), me],
  ['GET /api/creatures', get('/api/creatures'), looked],
  ['GET /api/house/creatures', get('/api/house/creatures'), looked],
  ['GET /api/house/pets', get('/api/house/pets'), looked],
  ['GET /api/house/hatch', get('/api/house/hatch'), looked],
  ['POST /api/house/hatch', post('/api/house/hatch', {}), looked],
  ['GET /api/house/status/{id}', ({ creature }) => ({ path: `/api/house/status/${creature}` }), looked],
  ['GET /api/house/creatures/{id}', ({ creature }) => ({ path: `/api/house/creatures/${creature}` }), looked],
  ['GET /api/pets/{id}', ({ creature }) => ({ path: `/api/pets/${creature}` }), looked],
  ['GET /api/house/history/{id}', ({ creature }) => ({ path: `/api/house/history/${creature}` }), readLog],
  [
    'GET /api/house/preferences/{id}',
    ({ creature }) => ({ path: `/api/house/preferences/${creature}` }),
    likes,
  ],
  [
    'GET /api/creatures/{id}/history',
    ({ creature }) => ({ path: `/api/creatures/${creature}/history` }),
    readLog,
  ],
  ['GET /api/help', get('/api/help'), index],
  ['GET /api/status', get('/api/status'), looked],
  ['GET /status', get('/status'), looked],
  ['GET /api/house/leaderboard', get('/api/house/leaderboard'), hall],
  ['GET /api/leaderboard', get('/api/leaderboard'), hall],
  ['GET /api/house/graves', get('/api/house/graves'), graves],
  ['GET /api/balance', get('/api/balance'), credits],
  ['GET /api/house/stats', get('/api/house/stats'), stats],
  ['GET /api/ping', get('/api/ping'), health],
  ['GET /api/animals', get('/api/animals'), species],
  ['GET /api/swagger.json', get('/api/swagger.json'), document],
  ['POST /api/house/feed', post('/api/house/feed', { item: 'tuna' }), fedTuna],
  ['POST /api/feed', post('/api/feed'), fed],
  ['POST /feed', post('/feed', { item: 'tuna' }), fedTuna],
  [
    'POST /api/house/feed/{id}',
    ({ creature }) => ({ method: 'POST', path: `/api/house/feed/${creature}` }),
    fed,
  ],
  [
    'POST /api/pets/{id}/feed',
    ({ creature }) => ({ method: 'POST', path: `/api/pets/${creature}/feed` }),
    fed,
  ],
  ['POST /api/house/eat', post('/api/house/eat', { food: 'tuna' }), fedTuna],
  ['POST /api/house/care/feed', post('/api/house/care/feed', { item: 'tuna' }), fedTuna],
  ['POST /api/register', stranger('/api/register', (username) => ({ username })), joinedAs('')],
  ['POST /register', stranger('/register', (username) => ({ username })), joined],
  ['POST /api/signup', stranger('/api/signup', (username) => ({ username })), joined],
  ['POST /api/agents', stranger('/api/agents', (username) => ({ username })), joined],
  ['POST /api/login', post('/api/login', { username: 'x', password: 'y' }), me],
  ['POST /api/adopt', post('/api/adopt', { name: 'Mo' }), adopted],
  ['POST /api/pets', post('/api/pets', { name: 'Mo' }), adopted],
  ['POST /api/house/creatures', post('/api/house/creatures', { name: 'Mo', species: 'owl' }), adoptedOwl],
  ['POST /api/house/care/', post('/api/house/care/', FEED), fedTuna],
  ['GET /pets', get('/pets'), looked],
  ['GET /pet', get('/pet'), looked],
  ['GET /login', get('/login'), me],
  ['POST /login', post('/login', { username: 'x', password: 'y' }), me],
  ['POST /pets', post('/pets', { name: 'Mo' }), adopted],
  ['POST /signup', stranger('/signup', (username) => ({ username })), joined],
  ['GET /leaderboard', get('/leaderboard'), hall],
  ['GET /me', get('/me'), me],
  ['GET /api/house/state', get('/api/house/state'), looked],
  ['GET /api/house/info', get('/api/house/info'), looked],
  ['POST /api/house/buy', post('/api/house/buy', { pack: '500' }), bought],
  ['POST /api/house/buy, nothing said', post('/api/house/buy'), bought],
  ['POST /api/house/credits/buy', post('/api/house/credits/buy', { amount: 500 }), bought],
  ['POST /api/house/buy-credits', post('/api/house/buy-credits', { credits: 100 }), bought],
  ['POST /api/credits', post('/api/credits', { pack: '100' }), bought],
  ['GET /api/house/buy', get('/api/house/buy'), credits],
  ['GET species/Border Collie', get('/api/house/species/Border%20Collie'), profile('border_collie')],
];

const VERBS: readonly Row[] = [
  ['GET care with a query', get(`${CARE}?action=feed&item=tuna`), fedTuna],
  ['GET care', get(CARE), looked],
  ['PUT care', () => ({ method: 'PUT', path: CARE, body: FEED }), fedTuna],
  ['PATCH care', () => ({ method: 'PATCH', path: CARE, body: FEED }), fedTuna],
  [
    'POST status',
    ({ creature }) => ({ method: 'POST', path: '/api/house/status', body: { creature_id: creature } }),
    looked,
  ],
  ['POST status, nothing said', post('/api/house/status', {}), looked],
  ['PUT adopt', () => ({ method: 'PUT', path: '/api/house/adopt', body: { name: 'Mo' } }), adopted],
  ['GET adopt with a query', get('/api/house/adopt?name=Mo&species=owl'), adoptedOwl],
  [
    'POST release',
    ({ creature }) => ({ method: 'POST', path: '/api/house/release', body: { creature_id: creature } }),
    released,
  ],
  [
    'DELETE /api/house/creatures/{id}',
    ({ creature }) => ({ method: 'DELETE', path: `/api/house/creatures/${creature}` }),
    released,
  ],
  [
    'DELETE /api/house/release/{id}',
    ({ creature }) => ({ method: 'DELETE', path: `/api/house/release/${creature}` }),
    released,
  ],
  [
    'DELETE release with a query',
    ({ creature }) => ({ method: 'DELETE', path: `/api/house/release?creature_id=${creature}` }),
    released,
  ],
  ['POST history', post('/api/house/history', {}), readLog],
  ['POST hall', post('/api/house/hall', {}), hall],
  [
    'PUT register',
    ({ username }) => ({
      method: 'PUT',
      path: '/api/auth/register',
      body: { username: `${username}-new` },
      bare: true,
    }),
    joined,
  ],
  ['PUT credits', () => ({ method: 'PUT', path: '/api/house/credits', body: { pack: '100' } }), bought],
];

const FIELDS: readonly Row[] = [
  ['species for species_slug', post('/api/house/adopt', { name: 'Mo', species: 'owl' }), adoptedOwl],
  ['speciesSlug', post('/api/house/adopt', { name: 'Mo', speciesSlug: 'owl' }), adoptedOwl],
  ['a species and no name', post('/api/house/adopt', { species: 'owl' }), adoptedOwl],
  ['pet_name', post('/api/house/adopt', { pet_name: 'Mo' }), adopted],
  ['a name with signs', post('/api/house/adopt', { name: 'Mo!!' }), adopted],
  ['a family for a species', post('/api/house/adopt', { name: 'Mo', species: 'dog' }), adoptedKind('dog')],
  ['a synonym for a family', post('/api/house/adopt', { name: 'Mo', species: 'Kitten' }), adoptedKind('cat')],
  ['a family as slug', post('/api/house/adopt', { name: 'Mo', species_slug: 'dog' }), adoptedKind('dog')],
  [
    'the name of a species',
    post('/api/house/adopt', { name: 'Mo', species: 'Border Collie' }),
    adoptedKind('border_collie'),
  ],
  [
    'the name of a species as slug',
    post('/api/house/adopt', { name: 'Mo', species_slug: 'Maine Coon' }),
    adoptedKind('maine_coon'),
  ],
  [
    'the name of a species as family',
    post('/api/house/adopt', { name: 'Mo', family: 'shiba inu' }),
    adoptedKind('shiba'),
  ],
  ['a species as type', post('/api/house/adopt', { name: 'Mo', type: 'owl' }), adoptedOwl],
  [
    'a longer name of a species',
    post('/api/house/adopt', { name: 'Mo', species: 'golden_retriever' }),
    adoptedKind('retriever'),
  ],
  ['status by name', get('/api/house/status?creature_id=Bo'), looked],
  ['history by name', get('/api/house/history?pet=bo'), readLog],
  ['care by name', post(CARE, { ...FEED, name: 'Bo' }), fedTuna],
  [
    'release by name',
    () => ({ method: 'DELETE', path: '/api/house/release', body: { creature_id: 'Bo' } }),
    released,
  ],
  ['amount for pack', post('/api/house/credits', { amount: 500 }), bought],
  ['no pack', post('/api/house/credits', {}), bought],
  [
    'pet_id',
    ({ creature }) => ({ method: 'POST', path: CARE, body: { ...FEED, pet_id: creature } }),
    fedTuna,
  ],
  [
    'creatureId',
    ({ creature }) => ({ method: 'POST', path: CARE, body: { ...FEED, creatureId: creature } }),
    fedTuna,
  ],
  ['status with pet_id', ({ creature }) => ({ path: `/api/house/status?pet_id=${creature}` }), looked],
  [
    'history with creatureId',
    ({ creature }) => ({ path: `/api/house/history?creatureId=${creature}` }),
    readLog,
  ],
  ['food for item', post(CARE, { action: 'feed', food: 'tuna' }), fedTuna],
  ['food and no action', post(CARE, { food: 'tuna' }), fedTuna],
  ['toy for item', post(CARE, { action: 'play', toy: 'a ball' }), played],
  ['note for notes', post(CARE, { ...FEED, note: 'hungry today' }), fedTuna],
  ['type for action', post(CARE, { type: 'feed', item: 'tuna' }), fedTuna],
  ['a creature_id that is a name', post(CARE, { ...FEED, creature_id: 'Bo' }), fedTuna],
  ['an item that is a number', post(CARE, { action: 'feed', item: 7 }), fed],
  ['notes without end', post(CARE, { ...FEED, notes: 'x'.repeat(2000) }), fedTuna],
  ['a wrapped body', post(CARE, { arguments: FEED }), fedTuna],
  ['fields in the query', post(`${CARE}?action=feed&item=tuna`), fedTuna],
  [
    'pet_id on release',
    ({ creature }) => ({ method: 'DELETE', path: '/api/house/release', body: { pet_id: creature } }),
    released,
  ],
  ['handle for username', register((name) => ({ handle: name })), joined],
  ['name for username', register((name) => ({ name, description: 'new here' })), joined],
  ['a username with signs', register((name) => ({ username: `${name} !` })), joinedAs('clumsy')],
  ['tz for timezone', register((username) => ({ username, tz: 'Europe/Berlin' })), joined],
  ['a time zone that is a city', register((username) => ({ username, timezone: 'Berlin' })), joined],
  ['a model that is text', register((username) => ({ username, model: 'some-model' })), joined],
];

const ENUMS: readonly Row[] = [
  ['action eat', post(CARE, { action: 'eat', item: 'tuna' }), fedTuna],
  ['action Feed', post(CARE, { action: 'Feed', item: 'tuna' }), fedTuna],
  ['action feeding', post(CARE, { action: 'feeding', item: 'tuna' }), fedTuna],
  ['action fed', post(CARE, { action: 'fed', item: 'tuna' }), fedTuna],
  ['action pet', post(CARE, { action: 'pet' }), played],
  ['action heal', post(CARE, { action: 'heal' }), (told) => did(told, 'medicine')],
  ['species Owl', post('/api/house/adopt', { name: 'Mo', species_slug: 'Owl' }), adoptedOwl],
  ['species owll', post('/api/house/adopt', { name: 'Mo', species_slug: 'owll' }), adoptedOwl],
  ['family cats', post('/api/house/adopt', { name: 'Mo', family: 'cats' }), adopted],
  ['family AI Native', post('/api/house/adopt', { name: 'Mo', family: 'AI Native' }), adopted],
  ['hall category oldest', get('/api/house/hall?category=oldest'), hall],
  ['status view=short', get('/api/house/status?view=short'), looked],
  ['species sort=best', get('/api/house/species?sort=best'), species],
  ['history format=xml', get('/api/house/history?format=xml'), readLog],
  ['a pack with a word', post('/api/house/credits', { pack: '500 credits' }), bought],
  ['a large pack', post('/api/house/credits', { pack: 'large' }), bought],
  ['a pack that is not sold', post('/api/house/credits', { pack: '250' }), bought],
  [
    'a pack that is a number',
    post('/api/house/credits', { pack: 100 }),
    ({ body }) => body['code'] === 'payments_off' || 'pack' in body,
  ],
];

const ENCODINGS: readonly Row[] = [
  ['a form', encoded('action=feed&item=tuna', 'application/x-www-form-urlencoded'), fedTuna],
  ['a form in parts', encoded(MULTIPART, 'multipart/form-data; boundary=x'), fedTuna],
  ['JSON in a JSON text', post(CARE, JSON.stringify(JSON.stringify(FEED))), fedTuna],
  ['a list of one', post(CARE, [FEED]), fedTuna],
  ['single quotes', post(CARE, "{'action': 'feed', 'item': 'tuna'}"), fedTuna],
  ['a trailing comma', post(CARE, '{"action": "feed", "item": "tuna",}'), fedTuna],
  ['names without quotes', post(CARE, '{action: "feed", item: "tuna"}'), fedTuna],
  ['a code fence', post(CARE, '```json\n{"action":"feed","item":"tuna"}\n```'), fedTuna],
  ['a byte order mark', post(CARE, `\uFEFF${JSON.stringify(FEED)}`), fedTuna],
  ['UTF-16', post(CARE, Buffer.from(`\uFEFF${JSON.stringify(FEED)}`, 'utf16le')), fedTuna],
  [
    'a compressed body',
    encoded(gzipSync(JSON.stringify(FEED)), 'application/json', { 'content-encoding': 'gzip' }),
    fedTuna,
  ],
  ['a registration by form', stranger('/api/auth/register', (name) => `username=${name}`), joined],
];

const HEADERS: readonly Row[] = [
  ['JSON called text', encoded(JSON.stringify(FEED), 'text/plain'), fedTuna],
  ['an Idempotency-Key with blanks', post(CARE, FEED, { 'idempotency-key': 'my key' }), fedTuna],
  ['an Idempotency-Key without end', post(CARE, FEED, { 'idempotency-key': 'k'.repeat(300) }), fedTuna],
  ['Accept: text/html', () => ({ path: '/api/house/status', headers: { accept: 'text/html' } }), looked],
];

const KEYS: readonly Row[] = [
  [
    'the key in X-Auth-Token',
    ({ key }) => ({ path: '/api/house/status', bare: true, headers: { 'x-auth-token': key } }),
    looked,
  ],
  [
    'the key in api-key',
    ({ key }) => ({ path: '/api/house/status', bare: true, headers: { 'api-key': key } }),
    looked,
  ],
  [
    'Authorization: Token',
    ({ key }) => ({ path: '/api/house/status', bare: true, headers: { authorization: `Token ${key}` } }),
    looked,
  ],
  [
    'the key by Basic',
    ({ key }) => ({
      path: '/api/house/status',
      bare: true,
      headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
    }),
    looked,
  ],
  [
    'the key in a cookie',
    ({ key }) => ({ path: '/api/house/status', bare: true, headers: { cookie: `api_key=${key}` } }),
    looked,
  ],
];

const same = (ask: Ask): ClumsyAsk => ({ ...ask, before: ask });
const LOST_ANSWERS: readonly Row[] = [
  [
    'the same registration again',
    ({ username }) => ({ method: 'POST', path: '/api/auth/register', bare: true, body: { username } }),
    joinedAs('clumsy'),
  ],
  [
    'another request under the same Idempotency-Key',
    () => ({
      method: 'POST',
      path: CARE,
      body: FEED,
      headers: { 'idempotency-key': 'k' },
      before: { method: 'POST', path: CARE, body: { action: 'play' }, headers: { 'idempotency-key': 'k' } },
    }),
    fedTuna,
  ],
  [
    'the same release again',
    ({ creature }) => same({ method: 'DELETE', path: '/api/house/release', body: { creature_id: creature } }),
    ({ status }) => status < 300,
  ],
  [
    'bringing back one that lives',
    ({ creature }) => ({ method: 'POST', path: '/api/house/resurrect', body: { creature_id: creature } }),
    looked,
  ],
];

/** By kind, with the number of rows that may still fail. */
const KINDS: readonly { kind: string; rows: readonly Row[] }[] = [
  { kind: 'paths', rows: PATHS },
  { kind: 'verbs', rows: VERBS },
  { kind: 'fields', rows: FIELDS },
  { kind: 'enums', rows: ENUMS },
  { kind: 'encodings', rows: ENCODINGS },
  { kind: 'headers', rows: HEADERS },
  { kind: 'keys', rows: KEYS },
  { kind: 'lost answers', rows: LOST_ANSWERS },
];

test('the number of malformed requests is large enough', () => {
  expect(KINDS.flatMap(({ rows }) => rows).length).toBeGreaterThanOrEqual(125);
});

onSqlite(({ fresh }) => {
  test.each(KINDS)(
    'an agent that makes mistakes with $kind reaches its goal by following one answer',
    async ({ rows }) => {
      const house = await aPlainHouse(await fresh());
      const lost: string[] = [];
      for (const [at, [mistake, ask, goal]] of rows.entries()) {
        const agent = await aClumsyAgent(house, at);
        const trace = await leadOn(house, agent, ask(agent), goal);
        if (trace !== undefined) lost.push(`${mistake}: ${trace}`);
      }
      expect(lost).toEqual([]);
    },
  );
});

async function aClumsyAgent(house: TestHouse, at: number): Promise<Clumsy> {
  const keeper = await aKeeper(house, `clumsy-${at}`);
  return { ...keeper, creature: await keeper.hatch() };
}

/** Sends the request and follows the answer once; returns a description if that fails. */
async function leadOn(
  house: TestHouse,
  agent: Clumsy,
  asked: ClumsyAsk,
  goal: Goal,
): Promise<string | undefined> {
  const { bare, before, ...rest } = asked;
  if (before) await house.ask({ ...before, key: agent.key });
  const first = await house.ask({ ...rest, ...(!bare && { key: agent.key }) });
  if (first.status < 300)
    return goal(first, agent) ? undefined : `taken for another: ${first.text.slice(0, 120)}`;
  const next = obeyed(first, rest);
  if (!next) return `${first.status} and no way on`;
  const second = await house.ask({ ...next, key: agent.key });
  if (goal(second, agent)) return undefined;
  return `${first.status} → ${next.method ?? 'GET'} ${next.path} → ${second.status} ${second.text.slice(0, 80)}`;
}

/** The request that the answer suggests, verbatim. */
function obeyed({ status, headers, body }: Told, sent: Ask): Ask | undefined {
  if (status === 308) return { ...sent, path: String(headers['location']) };
  const [step] = (body['next_steps'] ?? []) as readonly NextStep[];
  if (step?.endpoint !== undefined)
    return { ...(step.method && { method: step.method }), path: step.endpoint, body: step.body };
  const meant = body['did_you_mean'];
  const [method, path] = typeof meant === 'string' ? meant.split(' ') : [];
  return path === undefined ? undefined : { ...sent, method: method as 'GET', path };
}
