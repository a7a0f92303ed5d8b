import { setTimeout as pause } from 'node:timers/promises';

import type { Fault } from '../fault.ts';

/** Until the balancer has found a node again. */
const FOUND_AGAIN_MS = 2000;

export const ROLLING_RESTART: Fault = {
  name: 'rolling-restart',
  description: 'one node after the other is closed with SIGTERM and started again, and nobody notices',
  unnoticed: true,
  async run(world) {
    for (const nth of world.nodePorts.keys()) {
      await world.endNode(nth, 'SIGTERM');
      await world.startNode(nth);
      await world.ready();
      await pause(FOUND_AGAIN_MS);
    }
  },
};
