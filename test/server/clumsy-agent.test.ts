import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

import type { NextStep } from '../../src/api/fields.ts';
import { aKeeper, aPlainHouse, of, type Keeper } from '../support/asking.ts';
import type { Ask, TestHouse, Told } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';
import requests from './clumsy-requests.json' with { type: 'json' };

type Clumsy = Keeper & { readonly creature: string };
type Goal = (told: Told, agent: Clumsy) => boolean;
/** `before` is sent first and its answer dropped. */
type ClumsyAsk = Ask & { readonly before?: Ask };
type Kind = (typeof KINDS)[number];
/** Malformed requests by goal, as `METHOD path body` or in full; `{id}`, `{me}`, `{new}`, `{key}`, `{long}` are filled in. */
type Requests = Partial<Record<keyof typeof GOALS | Kind, readonly (string | ClumsyAsk)[]>>;

const did = (told: Told, act: string) => told.status === 200 && of(told, 'action_result', 'action') === act;
const isOf = (told: Told, { creature }: Clumsy) => of(told, 'creature', 'id') === creature;
const hasJoined = ({ body, status }: Told) => status === 201 && 'your_token' in body;
const hasAdopted = ({ status, body }: Told) =>
  status === 201 && 'egg_hatches_in_minutes' in Object(body['creature']);
/** An adoption of a species or family is a goal, too. */
const KINDS = ['owl', 'dog', 'cat', 'border_collie', 'maine_coon', 'shiba', 'retriever'] as const;
const hasAdoptedA = (kind: string, told: Told) =>
  hasAdopted(told) && [of(told, 'creature', 'species_key'), of(told, 'creature', 'family')].includes(kind);
const goalOf = (name: string): Goal =>
  GOALS[name as keyof typeof GOALS] ?? ((told) => hasAdoptedA(name, told));
const tells =
  (field: string): Goal =>
  ({ status, body }) =>
    status === 200 && field in body;

const GOALS = {
  fed: (told, agent) => did(told, 'feed') && isOf(told, agent),
  fedTuna: (told, agent) =>
    did(told, 'feed') && isOf(told, agent) && of(told, 'action_result', 'item_result', 'item') === 'tuna',
  played: (told) => did(told, 'play'),
  healed: (told) => did(told, 'medicine'),
  looked: (told, agent) => told.status === 200 && isOf(told, agent) && 'recommended_checkin' in told.body,
  readLog: (told, agent) => isOf(told, agent) && 'care_log' in told.body,
  likes: (told, agent) => isOf(told, agent) && 'preferences' in told.body,
  joined: hasJoined,
  joinedAsClumsy: (told) => hasJoined(told) && String(of(told, 'agent', 'username')).startsWith('clumsy'),
  adopted: hasAdopted,
  // Payments are off here: reaching the right call means `payments_off`.
  bought: ({ body }) => body['code'] === 'payments_off' || 'checkout_url' in body,
  foundCollie: (told) => told.status === 200 && of(told, 'species', 'slug') === 'border_collie',
  hall: tells('leaderboard'),
  graves: tells('gravestones'),
  species: tells('built_in'),
  credits: tells('packs'),
  index: tells('routes'),
  stats: tells('creatures_alive'),
  document: tells('openapi'),
  health: ({ body }) => body['status'] === 'ok',
  released: ({ status, body }, { creature }) => status === 200 && body['creature_id'] === creature,
  done: ({ status }) => status < 300,
  me: (told, { username }) => told.status === 200 && told.text.includes(username),
} satisfies Record<string, Goal>;

const MULTIPART = Object.entries({ action: 'feed', item: 'tuna' })
  .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  .concat('--x--\r\n')
  .join('');
const FEED = { method: 'POST', path: '/api/house/care', body: '{"action":"feed","item":"tuna"}' } as const;
const typed = (type: string, body: unknown = FEED.body, encoding = {}): Ask => {
  const headers = { 'content-type': type, ...encoding };
  return { ...FEED, body, headers };
};

const ENCODINGS: Requests = {
  fedTuna: [
    ...requests.encodings,
    typed('application/x-www-form-urlencoded', 'action=feed&item=tuna'),
    typed('multipart/form-data; boundary=x', MULTIPART),
    typed('application/json', gzipSync(FEED.body), { 'content-encoding': 'gzip' }),
    { ...FEED, body: `\`\`\`json\n${FEED.body}\n\`\`\`` },
    { ...FEED, body: `\uFEFF${FEED.body}` },
    { ...FEED, body: Buffer.from(`\uFEFF${FEED.body}`, 'utf16le') },
  ],
  joined: ['POST /api/auth/register username={new}'],
};

