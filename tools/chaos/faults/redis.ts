import { setTimeout as pause } from 'node:timers/promises';

import type { Fault } from '../fault.ts';

const AWAY_MS = 6000;

export const REDIS_FROZEN: Fault = {
  name: 'redis-frozen',
  description: 'Redis hangs for six seconds: each node counts limits for itself',
  unnoticed: true,
  async run({ redis }) {
    redis.process.signal('SIGSTOP');
    await pause(AWAY_MS);
    redis.process.signal('SIGCONT');
  },
};

export const REDIS_KILLED: Fault = {
  name: 'redis-killed',
  description: 'Redis is killed and comes back empty six seconds later',
  unnoticed: true,
  async run({ redis }) {
    await redis.process.end('SIGKILL');
    await pause(AWAY_MS);
    await redis.restart();
  },
};
