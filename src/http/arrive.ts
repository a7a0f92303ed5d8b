import type { FastifyRequest } from 'fastify';

import { LIMITS, type LimitName } from '../contract/limits.ts';
import type { Route } from '../contract/route.ts';
import { Problem } from '../core/problem.ts';
import type { House } from '../house/house.ts';
import { takesUpAnOffer } from '../house/quote.ts';
import { recognise } from '../house/recognise.ts';
import { adminKeyIn, keyIn, keyInAddress, sameSecret } from './credentials.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { credentialIn } from './payment-headers.ts';
import { count, countQuietly } from './visit.ts';

export interface Threshold {
  readonly house: House;
  readonly adminKey: string | undefined;
}

/**
 * Lets a request in: its address is counted, its key recognised, its agent counted, in that order. Where strangers are
 * heard, one who was refused may still ask for the answer to an earlier request of theirs, so many times a minute.
 */
export async function arrive(
  { house, adminKey }: Threshold,
  route: Route,
  request: FastifyRequest,
  strangers: 'refused' | 'heard',
): Promise<void> {
  try {
    await admit(house, adminKey, route, request);
  } catch (refusal) {
    const mayBeHeard = strangers === 'heard' && idempotencyKeyOf(request) !== undefined;
    if (!(refusal instanceof Problem) || !mayBeHeard || !(await countQuietly(house, request, 'lost_answer')))
      throw refusal;
    request.visit.stranger = refusal;
  }
}

async function admit(
  house: House,
  adminKey: string | undefined,
  route: Route,
  request: FastifyRequest,
): Promise<void> {
  const byAddress = LIMITS[route.limit].per === 'ip';
  if (byAddress) await count(house, request, route.limit);
  try {
    await identify(house, adminKey, route, request);
  } catch (problem) {
    if (problem instanceof Problem) await count(house, request, 'failed_key');
    throw problem;
  }
  if (!byAddress) await count(house, request, await limitFor(house, route, request));
}

/** A payment we asked for is the second half of a call that was counted; whoever has signed it must not be sent away. */
async function limitFor(
  house: House,
  { limit }: Route,
  { headers, visit }: FastifyRequest,
): Promise<LimitName> {
  const credential = limit === 'resurrect' && visit.agent ? credentialIn(headers) : undefined;
  const agentId = visit.agent?.id ?? '';
  return credential && (await takesUpAnOffer(house, credential, agentId, visit.now)) ? 'credits' : limit;
}

async function identify(
  house: House,
  adminKey: string | undefined,
  route: Route,
  request: FastifyRequest,
): Promise<void> {
  if (route.auth === 'none') return;
  if (keyInAddress(request.url)) throw new Problem('key_in_address');
  if (route.auth === 'admin') {
    const given = adminKeyIn(request.headers);
    if (!adminKey || !given || !sameSecret(given, adminKey)) throw new Problem('unknown_admin_key');
    return;
  }
  const key = keyIn(request.headers);
  if (key === undefined) {
    if (route.auth === 'required') throw new Problem('unknown_key');
    return;
  }
  request.visit.key = key;
  request.visit.agent = await recognise(house, key);
}