const once = (key: string) => ({ 'idempotency-key': key });
const HEADERS: Requests = {
  fedTuna: [
    typed('text/plain'),
    ...['my key', 'k'.repeat(300)].map((key) => ({ ...FEED, headers: once(key) })),
  ],
  looked: [{ path: '/api/house/status', headers: { accept: 'text/html' } }],
};

const RELEASE: Ask = { method: 'DELETE', path: '/api/house/release', body: '{"creature_id":"{id}"}' };
const ONCE = once('k');
const LOST_ANSWERS: Requests = {
  joinedAsClumsy: ['POST /api/auth/register {"username":"{me}"}'],
  fedTuna: [{ ...FEED, headers: ONCE, before: { ...FEED, body: { action: 'play' }, headers: ONCE } }],
  done: [{ ...RELEASE, before: RELEASE }],
  looked: ['POST /api/house/resurrect {"creature_id":"{id}"}'],
};

/** With the number of requests, so that a part of a table that is not read is noticed. */
test.each<[kind: string, rows: Requests, count: number]>([
  ['paths', requests.paths, 63],
  ['methods', requests.methods, 16],
  ['fields', requests.fields, 43],
  ['enums', requests.enums, 17],
  ['encodings', ENCODINGS, 12],
  ['headers', HEADERS, 4],
  ['keys', requests.keys, 5],
  ['lost answers', LOST_ANSWERS, 4],
])('after a mistake with %s an agent reaches its goal by following one answer', async (_, rows, count) => {
  const house = await aPlainHouse(await anyStore());
  const lost: string[] = [];
  let at = 0;
  for (const [goal, asked] of Object.entries(rows))
    for (const request of asked.map((each) => (typeof each === 'string' ? requestIn(each) : each))) {
      const keeper = await aKeeper(house, `clumsy-${(at += 1)}`);
      const agent = { ...keeper, creature: await keeper.hatch() };
      const trace = await leadOn(house, agent, filledIn(request, agent), goalOf(goal));
      if (trace !== undefined) lost.push(`${JSON.stringify(request)}: ${trace}`);
    }
  expect(lost).toEqual([]);
  expect(at).toBe(count);
});

function requestIn(line: string): ClumsyAsk {
  const [, method = '', path = '', body] = /^(\w+) (\S+)\s*(.*)$/.exec(line) ?? [];
  return { method, path, ...(body && { body }) };
}

/** Adds the key, unless the request names a key or an agent by itself. */
function filledIn(request: ClumsyAsk, { creature, username, key }: Clumsy): ClumsyAsk {
  const words = { id: creature, me: username, new: `${username}-new`, key, long: 'x'.repeat(2000) };
  const fill = (text: string) =>
    text
      .replace('{basic key}', Buffer.from(`${key}:`).toString('base64'))
      .replaceAll(/\{(id|me|new|key|long)\}/g, (_, name: keyof typeof words) => words[name]);
  const { path, body, headers = {}, before, ...rest } = request;
  const bare = /\{(?:me|new|key|basic key)\}/.test(JSON.stringify(request));
  return {
    ...rest,
    path: fill(path),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)])),
    ...(body !== undefined && { body: typeof body === 'string' ? fill(body) : body }),
    ...(before && { before: filledIn(before, { creature, username, key } as Clumsy) }),
    ...(!bare && { key }),
  };
}

/** Sends the request and follows the answer once; returns a description if that fails. */
async function leadOn(house: TestHouse, agent: Clumsy, asked: ClumsyAsk, goal: Goal) {
  const { before, ...rest } = asked;
  if (before) await house.ask(before);
  const first = await house.ask(rest);
  if (first.status < 300)
    return goal(first, agent) ? undefined : `taken for another: ${first.text.slice(0, 120)}`;
  const next = obeyed(first, rest);
  if (!next) return `${first.status} and no way on`;
  const second = await house.ask({ ...next, key: agent.key });
  if (goal(second, agent)) return undefined;
  return `${first.status} → ${next.method ?? 'GET'} ${next.path} → ${second.status} ${second.text.slice(0, 80)}`;
}

function obeyed({ status, headers, body }: Told, sent: Ask): Ask | undefined {
  if (status === 308) return { ...sent, path: String(headers['location']) };
  const [step] = (body['next_steps'] ?? []) as readonly NextStep[];
  if (step?.endpoint !== undefined)
    return { ...(step.method && { method: step.method }), path: step.endpoint, body: step.body };
  const meant = body['did_you_mean'];
  const [method, path] = typeof meant === 'string' ? meant.split(' ') : [];
  return path === undefined ? undefined : { ...sent, method: method as 'GET', path };
}
