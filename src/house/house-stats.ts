import type { Instant } from '../core/clock.ts';
import type { Activity } from './activity.ts';
import { houseTotals, type HouseTotals } from './house-totals.ts';
import type { House } from './house.ts';
import { settleDue } from './settle.ts';

export interface HouseStats {
  readonly totals: HouseTotals;
  readonly activity: Activity;
}

/** How the whole house is doing, with everything brought about that was due. */
export async function readHouseStats(house: House, now: Instant): Promise<HouseStats> {
  await settleDue(house, now);
  return { totals: await houseTotals(house.store), activity: await house.activity.at(now) };
}
