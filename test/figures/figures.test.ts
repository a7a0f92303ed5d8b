import { expect, test } from 'vitest';

import { DAY } from '../../src/rules/base/clock.ts';
import { readSurvival } from '../../src/features/stats/health.ts';
import { auditStore } from '../../src/features/audit/audit.store.ts';
import { moveCredits } from '../../src/features/money/ledger.store.ts';
import { anOperatedHouse, METRICS_TOKEN } from '../moderation/desk.ts';
import { expectInOrder } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import type { TestHouse } from '../support/house.ts';
import { aResidentOf, hatchFor, type Resident } from '../support/residents.ts';

eachDatabase(({ fresh }) => {
  test('the survival curve is computed from counts for living, dead and released creatures', async () => {
    const house = await anOperatedHouse(await fresh());
    const curve = async () => {
      const survival = await readSurvival(house.house, house.clock.now());
      return survival.map(({ share, lives }) => [Math.round(share * 1000) / 1000, lives]);
    };
    expect(await curve()).toEqual([]);
    const [ada, bo, tester] = [
      await aResidentOf(house, 'ada'),
      await aResidentOf(house, 'bo'),
      await aResidentOf(house, 'dev-er'),
    ];
    // One is released on day one, one dies on day two, and one of a test account dies.
    const gone = await tabbyOf(house, ada);
    const lost = await tabbyOf(house, ada);
    await tabbyOf(house, tester);
    await house.ask({ method: 'DELETE', path: '/api/house/release', key: ada.key, body: { id: gone } });
    house.clock.forward('40h');
    await house.ask({ path: '/api/stats' });
    await tabbyOf(house, bo);
    expect(await curve()).toEqual([
      [1, 3],
      [1, 1],
      [0, 0],
    ]);
    await expectInOrder(house.house);
    await resurrected(house, ada, lost);
    house.clock.forward('2h');
    // A resurrected creature keeps its age and is no longer counted as dead.
    expect(await curve()).toEqual([
      [1, 3],
      [1, 2],
      [0.5, 0],
    ]);
    await expectInOrder(house.house);
    const { text } = await house.ask({ path: '/metrics', key: METRICS_TOKEN });
    expect(text).toContain('arkhouse_survival_ratio{days="2"} 0.5\n');
  });

  test.each([
    ['released/0', 0],
    ['died/1', 0],
    ['moved/resurrection', 0],
    ['alive', DAY],
    ['test/alive', DAY],
  ])('the audit finds a wrong count of %s', async (what, span) => {
    const house = await anOperatedHouse(await fresh());
    const [ada, tester] = [await aResidentOf(house, 'ada'), await aResidentOf(house, 'dev-er')];
    const gone = await tabbyOf(house, ada);
    await house.ask({ method: 'DELETE', path: '/api/house/release', key: ada.key, body: { id: gone } });
    const lost = await tabbyOf(house, ada);
    house.clock.forward('40h');
    await house.ask({ path: '/api/stats' });
    await resurrected(house, ada, lost);
    await tabbyOf(house, tester);
    const { store } = house.house;
    await expectInOrder(house.house);
    await store.foldIncrements();
    const changed = await store.run({ text: 'update tallies set n = n + 7 where what = $1 and span = $2' }, [
      what,
      span,
    ]);
    expect(changed).toBeGreaterThan(0);
    const findings = await auditStore(store, house.clock.now());
    const found = new Set(findings.map(({ subject }) => subject.replace(/ at \d+$/, '')));
    expect([...found]).toEqual([what]);
  });
});

const tabbyOf = (house: TestHouse, keeper: Resident) =>
  hatchFor(house, keeper, { name: 'Moss', species_slug: 'tabby' });

/** Resurrects a creature with credits that are booked in the ledger. */
async function resurrected(house: TestHouse, { id: agentId, key }: Resident, id: string): Promise<void> {
  const { random, store } = house.house;
  const given = { id: random.id(), agentId, delta: 1000, kind: 'dispute_won', key: random.id() } as const;
  await store.transaction((db) => moveCredits(db, { ...given, now: house.clock.now() }));
  const body = { creature_id: id };
  const told = await house.ask({ method: 'POST', path: '/api/house/resurrect', key, body });
  expect(told.status, told.text).toBe(200);
}
