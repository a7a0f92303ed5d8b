import { setTimeout as pause } from 'node:timers/promises';

import type { Fault } from '../fault.ts';

export const POSTGRES_FROZEN: Fault = {
  name: 'postgres-frozen',
  description: 'every process of PostgreSQL hangs for ten seconds; connections stay, and nothing answers',
  async run({ primary }) {
    primary.freeze();
    await pause(10_000);
    primary.thaw();
  },
};
