import { setTimeout as pause } from 'node:timers/promises';

import type { Fault } from '../fault.ts';

const BESIDE_EACH_OTHER_MS = 4000;

export const TWO_VERSIONS: Fault = {
  name: 'two-versions',
  description:
    'nodes of the release before this one are replaced one by one: both versions serve the same database',
  needs: ['git', 'tar', 'npm'],
  world: { previousRelease: true },
  async run(world) {
    for (const nth of world.nodePorts.keys()) {
      await world.endNode(nth, 'SIGTERM');
      await world.startNode(nth);
      await world.ready();
      await pause(BESIDE_EACH_OTHER_MS);
    }
  },
};
