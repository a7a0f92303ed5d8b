import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { seededInts } from '../support/seeded.ts';
import { aFolder, arkhouse, started, type Started } from './arkhouse.ts';
import { keepStubbornly, type Told } from './stubborn-keeper.ts';

/** `KILLS=50 vitest run test/program/kill.test.ts` for a longer look. */
const KILLS = Number(process.env['KILLS'] ?? (process.env['TEST_LONG'] ? 12 : 4));
const KEEPERS = 6;
// A second is an hour: limits pass in no time, and creatures sleep, grow and miss their meals between two kills.
const CLOCK = { ARKHOUSE_CLOCK: 'sandbox', ARKHOUSE_TIME_SCALE: '3600', ARKHOUSE_TRUST_PROXY: '1' };

test(
  `every write acknowledged before one of ${KILLS} kills is present after it, once`,
  { timeout: 60_000 + KILLS * 20_000 },
  async () => {
    const env = { ARKHOUSE_DATA_DIR: aFolder(), ...CLOCK };
    const told: Told = { adopted: [], cared: [], lost: 0 };
    let house: Promise<Started> = started(env);
    let closing = false;
    const anyInt = seededInts();
    const door = { address: async () => (await house).address, isClosing: () => closing };
    const keepers = Array.from({ length: KEEPERS }, (_, nth) => keepStubbornly(`keeper-${nth}`, door, told));
    const all = Promise.all(keepers);
    // A failed keeper ends the test at the next restart.
    all.catch(() => undefined);

    for (let kill = 0; kill < KILLS; kill += 1) {
      await Promise.race([someLife(told, anyInt(20, 500)), all]);
      const killed = (await house).stop('SIGKILL');
      house = killed.then(() => started(env));
      await house;
      expect(missing(env.ARKHOUSE_DATA_DIR, told)).toEqual({ cares: [], creatures: [], twice: [] });
    }
    closing = true;
    await all;
    await (await house).stop();

    expect(missing(env.ARKHOUSE_DATA_DIR, told)).toEqual({ cares: [], creatures: [], twice: [] });
    expect(await arkhouse(['audit'], env)).toMatchObject({
      code: 0,
      out: expect.stringContaining('all is well'),
    });
    expect(told.cared.length).toBeGreaterThanOrEqual(KILLS * KEEPERS);
    expect(told.lost).toBeGreaterThan(0);
  },
);

/** A random pause long enough for some progress on a slow machine. */
async function someLife({ cared }: Told, ms: number): Promise<void> {
  const before = cared.length;
  await pause(ms);
  while (cared.length < before + KEEPERS) await pause(20);
}

/** Acknowledged writes that are missing, and writes present more often than requested. */
function missing(folder: string, { adopted, cared }: Told) {
  const acknowledged = { cared: [...cared], adopted: [...adopted] };
  const database = new DatabaseSync(join(folder, 'arkhouse.db'), { readOnly: true });
  const texts = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map(({ found }) => String(found));
  const entries = new Set(texts(`select notes || ' ' || id as found from care_log`));
  const creatures = new Set(texts(`select name || ' ' || id as found from creatures`));
  // Each request has notes, or a name, of its own: two rows would be two effects of one request.
  const twice = [
    ...texts('select id as found from care_log group by id having count(*) > 1'),
    ...texts('select notes as found from care_log group by notes having count(*) > 1'),
    ...texts('select name as found from creatures group by name having count(*) > 1'),
  ];
  database.close();
  return {
    cares: acknowledged.cared.filter(({ notes, entryId }) => !entries.has(`${notes} ${entryId}`)),
    creatures: acknowledged.adopted.filter(({ name, id }) => !creatures.has(`${name} ${id}`)),
    twice,
  };
}
