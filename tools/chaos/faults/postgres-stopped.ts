import { setTimeout as pause } from 'node:timers/promises';

import type { Fault } from '../fault.ts';

const AWAY_MS = 2000;

export const POSTGRES_FAST: Fault = {
  name: 'postgres-fast',
  description: 'PostgreSQL is shut down in order, its clients cut off, and started again two seconds later',
  async run({ primary }) {
    await primary.stop('fast');
    await pause(AWAY_MS);
    await primary.start();
  },
};

export const POSTGRES_IMMEDIATE: Fault = {
  name: 'postgres-immediate',
  description: 'PostgreSQL stops as if its power had failed, and recovers from its log two seconds later',
  async run({ primary }) {
    await primary.stop('immediate');
    await pause(AWAY_MS);
    await primary.start();
  },
};
