import type { Fault } from '../fault.ts';

export const POSTGRES_FAILOVER: Fault = {
  name: 'postgres-failover',
  description: 'the primary is killed and its synchronous standby promoted; the nodes find it by themselves',
  world: { bothHosts: true },
  async run(world) {
    await world.primary.kill();
    await world.failOver();
  },
};
