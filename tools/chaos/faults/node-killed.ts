import { setTimeout as pause } from 'node:timers/promises';

import type { Fault } from '../fault.ts';

export const NODE_KILLED: Fault = {
  name: 'node-killed',
  description: 'a node is killed with SIGKILL and started again three seconds later',
  async run(world) {
    await world.endNode(1, 'SIGKILL');
    await pause(3000);
    await world.startNode(1);
  },
};
