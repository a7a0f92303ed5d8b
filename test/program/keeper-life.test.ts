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
const PATIENTLY = { timeout: 60_000 + DAYS * 20_000 };
const KEEPER_KILLS = DAYS >= 30 ? 4 : DAYS > 2 ? 2 : 1;

// Besides an easy one: one that plays before it eats, one that hides how it is.
const OTHERS = ['jackrabbit', 'hedgehog'] as const;

type Keeper = ReturnType<typeof aKeeper>;

test('through kills of house and keeper all live, and nothing is lost or done twice', PATIENTLY, async () => {
  const env: Record<string, string> = { ARKHOUSE_DATA_DIR: aFolder(), ARKHOUSE_CLOCK: 'sandbox' };
  let house = await started(env);
  env['PORT'] = new URL(house.address).port;
  const keeper = aKeeper(house.address, '--species', 'housecat', '--fast-forward');
  // The keeper adopts the first; the others are there when it comes for the second time.
  await keeper.once();
  const client = await keeper.house();
  for (const species_slug of OTHERS)
    await client.adoptCreature({ body: { name: species_slug, species_slug } });
  const { creature, other_creatures: rest = [] } = await client.getCreatureStatus();
  const ids = [creature, ...rest].map(({ id }) => id);
  const anyInt = seededInts();
  const send = () => begin(['keep', ...keeper.args], { ARKHOUSE_SANDBOX_TOKEN: SANDBOX_TOKEN });
  let sent = send();
  // The process that is killed, and after which share of the days.
  const spread = (count: number, what: 'house' | 'keeper') =>
    Array.from({ length: count }, (_, nth) => ({ share: (nth + 0.5) / count, what }));
  const kills = [...spread(KILLS, 'house'), ...spread(KEEPER_KILLS, 'keeper')];
  for (const { share, what } of kills.toSorted((one, other) => one.share - other.share)) {
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
  // The care log of the service and the diary of the keeper have the same entries, each once.
  const database = new DatabaseSync(join(env['ARKHOUSE_DATA_DIR'] ?? '', 'arkhouse.db'), { readOnly: true });
  const kept = database.prepare('select id from care_log').all();
  database.close();
  const written = keeper.cares().map(({ care_log_entry_id: id }) => String(id));
  expect(written.toSorted()).toEqual(kept.map(({ id }) => String(id)).toSorted());
  expect(twice(keeper)).toEqual([]);
});

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
