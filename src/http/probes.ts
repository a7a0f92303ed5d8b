import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { House } from '../house/house.ts';
import { ensureReady } from '../house/take-pulse.ts';
import { send } from './send.ts';
import { count } from './visit.ts';

/** For whoever runs the house: is the process alive, and could it keep something right now? */
export function addProbes(app: FastifyInstance, house: House): void {
  const onRequest = (request: FastifyRequest) => count(house, request, 'probe');
  app.get('/livez', { onRequest }, async (request, reply) => {
    send(request, reply, { status: 200, body: JSON.stringify({ status: 'alive' }) });
  });
  app.get('/readyz', { onRequest }, async (request, reply) => {
    const ready = await isReady(house);
    send(request, reply, { status: ready ? 200 : 503, body: JSON.stringify(ready ? READY : NOT_READY) });
  });
}

// Nodes that disagree about time zones would disagree about bedtimes.
const READY = { status: 'ready', time_zones: process.versions['tz'] };
const NOT_READY = { status: 'not ready', error: 'The database cannot keep anything right now.' };

async function isReady(house: House): Promise<boolean> {
  try {
    await ensureReady(house);
    return true;
  } catch {
    return false;
  }
}
