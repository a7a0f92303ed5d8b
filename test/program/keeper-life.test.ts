import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { DAY, MINUTE } from '../../src/rules/base/clock.ts';
import { aKeeper } from '../keeper/keeper.ts';
import { SANDBOX_TOKEN } from '../support/parts.ts';
import { seededInts } from '../support/seeded.ts';
import { aFolder, arkhouse, begin, started } from './arkhouse.ts';

/** `KEEPER_DAYS=30 vitest run test/program/keeper-life.test.ts` for a month with ten kills. */
const DAYS = Number(process.env['KEEPER_DAYS'] ?? (process.env['TEST_LONG'] ? 4 : 2));
const KILLS = DAYS >= 30 ? 10 : DAYS > 2 ? 3 : 1;
const KEEPER_KILLS = DAYS >= 30 ? 4 : DAYS > 2 ? 2 : 1;

// One that is easy, one that plays before it eats, one that hides how it is.
const SPECIES = ['housecat', 'jackrabbit', 'hedgehog'] as const;

type Keeper = ReturnType<typeof aKeeper>;

test(
  `${DAYS} days, ${KILLS} kills of the house and ${KEEPER_KILLS} of the keeper: all live, nothing is done twice, and the diary is complete`,
  { timeout: 60_000 + DAYS * 20_000 },
  async () => {
    const env: Record<string, string> = { ARKHOUSE_DATA_DIR: aFolder(), ARKHOUSE_CLOCK: 'sandbox' };
    let house = await started(env);
    env['PORT'] = new URL(house.address).port;
    const keeper = aKeeper(house.address, '--species', SPECIES[0], '--fast-forward');
    const ids = await threeMoveIn(keeper);
    const anyInt = seededInts();
    const send = () => begin(['keep', ...keeper.args], { ARKHOUSE_SANDBOX_TOKEN: SANDBOX_TOKEN });
    let sent = send();
    for (const { share, what } of misfortunes()) {
      await untilDay(keeper, DAYS * share);
      await pause(anyInt(0, 60));
      if (what === 'house') {
        await house.stop('SIGKILL');
        house = await started(env);
      } else {
        sent.child.kill('SIGKILL');
        await sent.ended;
        sent = send();
      }
    }
    await untilDay(keeper, DAYS);
    sent.child.kill('SIGTERM');
    expect(await sent.ended).toMatchObject({ code: 0, err: '' });
    for (const id of ids) await expectWell(keeper, id);
    await house.stop();
    const whole = { code: 0, out: expect.stringContaining('all is well') };
    expect(await arkhouse(['audit'], env)).toMatchObject(whole);
    expectComplete(keeper, env['ARKHOUSE_DATA_DIR'] ?? '');
    expect(twice(keeper)).toEqual([]);
  },
);

/** The keeper adopts the first; the others are there when it comes for the second time. */
async function threeMoveIn(keeper: Keeper): Promise<readonly string[]> {
  await keeper.once();
  const house = await keeper.house();
  const [, ...others] = SPECIES;
  for (const species_slug of others)
    await house.adoptCreature({ body: { name: species_slug, species_slug } });
  const { creature, other_creatures: rest = [] } = await house.getCreatureStatus();
  return [creature, ...rest].map(({ id }) => id);
}

/** Who is killed, after which share of all the days. */
function misfortunes() {
  const spread = (count: number, what: 'house' | 'keeper') =>
    Array.from({ length: count }, (_, nth) => ({ share: (nth + 0.5) / count, what }));
  const all = [...spread(KILLS, 'house'), ...spread(KEEPER_KILLS, 'keeper')];
  return all.toSorted((one, other) => one.share - other.share);
}

async function untilDay(keeper: Keeper, day: number): Promise<void> {
  const at = (entry: { readonly at: string } | undefined) => Date.parse(entry?.at ?? '');
  for (;;) {
    const diary = keeper.diary();
    if (at(diary.at(-1)) - at(diary.at(1)) >= day * DAY) return;
    await pause(25);
  }
}

async function expectWell(keeper: Keeper, id: string): Promise<void> {
  const house = await keeper.house();
  const { creature } = await house.getCreatureStatus({ query: { creature_id: id } });
  expect(creature).toMatchObject({ alive: true });
  const { stats } = await house.getCareHistory({ query: { creature_id: id } });
  // Of a thousand jackrabbits with a diligent keeper, three slept through three meals in four days.
  const sleptThrough = creature.species === 'Jackrabbit' ? 3 : 1;
  expect(stats.missed_feedings).toBeLessThanOrEqual(sleptThrough + stats.total_feedings * 0.02);
  expect(stats.consistency_score).toBeGreaterThan(80);
}

/** Every care that the house kept stands in the diary, once, and the other way round. */
function expectComplete(keeper: Keeper, folder: string): void {
  const database = new DatabaseSync(join(folder, 'arkhouse.db'), { readOnly: true });
  const kept = database.prepare('select id from care_log').all();
  database.close();
  const written = keeper.cares().map(({ care_log_entry_id: id }) => String(id));
  expect(written.toSorted()).toEqual(kept.map(({ id }) => String(id)).toSorted());
}

/** The same act for the same creature within half an hour; only quiet company may come twice, to one that hides. */
function twice(keeper: Keeper) {
  const last = new Map<string, number>();
  return keeper.cares().filter(({ creature_id, action, at, success }) => {
    if (!success || action === 'reflect') return false;
    const before = last.get(`${creature_id} ${action}`);
    last.set(`${creature_id} ${action}`, Date.parse(at));
    return before !== undefined && Date.parse(at) - before < 30 * MINUTE;
  });
}
