import { HOUR, type Instant } from '../base/clock.ts';
import { CRITICAL_WINDOWS, criticalAt, missedWindows, windowsSinceFed } from '../care/feeding.ts';
import type { Species } from '../species/species.ts';
import { type Creature, hasHatched, type HatchedCreature, isAlive } from './creature.ts';
import { diesAt, patienceEndsAt } from './death.ts';
import { consistencyAt } from './growth.ts';
import { nextEventAt } from './live-until.ts';
import { hidesNothing } from './visible-stats.ts';

/** Consistency for rankings and averages in integer tenths, so that sums do not depend on their order. 0 unless alive. */
export function consistencyTenths(creature: Creature, species: Species, at: Instant): number {
  if (!hasHatched(creature) || !isAlive(creature)) return 0;
  return Math.round(consistencyAt(creature, species, at) * 10);
}

/** The next death, growth or missed meal without visits. */
export function nextChangeAt(
  creature: Creature,
  species: Species,
  now: Instant,
  event = nextEventAt(creature, species),
): Instant | undefined {
  if (event === undefined || !hasHatched(creature)) return event;
  return Math.min(event, nextMissAt(creature, species, now));
}

function nextMissAt(creature: HatchedCreature, species: Species, now: Instant): Instant {
  const missedAt = (moment: Instant) => missedWindows(windowsSinceFed(creature, species, moment));
  const missed = missedAt(now);
  const windows = missed === 0 ? CRITICAL_WINDOWS : missed + 1;
  let at = Math.ceil(creature.life.lastFedAt + windows * species.feedingWindowHours * HOUR);
  // The division in windowsSinceFed may round differently: steps to the first millisecond that counts.
  while (missedAt(at) <= missed) at += 1;
  return at;
}

/** Sort keys of public lists. An order reveals stats, so species that hide any are ranked by public facts only. */
export interface RankFacts {
  /** The time of death without visits; only once a meal was missed, or if the creature dies before missing one. */
  readonly lostAt: Instant | undefined;
  /** The creature's trust in steps of ten, at its last care. */
  readonly trustStep: number | undefined;
}

const TRUST_PER_STEP = 10;

/**
 * Sort keys of a creature. They change only with care and when a meal is missed (`nextChangeAt`), so
 * creatures fed in time need no rewrite.
 */
export function rankFacts(creature: Creature, species: Species, now: Instant): RankFacts {
  if (!hasHatched(creature) || !isAlive(creature)) return { lostAt: undefined, trustStep: undefined };
  const { health, trust } = creature.life.stats;
  const plain = hidesNothing(species);
  const trustStep = plain ? Math.floor(trust / TRUST_PER_STEP) : undefined;
  const starving = missedWindows(windowsSinceFed(creature, species, now)) > 0;
  const critical = criticalAt(creature, species);
  const patienceEnds = patienceEndsAt(creature);
  // With health left the creature dies after the moment feeding becomes critical. `diesAt` is the most
  // expensive rule: it walks over every hour.
  if (!starving && health > 0 && critical < patienceEnds) return { lostAt: undefined, trustStep };
  const lostAt = plain ? diesAt(creature, species) : patienceEnds;
  return { lostAt: starving || critical >= lostAt ? lostAt : undefined, trustStep };
}
