import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';

import { isUnavailable } from '../../packages/database/portable.ts';
import { ProblemError } from '../rules/problem.ts';
import { guestWith } from '../rules/vocabulary.ts';
import { RATE_LIMITS, type RateLimitName } from '../api/rate-limits.ts';
import type { Route } from '../api/route.ts';
import {
  apiKeyFrom,
  bearerToken,
  findMisplacedKey,
  findWrappedKey,
  hasKeyInUrl,
  hasSandboxToken,
  oneKeyOf,
  sameSecret,
} from '../http/credentials.ts';
import { applyRateLimit, countQuietly } from '../http/limits.ts';
import { paymentCredentialFrom } from '../http/payment-headers.ts';
import { idempotencyKeyFrom } from '../http/requests.ts';
import type { BaseHouse } from '../features/house.ts';
import {
  authenticateGuest,
  authenticateKey,
  authenticateSitter,
  type KnownAgent,
  type ReadAlong,
} from '../features/identity/api-keys.ts';
import { takesUpAnOffer } from '../features/money/pay-inline.ts';
import type { ServerContext } from './server-context.ts';

type DoorKeys = Pick<ServerContext, 'house' | 'adminKey'>;
type ReplayingDoor = DoorKeys & Pick<ServerContext, 'undelivered'>;

/** Authenticates a request, in this order: counts the address, looks the key up, counts the agent. */
export async function authenticate(server: DoorKeys, route: Route, request: FastifyRequest): Promise<void> {
  const { house } = server;
  const { limit } = route;
  const byAddress = RATE_LIMITS[limit].per === 'ip';
  if (byAddress) await applyRateLimit(house, request, limit);
  try {
    const agent = await identify(server, route, request);
    request.context.agent = agent && { ...agent, mayPlay: hasSandboxToken(house, request.raw) };
  } catch (problem) {
    if (problem instanceof ProblemError) await applyRateLimit(house, request, 'failed_key');
    throw problem;
  }
  if (byAddress) return;
  const name = limit === 'resurrect' ? await limitOfReturn(house, request) : limit;
  return applyRateLimit(house, request, name);
}

/** A refused key may still fetch the reply of an earlier request: by its Idempotency-Key, or if it was not delivered. */
export async function authenticateOrHear(
  server: ReplayingDoor,
  route: Route,
  request: FastifyRequest,
): Promise<void> {
  try {
    await authenticate(server, route, request);
  } catch (refusal) {
    if (!(refusal instanceof ProblemError)) throw refusal;
    if (idempotencyKeyFrom(request) === undefined && server.undelivered.isEmpty) throw refusal;
    await countQuietly(server.house, request, 'lost_answer');
    request.context.authProblem = refusal;
  }
}

/** A signed payment completes a resurrection that was counted before, so it must not be counted again. */
async function limitOfReturn(
  house: Pick<BaseHouse, 'cashier' | 'store'>,
  { headers, context }: FastifyRequest,
): Promise<RateLimitName> {
  const { agent, now } = context;
  const credential = agent && paymentCredentialFrom(headers);
  return credential && (await takesUpAnOffer(house, credential, agent.id, now)) ? 'credits' : 'resurrect';
}

function identify(
  { house, adminKey }: DoorKeys,
  route: Route,
  request: FastifyRequest,
): Promise<KnownAgent | undefined> | undefined {
  const { headers, context } = request;
  // A publicly cached reply must not depend on the caller, so the key is not read.
  if (route.auth === 'none') return route.cache === undefined ? recogniseAgent(house, headers) : undefined;
  if (hasKeyInUrl(request.url)) throw new ProblemError('key_in_address');
  if (route.auth === 'admin') {
    const given = oneKeyOf(bearerToken(headers.authorization), headers['x-admin-key']);
    const guest = given === undefined ? undefined : guestWith(given);
    if (guest !== undefined) throw new ProblemError('limited_key', { guest });
    if (!adminKey || !given || !sameSecret(given, adminKey)) throw new ProblemError('unknown_admin_key', {});
    return undefined;
  }
  const key = findKey(headers) ?? (route.admits?.includes('owner') ? tokenInQuery(request) : undefined);
  if (key === undefined && route.auth === 'required') throw new ProblemError('missing_key');
  if (key === undefined) return undefined;
  const guest = guestWith(key);
  if (guest !== undefined) {
    if (!route.admits?.includes(guest)) throw new ProblemError('limited_key', { guest });
    if (guest !== 'sitter') return authenticateGuest(house, guest, key);
    context.key = key;
    return authenticateSitter(house, key, context.now);
  }
  context.key = key;
  return authenticateKey(house, key, readAlong(route));
}

function readAlong({ auth, marked }: Route): ReadAlong {
  if (marked) return 'mark';
  return auth === 'required' ? 'creatures' : 'nothing';
}

function tokenInQuery({ query }: FastifyRequest): string | undefined {
  const { token } = query as { readonly token?: unknown };
  return typeof token === 'string' && token !== '' ? token : undefined;
}

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
  house: Pick<BaseHouse, 'store'>,
  headers: IncomingHttpHeaders,
): Promise<KnownAgent | undefined> {
  try {
    const key = apiKeyFrom(headers);
    return key === undefined ? undefined : await authenticateKey(house, key);
  } catch (error) {
    if (error instanceof ProblemError || isUnavailable(error)) return undefined;
    throw error;
  }
}
