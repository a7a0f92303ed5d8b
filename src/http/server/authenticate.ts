import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';

import { RATE_LIMITS, type RateLimitName } from '../../contract/server/rate-limits.ts';
import type { Route } from '../../contract/server/route.ts';
import { ProblemError } from '../../core/problem.ts';
import { isDatabaseUnavailable } from '../../house/engine/database-errors.ts';
import type { House } from '../../house/house.ts';
import { authenticateKey, type KnownAgent } from '../../house/keepers/api-keys.ts';
import { takesUpAnOffer } from '../../house/money/ways-to-pay.ts';
import { paymentCredentialFrom } from '../money/payment-headers.ts';
import type { ServerContext } from './context.ts';
import { findMisplacedKey, findWrappedKey } from './caller/misplaced-key.ts';
import { idempotencyKeyFrom } from './parse-request.ts';
import { applyRateLimit, tryRateLimit } from './rate-limit.ts';

/**
 * Lets a request in: its address is counted, its key recognised, its agent counted, in that order. Where strangers are
 * heard, one whose key was refused may still ask for the answer to an earlier request of theirs, by its idempotency key.
 */
export async function authenticate(
  server: Pick<ServerContext, 'house' | 'adminKey'>,
  route: Route,
  request: FastifyRequest,
  strangers: 'refused' | 'heard',
): Promise<void> {
  try {
    await admit(server, route, request);
  } catch (refusal) {
    const mayBeHeard = strangers === 'heard' && idempotencyKeyFrom(request) !== undefined;
    if (
      !(refusal instanceof ProblemError) ||
      !mayBeHeard ||
      !(await tryRateLimit(server.house, request, 'lost_answer'))
    )
      throw refusal;
    request.context.authProblem = refusal;
  }
}

async function admit(
  server: Pick<ServerContext, 'house' | 'adminKey'>,
  route: Route,
  request: FastifyRequest,
): Promise<void> {
  const { house } = server;
  const byAddress = RATE_LIMITS[route.limit].per === 'ip';
  if (byAddress) await applyRateLimit(house, request, route.limit);
  try {
    await identify(server, route, request);
  } catch (problem) {
    if (problem instanceof ProblemError) await applyRateLimit(house, request, 'failed_key');
    throw problem;
  }
  if (!byAddress) await applyRateLimit(house, request, await limitFor(house, route, request));
}

/** A payment we asked for is the second half of a call that was counted; whoever has signed it must not be sent away. */
async function limitFor(
  house: House,
  { limit }: Route,
  { headers, context }: FastifyRequest,
): Promise<RateLimitName> {
  const credential = limit === 'resurrect' && context.agent ? paymentCredentialFrom(headers) : undefined;
  const agentId = context.agent?.id ?? '';
  return credential && (await takesUpAnOffer(house, credential, agentId, context.now)) ? 'credits' : limit;
}

async function identify(
  { house, adminKey }: Pick<ServerContext, 'house' | 'adminKey'>,
  route: Route,
  request: FastifyRequest,
): Promise<void> {
  if (route.auth === 'none') {
    // What caches share is the same for everybody.
    const agent = route.cache === undefined ? await recogniseAgent(house, request.headers) : undefined;
    if (agent) request.context.agent = agent;
    return;
  }
  if (hasKeyInUrl(request.url)) throw new ProblemError('key_in_address');
  if (route.auth === 'admin') {
    const given = adminKeyFrom(request.headers);
    if (!adminKey || !given || !sameSecret(given, adminKey)) throw new ProblemError('unknown_admin_key');
    return;
  }
  const wrapped = findWrappedKey(request.headers);
  if (wrapped) throw new ProblemError('misplaced_key', wrapped);
  const key = apiKeyFrom(request.headers);
  if (key === undefined) {
    const misplaced = findMisplacedKey(request.headers);
    if (misplaced) throw new ProblemError('misplaced_key', misplaced);
    if (route.auth === 'required') throw new ProblemError('unknown_key');
    return;
  }
  request.context.key = key;
  request.context.agent = await authenticateKey(house, key);
}

/** Whose key came along where none is needed: nobody's, when it opens nothing or cannot be looked up. */
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

/** The API key a request carries: a bearer token, x-api-key, or the bare key in Authorization. */
function apiKeyFrom(headers: IncomingHttpHeaders): string | undefined {
  const inAuthorization = bearerToken(headers.authorization);
  const own = headers['x-api-key'];
  const inOwnHeader = typeof own === 'string' && own.trim() !== '' ? own.trim() : undefined;
  if (inAuthorization && inOwnHeader && inAuthorization !== inOwnHeader) throw new ProblemError('two_keys');
  return inAuthorization ?? inOwnHeader;
}

/** The operator's key a request carries. */
export function adminKeyFrom(headers: IncomingHttpHeaders): string | undefined {
  const own = headers['x-admin-key'];
  return typeof own === 'string' ? own.trim() : bearerToken(headers.authorization);
}

/** Compares in constant time: digests have equal lengths, so that neither length nor content shows in the time it takes. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}

/** API keys do not belong where logs and histories keep them. */
export function hasKeyInUrl(url: string): boolean {
  return url.includes('?') && /[?&][^?=&]*=(?:ah_|ah%5f)[0-9A-Za-z]/i.test(url);
}

function bearerToken(header: string | undefined): string | undefined {
  if (!header) return undefined;
  const words = header.trim();
  const scheme = /^bearer\s+/i.exec(words);
  if (scheme) return words.slice(scheme[0].length) || undefined;
  return words.startsWith('ah_') ? words : undefined;
}
