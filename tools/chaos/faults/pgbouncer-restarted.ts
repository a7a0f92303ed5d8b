import { setTimeout as pause } from 'node:timers/promises';

import type { Fault } from '../fault.ts';

export const PGBOUNCER_RESTARTED: Fault = {
  name: 'pgbouncer-restarted',
  description:
    'the nodes reach PostgreSQL through pgbouncer in transaction mode, which is away for two seconds',
  needs: ['pgbouncer'],
  world: { through: 'pgbouncer' },
  async run({ pgbouncer }) {
    await pgbouncer.process.end('SIGTERM');
    await pause(2000);
    await pgbouncer.restart();
  },
};
