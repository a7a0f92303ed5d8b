import { HOUR, MINUTE, type Instant } from '../core/engine/clock.ts';
import type { WatchedCreature } from './choose-action.ts';
import { nextTimeOfDay } from './next-time-of-day.ts';

/** What is known at the end of a visit about the next one. */
export interface LastLook {
  readonly creature: WatchedCreature;
  /** By the house's clock. */
  readonly now: Instant;
  /** When the house thinks somebody should come back, and for which of all its creatures. */
  readonly recommended: { readonly at: Instant; readonly creatureId: string };
}

/** How soon to try again what could not be done. */
const SOON = 10 * MINUTE;
/** How much of the time it has left a keeper may stay away, whatever anybody recommends. */
const SHARE_OF_LIFE = 0.75;

/** When to come back after seeing to everyone: as the house recommended last, but never too near to an end, and never at once. */
export function nextVisit(looks: readonly [LastLook, ...LastLook[]]): Instant {
  const { now, recommended } = looks.at(-1) ?? looks[0];
  const wanted = recommended.at > now ? recommended.at : whenNothingHelps(looks, recommended.creatureId);
  return Math.max(now + MINUTE, Math.min(wanted, ...looks.map(latestFor)));
}

function latestFor({ creature, now }: LastLook): Instant {
  return now + SHARE_OF_LIFE * (Date.parse(creature.death_clock.dies_at) - now);
}

/** It should be seen to now, and this was all that could be done. Of several, another may need somebody before the morning. */
function whenNothingHelps(looks: readonly LastLook[], creatureId: string): Instant {
  const look = looks.find(({ creature }) => creature.id === creatureId) ?? looks[0];
  const now = looks.at(-1)?.now ?? 0;
  const morning = look && endOfNight(look);
  if (morning === undefined) return now + SOON;
  return looks.length === 1 ? morning : Math.min(morning, now + HOUR);
}

/** The end of the night, for one that sleeps through what should be done and can afford to. */
function endOfNight({ creature, now }: LastLook): Instant | undefined {
  const { sleep_window_end: ends, timezone_used: zone } = creature.sleep_info ?? {};
  if (ends === undefined || zone === undefined) return undefined;
  const at = nextTimeOfDay(ends, zone, now);
  if (at === undefined) return undefined;
  const fedThen = creature.hours_since_fed + (at - now) / HOUR;
  return fedThen <= creature.feeding_window_hours ? at : undefined;
}
