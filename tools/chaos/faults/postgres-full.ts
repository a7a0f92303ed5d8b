import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { Fault } from '../fault.ts';

const SECONDS = 8;
const CHUNKS = [Buffer.alloc(1 << 20), Buffer.alloc(1 << 12)];

export const POSTGRES_FULL: Fault = {
  name: 'postgres-full',
  description: 'the disk of the database is full for eight seconds: reads go on, and nothing can be written',
  needs: ['mount', 'umount'],
  world: { smallDisk: true },
  async run({ smallFolder = '' }) {
    const ballast = join(smallFolder, 'ballast');
    for (let second = 0; second < SECONDS; second += 1) {
      // Again every second: what was freed meanwhile is taken, too.
      fillUp(ballast);
      await pause(1000);
    }
    rmSync(ballast);
  },
};

/** Makes a file as large as there is room, coarsely at first. */
function fillUp(path: string): void {
  const file = openSync(path, 'a');
  for (const chunk of CHUNKS) {
    try {
      while (writeSync(file, chunk) > 0);
    } catch {
      // There is no room for another one.
    }
  }
  closeSync(file);
}
