import { readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { measureWork, WORK_FILE, type WorkTable } from '../../tools/bench/work.ts';

/** Counts are those of one seed at one moment, so that only other work changes them. */
const MOST_CHANGED = 0.1;
/** Bytes are counted in pieces of up to a megabyte, a few of them in 300 requests. */
const PIECE_KB = 8;

test('a request does the work that test/bench/work.json says, within a tenth', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'arkhouse-work-'));
  const measured = await measureWork(folder.path);
  const committed = JSON.parse(readFileSync(WORK_FILE, 'utf8')) as WorkTable;
  expect(Object.keys(measured)).toEqual(Object.keys(committed));
  const changed = Object.entries(committed).flatMap(([operation, work]) =>
    Object.entries({ ...measured[operation] }).flatMap(([kind, now]) => {
      const before = work[kind as keyof typeof work];
      const isSame =
        Math.abs(now - before) <= Math.max(MOST_CHANGED * before, kind === 'allocatedKb' ? PIECE_KB : 0.1);
      return isSame ? [] : [`${operation}: ${kind} ${before} → ${now} (npm run bench -- work keep)`];
    }),
  );
  expect(changed).toEqual([]);
}, 120_000);
