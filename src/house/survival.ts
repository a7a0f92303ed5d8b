import { DAY, type Instant } from '../core/clock.ts';
import { survivalOf, type ByAge, type Survival } from '../core/survival.ts';
import { bucketOf, everyDay, totals, type Sums } from '../store/tallies.ts';
import { ALIVE, TEST, type End } from '../store/tally-names.ts';
import { Figures } from './figures.ts';
import type { House } from './house.ts';

export type { Survival };

/** How many creatures live to be how many days old; accounts made for testing are not among them. */
export async function readSurvival({ store }: House, now: Instant): Promise<readonly Survival[]> {
  const [ends, days] = await Promise.all([totals(store, 'lives'), everyDay(store, now)]);
  const today = bucketOf(DAY, now);
  const living = new Map<number, number>();
  for (const { bucket, what, n } of days) {
    if (what !== ALIVE && what !== TEST + ALIVE) continue;
    // Somewhere within the day it is counted from: as old as it is at least.
    const age = Math.max(0, (today - bucket) / DAY - 1);
    living.set(age, (living.get(age) ?? 0) + (what === ALIVE ? n : -n));
  }
  return survivalOf({
    died: agesOf(ends, 'died'),
    released: agesOf(ends, 'released'),
    returned: agesOf(ends, 'returned'),
    living,
  });
}

function agesOf(sums: Sums, end: End): ByAge {
  const figures = new Figures(sums);
  const names = sums.keys().filter((what) => what.startsWith(`${end}/`));
  return new Map(names.map((what) => [Number(what.slice(end.length + 1)), figures.of(what)] as const));
}
