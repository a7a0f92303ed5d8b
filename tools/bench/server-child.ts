// One server in a process of its own, so that its CPU time is its own: `server-child.ts house`, `lived-in`, `drawing`, `postgres`, `node` or `bare`.
// Benches of other checkouts start it too (`against=`): where it is, and the words it knows, stay as they are.
import type { AddressInfo, Server } from 'node:net';
import { getHeapStatistics } from 'node:v8';

import { startDrawingPictures } from '../../src/jobs/jobs.ts';
import { openBare } from './servers/open-bare.ts';
import { openBenchHouse } from './servers/open-bench-house.ts';
import { openLivedInHouse } from './servers/open-lived-in-house.ts';
import { openNode } from './servers/open-node.ts';
import { openPostgresHouse } from './servers/open-postgres-house.ts';
import type { Kind, Queried, Report, Word } from './servers/server-process.ts';

interface Opened {
  readonly server: Server;
  readonly keys: readonly string[];
  readonly queried?: Queried;
}

const OPENERS: Readonly<Record<Kind, (given: string) => Promise<Opened>>> = {
  house: openBenchHouse,
  'lived-in': (folder) => openLivedInHouse(folder),
  drawing: (folder) => openLivedInHouse(folder, startDrawingPictures),
  postgres: openPostgresHouse,
  node: openNode,
  bare: openBare,
};

// The parent process always passes a kind.
const [kind, given] = process.argv.slice(2) as [Kind, string];
const { server, keys, queried } = await OPENERS[kind](given);

process.on('message', (word: Word) => {
  if (word === 'stop') process.exit();
  const { user, system } = process.cpuUsage();
  tell({
    cpuMicros: user + system,
    residentBytes: process.memoryUsage.rss(),
    allocatedBytes: getHeapStatistics().total_allocated_bytes,
    ...queried,
  });
});
process.on('disconnect', () => process.exit());
tell({ port: portOf(server), keys });

function tell(report: Report): void {
  process.send?.(report);
}

function portOf(listening: Server): number {
  // A server that listens on TCP has an address of this kind.
  return (listening.address() as AddressInfo).port;
}
