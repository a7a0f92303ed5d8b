// One server in a process of its own, so that its CPU time is its own: `server-child.ts house`, `lived-in`, `drawing` or `bare`.
import type { AddressInfo, Server } from 'node:net';

import { startDrawingPictures } from '../src/jobs/draw-pictures.ts';
import { openBare } from './open-bare.ts';
import { openBenchHouse } from './open-bench-house.ts';
import { openLivedInHouse } from './open-lived-in-house.ts';
import type { Kind, Report, Word } from './server-process.ts';

const OPENERS = {
  house: openBenchHouse,
  'lived-in': (folder: string) => openLivedInHouse(folder),
  drawing: (folder: string) => openLivedInHouse(folder, startDrawingPictures),
  bare: openBare,
};

// The promise: whoever starts this names a kind.
const [kind, given] = process.argv.slice(2) as [Kind, string];
const { server, keys } = await OPENERS[kind](given);

process.on('message', (word: Word) => {
  if (word === 'stop') process.exit();
  const { user, system } = process.cpuUsage();
  tell({ cpuMicros: user + system, residentBytes: process.memoryUsage.rss() });
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
