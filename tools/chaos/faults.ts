import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { Cut } from '../../test/support/servers/cutting-proxy.ts';
import type { World, WorldOptions } from './world.ts';

/** Something that goes wrong, as data: the world it happens in, and what happens. */
export interface Fault {
  readonly name: string;
  readonly description: string;
  readonly world?: WorldOptions;
  /** Commands it needs besides those that every world needs. */
  readonly needs?: readonly string[];
  /** Invisible fault: no request may fail or stay without a response. */
  readonly unnoticed?: boolean;
  /** Brings it about and ends it again. Everything must be as it was when this is done, but for what needs a moment to recover. */
  run(world: World): Promise<void>;
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'node-killed',
    description: 'a node is killed with SIGKILL and started again three seconds later',
    async run(world) {
      await world.endNode(1, 'SIGKILL');
      await pause(3000);
      await world.startNode(1);
    },
  },
  {
    name: 'rolling-restart',
    description: 'one node after the other is closed with SIGTERM and started again, and no request fails',
    unnoticed: true,
    // Until the balancer has found a node again.
    run: (world) => replaceNodes(world, 2000),
  },
  {
    name: 'postgres-fast',
    description: 'PostgreSQL is shut down in order, its clients cut off, and started again two seconds later',
    run: (world) => stopPostgres(world, 'fast'),
  },
  {
    name: 'postgres-immediate',
    description: 'PostgreSQL stops as if its power had failed, and recovers from its log two seconds later',
    run: (world) => stopPostgres(world, 'immediate'),
  },
  {
    name: 'postgres-frozen',
    description: 'every process of PostgreSQL hangs for ten seconds; connections stay, and nothing answers',
    async run({ parts: { primary } }) {
      primary.freeze();
      await pause(10_000);
      primary.thaw();
    },
  },
  {
    name: 'postgres-full',
    description:
      'the disk of the database is full for eight seconds: reads go on, and nothing can be written',
    needs: ['mount', 'umount'],
    world: { smallDisk: true },
    async run({ parts: { smallFolder = '' } }) {
      const ballast = join(smallFolder, 'ballast');
      for (let second = 0; second < 8; second += 1) {
        // Again every second: what was freed meanwhile is taken, too.
        fillUp(ballast);
        await pause(1000);
      }
      rmSync(ballast);
    },
  },
  {
    name: 'postgres-failover',
    description:
      'the primary is killed and its synchronous standby promoted; the nodes find it by themselves',
    world: { bothHosts: true },
    async run(world) {
      await world.parts.primary.kill();
      await world.failOver();
    },
  },
  {
    name: 'cut-before-commit',
    description: 'for ten seconds one commit of four is cut off before PostgreSQL hears of it',
    world: { through: 'proxy' },
    run: (world) => cutCommits(world, 'before commit'),
  },
  {
    name: 'cut-after-commit',
    description: 'for ten seconds one commit of four is done, and its answer is cut off on the way back',
    world: { through: 'proxy' },
    run: (world) => cutCommits(world, 'after commit'),
  },
  {
    name: 'pgbouncer-restarted',
    description:
      'the nodes reach PostgreSQL through pgbouncer in transaction mode, which is away for two seconds',
    needs: ['pgbouncer'],
    world: { through: 'pgbouncer' },
    async run({ parts: { pgbouncer } }) {
      await pgbouncer?.process.end('SIGTERM');
      await pause(2000);
      await pgbouncer?.restart();
    },
  },
  {
    name: 'redis-frozen',
    description: 'Redis hangs for six seconds: each node counts limits for itself',
    unnoticed: true,
    async run({ parts: { redis } }) {
      redis.process.signal('SIGSTOP');
      await pause(6000);
      redis.process.signal('SIGCONT');
    },
  },
  {
    name: 'redis-killed',
    description: 'Redis is killed and comes back empty six seconds later',
    unnoticed: true,
    async run({ parts: { redis } }) {
      await redis.process.end('SIGKILL');
      await pause(6000);
      await redis.restart();
    },
  },
  {
    name: 'clocks-apart',
    description: 'the clock of one node is 25 seconds ahead, that of another 25 seconds behind',
    needs: ['faketime'],
    world: { clockOffsets: ['+25s', '-25s', '+0'] },
    unnoticed: true,
    run: () => pause(12_000),
  },
  {
    name: 'two-versions',
    description:
      'nodes of the release before this one are replaced one by one: both versions serve the same database',
    needs: ['git', 'tar', 'npm'],
    world: { previousRelease: true },
    // Beside each other for so long.
    run: (world) => replaceNodes(world, 4000),
  },
];

async function replaceNodes(world: World, pauseMs: number): Promise<void> {
  for (const nth of world.nodePorts.keys()) {
    await world.endNode(nth, 'SIGTERM');
    await world.startNode(nth);
    await world.ready();
    await pause(pauseMs);
  }
}

async function stopPostgres({ parts: { primary } }: World, how: 'fast' | 'immediate'): Promise<void> {
  await primary.stop(how);
  await pause(2000);
  await primary.start();
}

async function cutCommits({ parts: { proxy } }: World, where: Cut): Promise<void> {
  proxy?.cut({ where, every: 4 });
  await pause(10_000);
  proxy?.mend();
  if (!proxy?.cuts) throw new Error('Nothing was cut: the proxy no longer sees how transactions end.');
}

/** Makes a file as large as there is room, coarsely at first. */
function fillUp(path: string): void {
  const file = openSync(path, 'a');
  for (const chunk of [Buffer.alloc(1 << 20), Buffer.alloc(1 << 12)]) {
    try {
      while (writeSync(file, chunk) > 0);
    } catch {
      // There is no room for another one.
    }
  }
  closeSync(file);
}
