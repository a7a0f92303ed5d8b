// One server in a process of its own, so that its CPU time is its own: `server-child.ts KIND GIVEN`.
// Benches of other checkouts start it too (`against=`): where it is, and the words it knows, stay as they are.
import type { AddressInfo } from 'node:net';
import { getHeapStatistics } from 'node:v8';

import { OPENERS } from './openers.ts';
import type { Kind, Report, Word } from './server-process.ts';

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
// A server that listens on TCP has an address of this kind.
tell({ port: (server.address() as AddressInfo).port, keys });

function tell(report: Report): void {
  process.send?.(report);
}
