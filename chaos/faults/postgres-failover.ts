import type { Fault } from '../fault.ts';

export const POSTGRES_FAILOVER: Fault = {
  name: 'postgres-failover',
  description: 'the primary is killed, its synchronous standby promoted, and the nodes are led to it',
  world: { through: 'proxy' },
  async run(world) {
    await world.primary.kill();
    await world.failOver();
  },
};
