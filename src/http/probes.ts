import type { FastifyInstance, FastifyRequest } from 'fastify';

import { SECOND, type Instant } from '../core/clock.ts';
import type { House } from '../house/house.ts';
import { isReady } from '../house/take-pulse.ts';
import { send } from './send.ts';
import { count } from './visit.ts';

/** For whoever runs the house: is the process alive, and could it keep something right now? */
export function addProbes(app: FastifyInstance, house: House): void {
  const onRequest = (request: FastifyRequest) => count(house, request, 'probe');
  const ready = rememberedFor(SECOND, () => isReady(house));
  app.get('/livez', { onRequest }, async (request, reply) => {
    send(request, reply, { status: 200, body: JSON.stringify({ status: 'alive' }) });
  });
  app.get('/readyz', { onRequest }, async (request, reply) => {
    const [status, body] = (await ready(request.visit.now))
      ? ([200, READY] as const)
      : ([503, NOT_READY] as const);
    send(request, reply, { status, body: JSON.stringify(body) });
  });
}

// Nodes that disagree about time zones would disagree about bedtimes.
const READY = { status: 'ready', time_zones: process.versions['tz'] };
const NOT_READY = { status: 'not ready', error: 'The database cannot keep anything right now.' };

/** Each answer costs a write to the disk: whoever asks within the same second is told the same. */
function rememberedFor(ms: number, ask: () => Promise<boolean>): (now: Instant) => Promise<boolean> {
  let askedAt = -Infinity;
  let answer = Promise.resolve(false);
  return (now) => {
    if (now - askedAt >= ms) {
      askedAt = now;
      answer = ask();
    }
    return answer;
  };
}
