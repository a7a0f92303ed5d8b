import type { Multiplied } from './lived-in.ts';
import type { Target } from './measure.ts';
import type { ServerProcess } from './server-process.ts';

/** Number of agents that share the requests, so that the real limits are counted but not reached. */
export const AGENTS = 2000;

export const SMALL_REPLY = { status: 'ok', database: 'ok', time: '2026-03-01T12:00:00.000Z' };

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A request that is measured; words of the command line search its name. */
export interface Operation {
  readonly name: string;
  readonly status?: 201;
  readonly ask: (key: string, nth: number) => Request;
  /** Every request is another one; otherwise there is one for each key, made beforehand. */
  readonly isNew?: true;
  /** Asked by agents without a creature, which register first. */
  readonly byNewcomers?: true;
  /** Size of the SQLite database in which others have lived; an empty one without it. */
  readonly livedIn?: Multiplied;
  readonly target?: Target;
  /** The plain service answers it too. */
  readonly isPlain?: true;
  readonly onNewConnections?: true;
}

const USUAL = { host: '127.0.0.1', 'user-agent': 'bench/1', accept: '*/*' };
const JSON_TYPE = { 'content-type': 'application/json' };

function askOwn(path: string, key: string, body?: object): Request {
  const headers = { ...USUAL, authorization: `Bearer ${key}` };
  if (!body) return { method: 'GET', path, headers };
  return { method: 'POST', path, headers: { ...headers, ...JSON_TYPE }, body };
}

export function askPublic(path: string, nth: number): Request {
  return { method: 'GET', path, headers: { ...USUAL, 'x-forwarded-for': addressOf(nth) } };
}

// Without an item: judging one loads a model that is as large as the rest of the service.
const ACTS = [{ action: 'feed' }, { action: 'play' }, { action: 'reflect', notes: 'It came running today.' }];

const AUTHENTICATION: Operation = {
  name: 'authentication only',
  target: { times: 2, of: 'get' },
  ask: (key) => askOwn('/bench/small?creature_id=0c4f6c8e-6a2b-4d55-9d7c-2b1d4a9f8e10&view=full', key),
};

function look(name: string, path: string): Operation {
  const livedIn = { copies: 2, keys: 1800 };
  return { name, livedIn, ask: (key) => askOwn(path, key) };
}

const DUE: Operation = { ...look('due', '/api/house/due'), target: { times: 2.7, of: 'get' } };
const STATUS: Operation = {
  ...look('status', '/api/house/status'),
  target: { times: 5, of: 'get', plain: 1.1 },
  isPlain: true,
};
const BRIEF_STATUS: Operation = {
  ...look('status, brief', '/api/house/status?view=brief'),
  target: { times: 4, of: 'get', plain: 1 },
  isPlain: true,
};

const CARE: Operation = {
  name: 'care',
  target: { times: 6, of: 'limit', tail: 2, plain: 1 },
  isPlain: true,
  // Enough creatures that none is cared for twice in a run.
  livedIn: { copies: 60, keys: 54_000 },
  ask: (key, nth) => askOwn('/api/house/care', key, ACTS[nth % ACTS.length]),
};

const CARE_OF_NEWCOMERS: Operation = {
  ...CARE,
  name: 'care, new connections',
  target: { times: 6, of: 'limit', tail: 3 },
  onNewConnections: true,
};

/** The item needs no embedding model to be judged. */
const MEAL: Operation = {
  name: 'care with an item and an idempotency key',
  isNew: true,
  ask(key, nth) {
    const { headers, ...care } = askOwn('/api/house/care', key, { action: 'feed', item: 'chicken' });
    return { ...care, headers: { ...headers, 'idempotency-key': `bench-meal-${nth}-${key.slice(-16)}` } };
  },
};

let registered = 1_000_000;

/** A new name and a new address each time: one address may register three times an hour. */
const REGISTRATION: Operation = {
  name: 'registration',
  status: 201,
  isNew: true,
  isPlain: true,
  target: { times: 2.8, of: 'limit' },
  ask() {
    const nth = registered++;
    return {
      method: 'POST',
      path: '/api/auth/register',
      headers: { ...USUAL, ...JSON_TYPE, 'x-forwarded-for': addressOf(nth) },
      body: {
        username: `bench-${nth}`,
        display_name: 'Wren',
        bio: 'Keeps late hours and small animals.',
        model: { provider: 'anthropic', name: 'claude' },
        timezone: 'Europe/Berlin',
      },
    };
  },
};

const ADOPTION: Operation = {
  name: 'adoption',
  status: 201,
  byNewcomers: true,
  ask: (key) => askOwn('/api/house/adopt', key, { name: 'Pebble', family: 'cat' }),
};

const PUBLIC = {
  'hall, oldest_living': '/api/house/hall?category=oldest_living',
  'hall, most_consistent': '/api/house/hall?category=most_consistent',
  'hall, gravestone_count': '/api/house/hall?category=gravestone_count',
  graveyard: '/api/house/graveyard',
  stats: '/api/stats',
  species: '/api/house/species',
  'page of creatures, kept for 5 s': '/creatures',
};

export const ON_SQLITE = [AUTHENTICATION, DUE, REGISTRATION, STATUS, BRIEF_STATUS, CARE, CARE_OF_NEWCOMERS];
export const BY_WORK = [AUTHENTICATION, REGISTRATION, STATUS, BRIEF_STATUS, CARE];
export const ON_POSTGRES = [STATUS, CARE, MEAL, REGISTRATION, ADOPTION];
export const AT_SIZE: readonly Operation[] = [
  ...ON_POSTGRES,
  BRIEF_STATUS,
  ...Object.entries(PUBLIC).map(([name, path]) => ({
    name,
    isNew: true as const,
    ask: (_: string, nth: number) => askPublic(path, nth),
  })),
];

// After that, the same ones adopt again.
const MOST_NEWCOMERS = 5000;

/** The bytes of one request after the other, of at most so many. */
export async function requestsOf(
  { ask, isNew, byNewcomers }: Operation,
  server: ServerProcess,
  most: number,
): Promise<() => Buffer> {
  const keys = byNewcomers ? await newcomers(server, Math.min(most, MOST_NEWCOMERS)) : server.keys;
  let nth = 0;
  // From the end: other operations use keys from the beginning.
  if (isNew) return () => bytesOf(ask(keys.at(-1 - (nth % keys.length)) ?? '', nth++));
  const all = keys.map((key, at) => bytesOf(ask(key, at)));
  // The remainder is always within the list.
  return () => all[nth++ % all.length] as Buffer;
}

async function newcomers(server: ServerProcess, count: number): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < count) {
    const some = Array.from({ length: 50 }, () => replyTo(server, REGISTRATION.ask('', 0)));
    for (const reply of await Promise.all(some))
      keys.push((JSON.parse(reply) as { your_token: string }).your_token);
  }
  return keys;
}

export async function replyTo({ port }: ServerProcess, { method, path, headers, body }: Request) {
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return (await fetch(`http://127.0.0.1:${port}${path}`, init)).text();
}

export function bytesOf({ method, path, headers, body }: Request): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const length = body === undefined ? [] : [`content-length: ${Buffer.byteLength(text)}`];
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, ...length, '', text].join('\r\n'));
}

function addressOf(nth: number): string {
  return `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;
}
