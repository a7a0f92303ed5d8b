import type { ServerProcess } from './server-process.ts';

/** Number of agents that share the requests, so that the real limits are counted but not reached. */
export const AGENTS = 2000;

/** As large as the reply of /api/health, so that both can be held against the same bare server. */
export const SMALL_REPLY = { status: 'ok', database: 'ok', time: '2026-03-01T12:00:00.000Z' };

/** One request, as a person would write it down. */
export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

// Headers of a typical client.
const USUAL = { host: '127.0.0.1', 'user-agent': 'bench/1', accept: '*/*' };
const CREATURE = '0c4f6c8e-6a2b-4d55-9d7c-2b1d4a9f8e10';

export function askHealth(nth: number): Request {
  return askPublic('/api/health', nth);
}

export function askKeyed(path: string, key: string): Request {
  const headers = { ...USUAL, authorization: `Bearer ${key}` };
  return { method: 'GET', path: `${path}?creature_id=${CREATURE}&view=full`, headers };
}

export function askStatus(key: string, view: 'full' | 'brief'): Request {
  const headers = { ...USUAL, authorization: `Bearer ${key}` };
  return { method: 'GET', path: `/api/house/status${view === 'full' ? '' : '?view=brief'}`, headers };
}

// Without an item: judging one loads a model that is as large as the rest of the service.
const ACTS = [{ action: 'feed' }, { action: 'play' }, { action: 'reflect', notes: 'It came running today.' }];

/** A meal, a game, a thought, in turn. */
export function askCare(key: string, nth: number): Request {
  const headers = { ...USUAL, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return { method: 'POST', path: '/api/house/care', headers, body: ACTS[nth % ACTS.length] };
}

/** Feeds an item that needs no embedding model to be judged; has an Idempotency-Key, so that it can be replayed. */
export function askMeal(key: string, nth: number): Request {
  const { headers, ...care } = askCare(key, 0);
  return {
    ...care,
    headers: { ...headers, 'idempotency-key': `bench-meal-${nth}-${key.slice(-16)}` },
    body: { action: 'feed', item: 'chicken' },
  };
}

export function askAdoption(key: string): Request {
  const headers = { ...USUAL, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return { method: 'POST', path: '/api/house/adopt', headers, body: { name: 'Pebble', family: 'cat' } };
}

/** Public reads, each from another address. */
export function askPublic(path: string, nth: number): Request {
  return { method: 'GET', path, headers: { ...USUAL, 'x-forwarded-for': addressOf(nth) } };
}

/** Everyone registers from an address of their own, since three an hour is all that one address gets. */
export function askRegistration(nth: number): Request {
  return {
    method: 'POST',
    path: '/api/auth/register',
    headers: { ...USUAL, 'content-type': 'application/json', 'x-forwarded-for': addressOf(nth) },
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

/** A request that never comes twice. */
export function counting(request: (nth: number) => Request): () => Buffer {
  let nth = 0;
  return () => bytesOf(request(nth++));
}

export async function replyTo(
  { port }: ServerProcess,
  { method, path, headers, body }: Request,
): Promise<string> {
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return (await fetch(`http://127.0.0.1:${port}${path}`, init)).text();
}

/** The request as it goes over the wire. */
function bytesOf({ method, path, headers, body }: Request): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const length = body === undefined ? [] : [`content-length: ${Buffer.byteLength(text)}`];
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, ...length, '', text].join('\r\n'));
}

function addressOf(nth: number): string {
  return `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;
}
