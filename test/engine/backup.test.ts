import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { auditStore } from '../../src/store/engine/audit.ts';
import type { Database, Query } from '../../src/store/engine/db.ts';
import { isUnavailable } from '../../src/store/engine/portable.ts';
import { eachDatabase } from '../support/databases.ts';
import { takeIn } from './examples.ts';

const IDS: Query<{ id: string }> = { text: 'select id from agents', columns: ['id'] };

eachDatabase(({ fresh, apart, restored }) => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arkhouse-backup-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('a backup under load holds everything acknowledged before it began', async () => {
    const database = await apart();
    const load = writeUntilStopped(database);
    await load.until(300);
    const acknowledged = [...load.acknowledged];
    const file = join(folder, 'copy');
    await database.backup(file);
    const during = load.acknowledged.length - acknowledged.length;
    await load.stop();

    const copy = await restored(file);
    const held = new Set((await copy.all(IDS, [])).map(({ id }) => id));
    expect(acknowledged.filter((id) => !held.has(id))).toEqual([]);
    expect(during).toBeGreaterThan(0);
    expect(await auditStore(copy, 1000)).toEqual([]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('a file that is there already is left alone', async () => {
    const database = await fresh();
    const file = join(folder, 'precious');
    await writeFile(file, 'precious');
    await expect(database.backup(file)).rejects.toMatchObject({ code: 'EEXIST' });
    expect((await stat(file)).size).toBe(8);
  });

  test('a backup that cannot be made leaves no file', async () => {
    const database = await fresh();
    await database.close();
    await expect(database.backup(join(folder, 'late'))).rejects.toSatisfy(isUnavailable);
    expect(await readdir(folder)).not.toContain('late');
  });
});

function writeUntilStopped(database: Database) {
  const acknowledged: string[] = [];
  const stopping = new AbortController();
  const writer = async () => {
    while (!stopping.signal.aborted) acknowledged.push((await takeIn(database)).id);
  };
  const writers = Array.from({ length: 8 }, writer);
  return {
    acknowledged,
    async until(count: number) {
      while (acknowledged.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    async stop() {
      stopping.abort();
      await Promise.all(writers);
    },
  };
}
