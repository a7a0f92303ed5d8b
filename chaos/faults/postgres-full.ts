import { createWriteStream, rmSync, statfsSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { Fault } from '../fault.ts';

const MB = 1 << 20;

export const POSTGRES_FULL: Fault = {
  name: 'postgres-full',
  description: 'the disk of the database is full for eight seconds: reads go on, and nothing can be written',
  needs: ['mount', 'umount'],
  world: { smallDisk: true },
  async run({ smallFolder = '' }) {
    const ballast = join(smallFolder, 'ballast');
    await fill(smallFolder, ballast);
    // What is freed meanwhile is filled, too.
    for (let second = 0; second < 8; second += 1) {
      await pause(1000);
      await fill(smallFolder, `${ballast}-${second}`);
    }
    for (const file of [ballast, ...Array.from({ length: 8 }, (_, second) => `${ballast}-${second}`)])
      rmSync(file, { force: true });
  },
};

async function fill(folder: string, file: string): Promise<void> {
  const { bavail, bsize } = statfsSync(folder);
  const stream = createWriteStream(file);
  stream.on('error', () => undefined);
  for (let left = bavail * bsize; left > 0; left -= MB) stream.write(Buffer.alloc(Math.min(left, MB)));
  stream.end();
  await Promise.race([once(stream, 'close'), once(stream, 'error').catch(() => undefined)]);
}
