import type { FastifyRequest } from 'fastify';

import type { Route } from '../contract/route.ts';
import { LIMITS } from '../contract/limits.ts';
import { Problem } from '../core/problem.ts';
import type { House } from '../house/house.ts';
import { recognise } from '../house/recognise.ts';
import { adminKeyIn, keyIn, keyInAddress, sameSecret } from './credentials.ts';
import { count } from './visit.ts';

export interface Threshold {
  readonly house: House;
  readonly adminKey: string | undefined;
}

/** Lets a request in: its address is counted, its key recognised, its agent counted, in that order. */
export async function arrive(
  { house, adminKey }: Threshold,
  route: Route,
  request: FastifyRequest,
  strangers: 'refused' | 'heard',
): Promise<void> {
  const byAddress = LIMITS[route.limit].per === 'ip';
  if (byAddress) await count(house, request, route.limit);
  try {
    await identify(house, adminKey, route, request);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    await count(house, request, 'failed_key');
    if (strangers === 'refused') throw problem;
    request.visit.stranger = problem;
    return;
  }
  if (!byAddress) await count(house, request, route.limit);
}

async function identify(
  house: House,
  adminKey: string | undefined,
  route: Route,
  request: FastifyRequest,
): Promise<void> {
  if (route.auth === 'none') return;
  if (route.auth === 'admin') {
    const given = adminKeyIn(request.headers);
    if (!adminKey || !given || !sameSecret(given, adminKey)) throw new Problem('unknown_admin_key');
    return;
  }
  const key = keyIn(request.headers);
  if (key === undefined) {
    if (keyInAddress(request.url)) throw new Problem('key_in_address');
    if (route.auth === 'required') throw new Problem('unknown_key');
    return;
  }
  request.visit.key = key;
  request.visit.agent = await recognise(house, key);
}
