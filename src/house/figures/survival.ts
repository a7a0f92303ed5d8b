import { DAY, type Instant } from '../../core/engine/clock.ts';
import { survivalCurve, type CountsByAge, type SurvivalPoint } from '../../core/figures/survival.ts';
import { bucketOf, countsByDay, totals, type TallySums } from '../../store/figures/tallies.ts';
import { ALIVE, TEST, type LifeEnd } from '../../store/figures/tally-names.ts';
import type { House } from '../house.ts';
import { TallyTotals } from './tally-figures.ts';

export type { SurvivalPoint };

/** How many creatures live to be how many days old; accounts made for testing are not among them. */
export async function readSurvival({ store }: House, now: Instant): Promise<readonly SurvivalPoint[]> {
  const [ends, days] = await Promise.all([totals(store, 'lives'), countsByDay(store, now)]);
  const today = bucketOf(DAY, now);
  const living = new Map<number, number>();
  for (const { bucket, what, n } of days) {
    if (what !== ALIVE && what !== TEST + ALIVE) continue;
    // Somewhere within the day it is counted from: as old as it is at least.
    const age = Math.max(0, (today - bucket) / DAY - 1);
    living.set(age, (living.get(age) ?? 0) + (what === ALIVE ? n : -n));
  }
  return survivalCurve({
    died: agesOf(ends, 'died'),
    released: agesOf(ends, 'released'),
    returned: agesOf(ends, 'returned'),
    living,
  });
}

function agesOf(sums: TallySums, end: LifeEnd): CountsByAge {
  const figures = new TallyTotals(sums);
  const names = sums.keys().filter((what) => what.startsWith(`${end}/`));
  return new Map(names.map((what) => [Number(what.slice(end.length + 1)), figures.of(what)] as const));
}
