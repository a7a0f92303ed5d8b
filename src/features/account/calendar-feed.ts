import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Db } from '../../../packages/database/db.ts';
import { allReadable } from '../../../packages/database/table.ts';
import { HOUR, SECOND, type Instant } from '../../rules/base/clock.ts';
import { WINDOW_OPENS } from '../../rules/care/feeding.ts';
import { hasHatched } from '../../rules/lives/creature.ts';
import { statsAt } from '../../rules/lives/decay.ts';
import { diesAt } from '../../rules/lives/live-until.ts';
import { recommendedCheckin, type Checkin } from '../../rules/lives/observe.ts';
import { RESURRECTION_WINDOW, resurrectionClosesAt } from '../../rules/lives/resurrection.ts';
import { sharedVisit, visitedAt } from '../../rules/lives/shared-visits.ts';
import { ProblemError } from '../../rules/problem.ts';
import { guestWith } from '../../rules/vocabulary.ts';
import { loadLiving } from '../creatures/choose-creature.ts';
import { findAgentByFeedToken, findAgentByOwnerToken } from '../identity/agents.store.ts';
import { hashKey, type KnownAgent } from '../identity/api-keys.ts';
import type { PublicHouse } from '../public/replica.ts';
import { deadSince, type StoredCreature, MOST_DEAD } from '../records/creatures.store.ts';
import { type SpeciesHouse, speciesOf } from '../species/species-registry.ts';

// So many take a few milliseconds together; then other requests have their turn.
export const CREATURES_PER_TURN = 20;

/** The coming dates of a keeper's creatures. */
export interface CalendarFeed {
  readonly living: readonly LivingDates[];
  readonly dead: readonly DeadDates[];
}

interface CreatureDates {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly changedAt: Instant;
}

export interface LivingDates extends CreatureDates {
  readonly checkinAt: Instant;
  /** When the next meal is on time. */
  readonly window: { readonly opensAt: Instant; readonly closesAt: Instant };
  readonly diesAt: Instant;
}

interface DeadDates extends CreatureDates {
  /** Until when it can be resurrected. */
  readonly closesAt: Instant;
}

/** Dates depend on stored events, not on the time of reading: they stay the same until the creature changes. */
export async function readCalendarFeed(
  house: PublicHouse,
  token: string,
  now: Instant,
): Promise<CalendarFeed> {
  const keeper = await findSubscriber(house.store, token);
  const living = await loadLiving(house, keeper, now);
  const dead = await deadSince(house.store, keeper.id, now - RESURRECTION_WINDOW, MOST_DEAD);
  return {
    living: await datesOfHousehold(house, living),
    dead: dead.flatMap(({ creature: { id, name, died }, version }) =>
      died ? [{ id, name, version, changedAt: died.at, closesAt: resurrectionClosesAt(died.at) }] : [],
    ),
  };
}

/** The coming dates of all living creatures of a keeper but its eggs. */
export async function datesOfHousehold(
  house: Pick<SpeciesHouse, 'species' | 'store'>,
  living: readonly StoredCreature[],
): Promise<readonly LivingDates[]> {
  const dates: (CareDates | undefined)[] = [];
  for (let from = 0; from < living.length; from += CREATURES_PER_TURN) {
    const some = living.slice(from, from + CREATURES_PER_TURN);
    dates.push(...(await allReadable(some.map((stored) => datesOf(house, stored)))));
    await nextTurn();
  }
  return shareVisits(dates.filter((each) => each !== undefined));
}

/** A calendar opens with its own token and with that of the agent's link. */
async function findSubscriber(db: Db, token: string): Promise<KnownAgent> {
  const isOwner = guestWith(token) === 'owner';
  const found = isOwner
    ? await findAgentByOwnerToken(db, hashKey(token))
    : await findAgentByFeedToken(db, hashKey(token));
  if (!found || ('blocked' in found && found.blocked)) throw new ProblemError('no_such_feed');
  return found;
}

async function datesOf(
  house: Pick<SpeciesHouse, 'species' | 'store'>,
  { creature, version }: StoredCreature,
): Promise<CareDates | undefined> {
  if (!hasHatched(creature)) return undefined;
  const species = await speciesOf(house, creature.species);
  const { settledAt, lastFedAt } = creature.life;
  const window = species.feedingWindowHours * HOUR;
  const stats = statsAt(creature, species, settledAt);
  return {
    id: creature.id,
    name: creature.name,
    version,
    changedAt: settledAt,
    checkin: recommendedCheckin(creature, species, stats, settledAt),
    window: {
      // iCalendar has whole seconds; the opening is rounded up, because a meal before the window opens is too early.
      opensAt: Math.ceil((lastFedAt + WINDOW_OPENS * window) / SECOND) * SECOND,
      closesAt: Math.floor(lastFedAt + window),
    },
    diesAt: diesAt(creature, species),
  };
}

interface CareDates extends Omit<LivingDates, 'checkinAt'> {
  readonly checkin: Checkin;
}

/**
 * The next check-in is one moment for all creatures that it serves; one that was missed does not move the others. In a
 * household the feeding event of each begins with the visit, if its window is open then.
 */
function shareVisits(dates: readonly CareDates[]): LivingDates[] {
  const changedAt = Math.max(...dates.map((each) => each.changedAt));
  const visit = sharedVisit(dates.flatMap(({ checkin }) => (checkin.span.to < changedAt ? [] : checkin)));
  return dates.map(({ checkin, window, ...each }) => {
    const checkinAt = visitedAt({ ...checkin, at: checkin.returnAt }, visit);
    const isShared = dates.length > 1 && window.opensAt <= checkinAt && checkinAt < window.closesAt;
    return { ...each, checkinAt, window: isShared ? { ...window, opensAt: checkinAt } : window };
  });
}
