import type { ServerProcess } from './server-process.ts';

/** Number of agents that share the requests, so that the real limits are counted but not reached. */
export const AGENTS = 2000;

/** As large as the reply of /api/health, so that both can be held against the same bare server. */
export const SMALL_REPLY = { status: 'ok', database: 'ok', time: '2026-03-01T12:00:00.000Z' };

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const USUAL = { host: '127.0.0.1', 'user-agent': 'bench/1', accept: '*/*' };
const JSON_TYPE = { 'content-type': 'application/json' };
const CREATURE = '0c4f6c8e-6a2b-4d55-9d7c-2b1d4a9f8e10';

function askOwn(path: string, key: string, body?: object): Request {
  const headers = { ...USUAL, authorization: `Bearer ${key}` };
  if (!body) return { method: 'GET', path, headers };
  return { method: 'POST', path, headers: { ...headers, ...JSON_TYPE }, body };
}

export function askKeyed(path: string, key: string): Request {
  return askOwn(`${path}?creature_id=${CREATURE}&view=full`, key);
}

export function askStatus(key: string): Request {
  return askOwn('/api/house/status', key);
}

export function askBriefStatus(key: string): Request {
  return askOwn('/api/house/status?view=brief', key);
}

// Without an item: judging one loads a model that is as large as the rest of the service.
const ACTS = [{ action: 'feed' }, { action: 'play' }, { action: 'reflect', notes: 'It came running today.' }];

export function askCare(key: string, nth: number): Request {
  return askOwn('/api/house/care', key, ACTS[nth % ACTS.length]);
}

/** Feeds an item that needs no embedding model to be judged; has an Idempotency-Key, so that it can be replayed. */
export function askMeal(key: string, nth: number): Request {
  const { headers, ...care } = askOwn('/api/house/care', key, { action: 'feed', item: 'chicken' });
  return { ...care, headers: { ...headers, 'idempotency-key': `bench-meal-${nth}-${key.slice(-16)}` } };
}

export function askAdoption(key: string): Request {
  return askOwn('/api/house/adopt', key, { name: 'Pebble', family: 'cat' });
}

export function askPublic(path: string, nth: number): Request {
  return { method: 'GET', path, headers: { ...USUAL, 'x-forwarded-for': addressOf(nth) } };
}

let registered = 1_000_000;

/** A new name and a new address each time: one address may register three times an hour. */
export function askNewRegistration(): Request {
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
}

/** The same requests over and over, their bytes made beforehand. */
export function inTurn(requests: readonly Request[]): () => Buffer {
  const all = requests.map(bytesOf);
  let nth = 0;
  // The remainder is always within the list.
  return () => all[nth++ % all.length] as Buffer;
}

export function counting(request: (nth: number) => Request): () => Buffer {
  let nth = 0;
  return () => bytesOf(request(nth++));
}

export async function replyTo({ port }: ServerProcess, { method, path, headers, body }: Request) {
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return (await fetch(`http://127.0.0.1:${port}${path}`, init)).text();
}

function bytesOf({ method, path, headers, body }: Request): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const length = body === undefined ? [] : [`content-length: ${Buffer.byteLength(text)}`];
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, ...length, '', text].join('\r\n'));
}

function addressOf(nth: number): string {
  return `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;
}
