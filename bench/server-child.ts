// One server in a process of its own, so that its CPU time is its own: `server-child.ts house` or `bare`.
import type { AddressInfo, Server } from 'node:net';

import { openBare } from './open-bare.ts';
import { openBenchHouse } from './open-bench-house.ts';
import type { Report, Word } from './server-process.ts';

const [kind, given = ''] = process.argv.slice(2);
const { server, keys } = kind === 'bare' ? await openBare(given) : await openBenchHouse(given);

process.on('message', (word: Word) => {
  if (word === 'stop') process.exit();
  const { user, system } = process.cpuUsage();
  tell({ cpuMicros: user + system });
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
