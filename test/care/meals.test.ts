import { expect, test } from 'vitest';

import type { Timing } from '../../src/rules/vocabulary.ts';
import { aKeeper, aPlainHouse, of, type Keeper } from '../support/asking.ts';
import { PLAIN } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';

// Its hunger reaches 0 within five hours, so that the gain of a meal is visible.
const GREEDY = { ...PLAIN, slug: 'greedy', name: 'Greedy', hungerDecayPerHour: 20 };

eachDatabase((place) => {
  test('the timing of a meal decides its gains, its costs and its message', async () => {
    const house = await aPlainHouse(await place.fresh(), { species: [GREEDY] });
    const wren = await aKeeper(house);
    const ids = await Promise.all(MEALS.map(() => wren.hatch({ species_slug: 'greedy' })));
    for (const [at, { wait, timing, changes, consistency, missed = 0 }] of MEALS.entries()) {
      house.clock.forward(wait);
      const id = ids[at];
      const { body } = await wren.care({ action: 'feed', id });
      expect(body['action_result'], `${at} ${timing}`).toMatchObject({ timing, changes });
      expect(Object.keys(of({ body }, 'action_result', 'changes') as object)).toEqual(Object.keys(changes));
      const { body: life } = await wren.history(`?id=${id}`);
      expect(life['stats']).toMatchObject({ consistency_score: consistency, missed_feedings: missed });
      expect(life['care_log']).toMatchObject([{ action: 'feed', timing }]);
    }
  });

  test('three meals on time in a row earn trust, five more, ten most', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    await wren.hatch();
    const gains: number[] = [];
    for (let meal = 1; meal <= 12; meal += 1) gains.push(await trustFromMeal(house, wren, '5h'));
    expect(gains).toEqual([0, 0, 1.5, 1.5, 2.5, 2.5, 2.5, 2.5, 2.5, 5, 5, 5]);
    expect((await wren.history()).body['milestones']).toContainEqual(
      expect.objectContaining({ type: 'care_streak', threshold: 10 }),
    );
    expect(await trustFromMeal(house, wren, '4h59m')).toBe(0);
    expect(await trustFromMeal(house, wren, '5h')).toBe(0);
  });
});

interface Meal {
  readonly wait: string;
  readonly timing: Timing;
  readonly changes: object;
  readonly consistency: number;
  readonly missed?: number;
}

const EARLIEST = { hunger: { before: 60, after: 70 }, happiness: { before: 98, after: 96 } };

// With a window of ten hours: hours since hatching of each meal.
const MEALS: readonly Meal[] = [
  { wait: '2h', timing: 'early', changes: EARLIEST, consistency: 100 },
  { wait: '30m', timing: 'early', changes: { hunger: { before: 50, after: 80 } }, consistency: 100 },
  { wait: '2h29m', timing: 'early', changes: { hunger: { before: 0.3, after: 30.3 } }, consistency: 100 },
  { wait: '1m', timing: 'on_time', changes: { hunger: { before: 0, after: 50 } }, consistency: 100 },
  { wait: '5h', timing: 'on_time', changes: { hunger: { before: 0, after: 50 } }, consistency: 100 },
  {
    wait: '1ms',
    timing: 'late',
    changes: { hunger: { before: 0, after: 50 }, trust: { before: 20, after: 19.5 } },
    consistency: 97,
  },
  {
    wait: '4h59m59.999s',
    timing: 'late',
    changes: { hunger: { before: 0, after: 50 }, trust: { before: 20, after: 19.5 } },
    consistency: 97,
  },
  {
    wait: '1h',
    timing: 'missed_window',
    changes: {
      hunger: { before: 0, after: 50 },
      health: { before: 98, after: 95 },
      trust: { before: 20, after: 19 },
    },
    consistency: 90,
    missed: 1,
  },
  {
    wait: '4h',
    timing: 'missed_window',
    changes: {
      hunger: { before: 0, after: 50 },
      health: expect.anything(),
      trust: { before: 20, after: 19 },
    },
    consistency: 81,
    missed: 2,
  },
];

async function trustFromMeal(
  { clock }: { readonly clock: { forward(span: string): number } },
  keeper: Keeper,
  after: string,
): Promise<number> {
  clock.forward(after);
  const { trust } = of(await keeper.care({ action: 'feed' }), 'action_result', 'changes') as {
    trust?: { before: number; after: number };
  };
  return trust ? Math.round((trust.after - trust.before) * 10) / 10 : 0;
}
