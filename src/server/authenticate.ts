import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';

import { RATE_LIMITS, type RateLimitName } from '../api/rate-limits.ts';
import type { Route } from '../api/route.ts';
import { authenticateKey, type KnownAgent } from '../features/agents/api-keys.ts';
import { isDatabaseUnavailable } from '../features/database-errors.ts';
import type { House } from '../features/house.ts';
import { takesUpAnOffer } from '../features/money/pay-inline.ts';
import { ProblemError, type ProblemFacts } from '../rules/problem.ts';
import { apiKeyFrom, bearerToken, oneKeyOf, sameSecret } from './caller.ts';
import type { ServerContext } from './context.ts';
import { idempotencyKeyFrom } from './parse-request.ts';
import { paymentCredentialFrom } from './payment-headers.ts';
import { applyRateLimit, countQuietly } from './rate-limit.ts';

type DoorKeys = Pick<ServerContext, 'house' | 'adminKey'>;

/** Authenticates a request, in this order: counts the address, looks the key up, counts the agent. */
export async function authenticate(server: DoorKeys, route: Route, request: FastifyRequest): Promise<void> {
  const { house } = server;
  const { limit } = route;
  const byAddress = RATE_LIMITS[limit].per === 'ip';
  if (byAddress) await applyRateLimit(house, request, limit);
  try {
    const agent = await identify(server, route, request);
    if (agent) request.context.agent = agent;
  } catch (problem) {
    if (problem instanceof ProblemError) await applyRateLimit(house, request, 'failed_key');
    throw problem;
  }
  if (byAddress) return;
  const name = limit === 'resurrect' ? await limitOfReturn(house, request) : limit;
  return applyRateLimit(house, request, name);
}

/**
 * Authenticates like `authenticate`, but a refused key may still fetch the stored reply of an earlier request
 * by its Idempotency-Key.
 */
export async function authenticateOrHear(
  server: DoorKeys,
  route: Route,
  request: FastifyRequest,
): Promise<void> {
  try {
    await authenticate(server, route, request);
  } catch (refusal) {
    if (!(refusal instanceof ProblemError) || idempotencyKeyFrom(request) === undefined) throw refusal;
    await countQuietly(server.house, request, 'lost_answer');
    request.context.authProblem = refusal;
  }
}

/**
 * The rate limit of a resurrection: a signed payment completes a call that was counted before, so it must not be counted again.
 */
async function limitOfReturn(house: House, { headers, context }: FastifyRequest): Promise<RateLimitName> {
  const { agent, now } = context;
  const credential = agent && paymentCredentialFrom(headers);
  return credential && (await takesUpAnOffer(house, credential, agent.id, now)) ? 'credits' : 'resurrect';
}

function identify(
  { house, adminKey }: DoorKeys,
  route: Route,
  request: FastifyRequest,
): Promise<KnownAgent | undefined> | undefined {
  const { headers } = request;
  // A publicly cached reply must not depend on the caller, so the key is not read.
  if (route.auth === 'none') return route.cache === undefined ? recogniseAgent(house, headers) : undefined;
  if (hasKeyInUrl(request.url)) throw new ProblemError('key_in_address');
  if (route.auth === 'admin') {
    const given = oneKeyOf(bearerToken(headers.authorization), headers['x-admin-key']);
    if (!adminKey || !given || !sameSecret(given, adminKey)) throw new ProblemError('unknown_admin_key', {});
    return undefined;
  }
  const key = findKey(headers);
  if (key === undefined && route.auth === 'required') throw new ProblemError('missing_key');
  if (key === undefined) return undefined;
  request.context.key = key;
  return authenticateKey(house, key, route.auth === 'required' ? 'agent and creatures' : 'agent');
}

/** The API key in the headers. Throws a problem that names how a key was sent wrongly. */
function findKey(headers: IncomingHttpHeaders): string | undefined {
  const wrapped = findWrappedKey(headers);
  if (wrapped) throw new ProblemError('misplaced_key', wrapped);
  const key = apiKeyFrom(headers);
  const misplaced = key === undefined ? findMisplacedKey(headers) : undefined;
  if (misplaced) throw new ProblemError('misplaced_key', misplaced);
  return key;
}

/** The caller on a public route; undefined for an invalid key, or when it cannot be looked up. */
export async function recogniseAgent(
  house: House,
  headers: IncomingHttpHeaders,
): Promise<KnownAgent | undefined> {
  try {
    const key = apiKeyFrom(headers);
    return key === undefined ? undefined : await authenticateKey(house, key);
  } catch (error) {
    if (error instanceof ProblemError || isDatabaseUnavailable(error)) return undefined;
    throw error;
  }
}

/** True if a URL contains an API key: URLs end up in logs and histories. */
export function hasKeyInUrl(url: string): boolean {
  return url.includes('?') && /[?&][^?=&]*=(?:ah_|ah%5f)[0-9A-Za-z]/i.test(url);
}

type Misplaced = ProblemFacts['misplaced_key'];

// Headers that other services use for API keys.
const USUAL_ELSEWHERE: ReadonlySet<string> = new Set([
  'api-key',
  'apikey',
  'auth-token',
  'token',
  'x-access-token',
  'x-apikey',
  'x-arkhouse-api-key',
  'x-arkhouse-key',
  'x-auth',
  'x-auth-key',
  'x-auth-token',
  'x-authorization',
  'x-key',
  'x-token',
]);

const KEY = /^(?:\w+\s+)?ah_[0-9A-Za-z]{12,}$/;
const KEY_WITHIN = /(?:^|[=;\s"])ah_[0-9A-Za-z]{12,}/;
const SCHEME = /^([A-Za-z][\w-]{0,19})(?::|=|\s)\s*\S/;
const PLAIN_NAME = /^[a-z][a-z0-9-]{0,39}$/;

// An API key in quotes or brackets, or after a second "Bearer".
const WRAPPED = /^(?:bearer\s+|["'`<([{]\s*)+ah_[0-9A-Za-z]{12,}/i;

export function findWrappedKey(headers: IncomingHttpHeaders): Misplaced | undefined {
  const { authorization = '', 'x-api-key': own } = headers;
  if (WRAPPED.test(authorization.trim().replace(/^bearer\s+/i, '')))
    return { place: 'wrapped', name: 'Authorization' };
  return typeof own === 'string' && WRAPPED.test(own.trim())
    ? { place: 'wrapped', name: 'x-api-key' }
    : undefined;
}

/** Tells where a misplaced API key was found; never returns the key itself. */
export function findMisplacedKey(headers: IncomingHttpHeaders): Misplaced | undefined {
  const scheme = SCHEME.exec(headers.authorization?.trim() ?? '')?.[1];
  // Payments use an Authorization scheme of their own.
  if (scheme !== undefined && scheme.toLowerCase() !== 'payment') return { place: 'scheme', name: scheme };
  const header = Object.entries(headers).find(isMisplaced)?.[0];
  if (header !== undefined) return { place: 'header', name: PLAIN_NAME.test(header) ? header : 'a header' };
  return KEY_WITHIN.test(headers.cookie ?? '') ? { place: 'cookie', name: '' } : undefined;
}

function isMisplaced([name, value]: [string, unknown]): boolean {
  if (typeof value !== 'string' || name === 'authorization' || name === 'x-api-key') return false;
  return KEY.test(value.trim()) || (USUAL_ELSEWHERE.has(name) && value.trim() !== '');
}
