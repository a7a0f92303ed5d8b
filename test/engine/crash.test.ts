import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import type { DatabaseAddress } from '../../packages/database/connect.ts';
import type { Query } from '../../packages/database/db.ts';
import { auditStore } from '../../src/features/audit/audit.store.ts';
import { eachDatabase } from '../support/databases.ts';
import { FROM_SOURCES } from '../support/servers/program.ts';

const CHILD = fileURLToPath(new URL('crash-child.ts', import.meta.url));
const KILLS = process.env['TEST_LONG'] ? 10 : 4;
const IDS: Query<{ id: string }> = { text: 'select id from agents', columns: ['id'] };

const canStrace = spawnSync('strace', ['-V']).status === 0;
if (!canStrace) console.warn('strace is not here, so a disk that fails is NOT tested');

eachDatabase(({ kind, fresh, again, addressOf }) => {
  test(`every id printed before one of ${KILLS} kills is stored after it`, async () => {
    const database = await fresh();
    const address = addressOf(database);
    await database.close();
    const printed: string[] = [];
    for (let kill = 0; kill < KILLS; kill++)
      printed.push(...(await printedUntilKilled(address, 20 + kill * 13)));
    const after = await again(database);
    const held = new Set((await after.all(IDS, [])).map(({ id }) => id));
    expect(printed.length).toBeGreaterThan(KILLS);
    expect(printed.filter((id) => !held.has(id))).toEqual([]);
    expect(await auditStore(after, 1000)).toEqual([]);
  });

  if (kind !== 'SQLite' || !canStrace) return;
  test('after a failed fsync every request fails until a restart', async () => {
    const database = await fresh();
    const house = await start(addressOf(database));
    const kept = await house.ask('write');
    const mend = await house.breakDisk('fdatasync,fsync:error=EIO');
    expect(await house.ask('write')).toBe('unavailable');
    await mend();
    expect(await house.ask('write')).toBe('unavailable');
    expect(await house.ask('read')).toBe('unavailable');
    await house.kill();
    expect((await database.all(IDS, [])).map(({ id }) => id)).toContain(kept);
    expect(await auditStore(database, 1000)).toEqual([]);
  });

  test('a failed fsync during a checkpoint has the same effect', async () => {
    const database = await fresh();
    const house = await start(addressOf(database));
    await house.breakDisk('fdatasync,fsync:error=EIO', join(addressOf(database).dataDir, 'arkhouse.db'));
    const answers = new Set<string | undefined>();
    while (answers.size < 1000 && !answers.has('unavailable')) answers.add(await house.ask('write'));
    expect(answers.delete('unavailable')).toBe(true);
    await house.kill();
    expect(new Set((await database.all(IDS, [])).map(({ id }) => id))).toEqual(answers);
  });

  test('on a full disk writes are refused, and resume when there is space again', async () => {
    const database = await fresh();
    const house = await start(addressOf(database));
    const mend = await house.breakDisk('pwrite64:error=ENOSPC');
    expect(await house.ask('write')).toBe('unavailable');
    expect(await house.ask('read')).toBe('nobody');
    await mend();
    const kept = await house.ask('write');
    await house.kill();
    expect(await database.all(IDS, [])).toEqual([{ id: kept }]);
  });
});

async function printedUntilKilled(address: DatabaseAddress, afterMs: number): Promise<string[]> {
  const { child, output } = run(address, 'until-killed');
  const lines: string[] = [];
  const ids = () => lines.filter((line) => line.length === 36);
  output.on('line', (line) => lines.push(line));
  // On a slow machine, too, something must be acknowledged before the kill.
  while (ids().length < 2) await once(output, 'line');
  await pause(afterMs);
  child.kill('SIGKILL');
  await once(output, 'close');
  return ids();
}

async function start(address: DatabaseAddress) {
  const { child, output } = run(address, 'on-request');
  await once(output, 'line');
  return {
    async ask(request: 'read' | 'write') {
      child.stdin.write(`${request}\n`);
      const [answer]: string[] = await once(output, 'line');
      return answer;
    },
    async breakDisk(fault: string, file?: string) {
      const only = file === undefined ? [] : ['-P', file];
      const strace = spawn('strace', ['-f', ...only, '-p', String(child.pid), '-e', `inject=${fault}`]);
      // The first output of strace says that it has attached.
      await once(strace.stderr, 'data');
      strace.stderr.resume();
      return async () => {
        strace.kill('SIGINT');
        await once(strace, 'exit');
      };
    },
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

function run(address: DatabaseAddress, manner: string) {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(address), manner], {
    env: { ...process.env, ...FROM_SOURCES.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { child, output: createInterface({ input: child.stdout }) };
}
