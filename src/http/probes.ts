import type { FastifyInstance } from 'fastify';

import type { House } from '../house/house.ts';
import { ensureReady } from '../house/take-pulse.ts';
import { count } from './visit.ts';

/** For whoever runs the house: is the process alive, and could it keep something right now? */
export function addProbes(app: FastifyInstance, house: House): void {
  const onRequest = (request: Parameters<typeof count>[1], reply: Parameters<typeof count>[2]) =>
    count(house, request, reply, 'probe');
  app.get('/livez', { onRequest, handler: async () => ({ status: 'alive' }) });
  app.get('/readyz', {
    onRequest,
    handler: async (_, reply) => {
      try {
        await ensureReady(house);
        return { status: 'ready', time_zones: process.versions['tz'] };
      } catch {
        return reply
          .code(503)
          .send({ status: 'not ready', error: 'The database cannot keep anything right now.' });
      }
    },
  });
}
