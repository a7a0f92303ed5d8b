import { SECOND, type Instant } from '../../rules/base/clock.ts';
import { countDueCreatures, COUNTED_UP_TO } from '../stats/figures.store.ts';
import type { House } from '../house.ts';
import { findFirstDue } from './settle.ts';

/** What happened and is not written yet, when that is more than the settler has just not got to. */
export interface Backlog {
  /** How many creatures are due, as far as anybody counts. */
  readonly due: number;
  readonly more: boolean;
  /** Since when the first of them is. */
  readonly since: Instant;
  /** How many this node settles in a second; undefined while it settles none. */
  readonly settledPerSecond: number | undefined;
  /** How long it will take at the pace of all nodes; undefined while nobody can tell. */
  readonly secondsLeft: number | undefined;
}

// The settler makes a round every second, and one may wait for another node.
const USUAL_DELAY = 10 * SECOND;

/** Looks without touching: what is due stays due. */
export async function readBacklog(house: House, now: Instant): Promise<Backlog | undefined> {
  const first = await findFirstDue(house, now);
  if (!first || now - first.nextEventAt < USUAL_DELAY) return undefined;
  const { nextEventAt: since } = first;
  const due = await countDueCreatures(house.store, now);
  const pace = house.settling.paceAt(house.monotonicMs());
  return {
    due,
    more: due >= COUNTED_UP_TO,
    since,
    settledPerSecond: pace && Math.round(pace.settledPerSecond),
    secondsLeft: pace && pace.speed > 1 ? Math.ceil((now - since) / SECOND / (pace.speed - 1)) : undefined,
  };
}

/** How long ago something happened that is not written yet; 0 when everything is. */
export async function readSettlingLag(house: House, now: Instant): Promise<number> {
  const first = await findFirstDue(house, now);
  return first ? now - first.nextEventAt : 0;
}
