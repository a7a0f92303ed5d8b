import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { RefusedError } from '../../src/contract/server/client.ts';
import { DAY } from '../../src/core/engine/clock.ts';
import { archiveCareLog } from '../../src/house/engine/archive.ts';
import { auditHouse } from '../../src/house/engine/audit.ts';
import { makeCareLogMonths, monthOf } from '../../src/store/care/care-log-months.ts';
import { withSeed } from '../support/asking.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { adopted, aHome, care, history, look, type Home } from '../support/keeping.ts';

const DAYS = 75;
/** Until then somebody comes to the one that dies. */
const KEPT_DAYS = 12;
const HOURS = 8;

/** It is cared for when it is awake, and that is enough. */
function whenAsleep(error: unknown): void {
  if (!(error instanceof RefusedError) || error.status !== 409) throw error;
}

/** Sees to it, and does what it wishes for where the house says how. */
async function visit(home: Home, id: string): Promise<void> {
  for (const action of ['feed', 'play', 'clean'] as const)
    await care(home, action, { creature_id: id }).catch(whenAsleep);
  const { next_steps: steps } = await look(home, id);
  const wished = steps?.find(({ description }) => description.includes('wishes for'));
  if (wished?.body) await care(home, wished.action as 'play', { ...wished.body }).catch(whenAsleep);
}

eachDatabase(({ apart }) => {
  /** One life that ended and one that goes on, both with letters and keepsakes from months that are to leave. */
  async function aHouseWithLetters() {
    const house = await aHouse(await apart(), { house: { random: withSeed(SLEEPLESS) } });
    const home = await aHome(house, { username: 'wren' });
    const ids = [await adopted(home, 'tabby', 'Old'), await adopted(home, 'housecat', 'Long')] as const;
    for (let turn = 0; turn < (DAYS * 24) / HOURS; turn += 1) {
      if (turn % 60 === 0) await makeCareLogMonths(house.house.store, house.clock.now());
      if (turn * HOURS < KEPT_DAYS * 24) await visit(home, ids[0]);
      await visit(home, ids[1]);
      house.clock.forward(`${HOURS}h`);
    }
    return { house, home, ids };
  }

  /** Everything that anybody is told of a heart. */
  async function toldOf({ house, key }: Home, id: string) {
    const letters = await house.ask({ path: `/api/house/letters?creature_id=${id}&limit=20`, key });
    const { keepsakes, manner } = await history({ house, key }, id);
    const pages = [`/creatures/${id}/letters`, `/creatures/${id}`].map((path) => house.ask({ path }));
    const [page, life] = await Promise.all(pages);
    return { letters: letters.body, keepsakes, manner, page: page?.text, life: life?.status };
  }

  test(
    'when old months have left for files, letters and keepsakes are what they were, and the audit finds them so',
    { timeout: 240_000 },
    async () => {
      const { house, home, ids } = await aHouseWithLetters();
      const { store } = house.house;
      const now = house.clock.now();
      const folder = await mkdtemp(join(tmpdir(), 'arkhouse-letters-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const before = await Promise.all(ids.map((id) => toldOf(home, id)));
      for (const { keepsakes, life } of before) {
        expect(keepsakes.length).toBeGreaterThan(3);
        expect(life).toBe(200);
      }
      const [ended, living] = before;
      expect(ended?.letters).toMatchObject({
        letters: expect.arrayContaining([expect.objectContaining({ occasion: 'death' })]),
      });
      expect(living?.letters).toMatchObject({ total: 13 });
      const left = await archiveCareLog(store, { before: monthOf(now - 31 * DAY), folder, now, batch: 50 });
      expect(left.length).toBeGreaterThan(0);
      expect(await Promise.all(ids.map((id) => toldOf(home, id)))).toEqual(before);
      expect(await auditHouse(store, now, { archiveFolder: folder })).toEqual([]);
      expect(await auditHouse(store, now, {})).toEqual([]);
    },
  );
});
