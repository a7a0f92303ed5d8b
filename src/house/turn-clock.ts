import { HOUR, type Instant } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import { writeSetting } from '../store/settings.ts';
import type { House } from './house.ts';

export const SANDBOX_CLOCK = 'sandbox_clock';

export type Turn = { readonly advanceHours: number } | { readonly to: Instant };

/** Turns the sandbox clock forward, and remembers where it stands so that a restart goes on from there. */
export async function turnClock(house: House, turn: Turn, now: Instant): Promise<Instant> {
  const goal = 'to' in turn ? turn.to : now + Math.round(turn.advanceHours * HOUR);
  const anchor = house.sandbox?.turnTo(goal);
  if (!anchor) throw new Problem('clock_runs_forward');
  await writeSetting(house.store, SANDBOX_CLOCK, JSON.stringify(anchor));
  return anchor.shown;
}
