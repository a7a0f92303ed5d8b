import { recommendedCheckin } from '../core/checkin.ts';
import { HOUR, SECOND, type Instant } from '../core/clock.ts';
import { statsAt } from '../core/condition.ts';
import { hasHatched, type Hatched } from '../core/creature.ts';
import { diesAt } from '../core/death.ts';
import { WINDOW_OPENS } from '../core/feeding.ts';
import { Problem } from '../core/problem.ts';
import { RESURRECTION_WINDOW, windowClosesAt } from '../core/resurrection.ts';
import type { Species } from '../core/species/species.ts';
import { buriedSince, type Kept } from '../store/creatures.ts';
import { findAgentByFeedToken } from '../store/feed-tokens.ts';
import { livingNow, MOST_AT_ONCE } from './choose-creature.ts';
import type { House } from './house.ts';
import { keyHash } from './keys.ts';
import { speciesOf } from './species-of.ts';

/** Whom a date is about, and which version of it: it grows whenever something happened. */
interface Subject {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  /** When something last happened to it. */
  readonly changedAt: Instant;
}

export interface Dates extends Subject {
  readonly checkinAt: Instant;
  readonly window: { readonly opensAt: Instant; readonly closesAt: Instant };
  readonly diesAt: Instant;
}

export interface LastDate extends Subject {
  readonly closesAt: Instant;
}

/** When an agent's creatures need it, and until when its dead can come back. */
export interface Feed {
  readonly living: readonly Dates[];
  readonly dead: readonly LastDate[];
}

/**
 * What a token opens. Every date follows from what has happened, not from who reads when: it stays the same until
 * something happens again, and reading is no visit.
 */
export async function readFeed(house: House, token: string, now: Instant): Promise<Feed> {
  const keeper = await findAgentByFeedToken(house.store, keyHash(token));
  if (!keeper) throw new Problem('no_such_feed');
  const living = await livingNow(house, keeper, now);
  const dead = await buriedSince(house.store, keeper.id, now - RESURRECTION_WINDOW, MOST_AT_ONCE);
  const dates = await Promise.all(living.map((kept) => datesOf(house, kept)));
  return { living: dates.filter((each) => each !== undefined), dead: dead.flatMap(lastDateOf) };
}

async function datesOf(house: House, { creature, version }: Kept): Promise<Dates | undefined> {
  if (!hasHatched(creature)) return undefined;
  const species = await speciesOf(house, creature.species);
  const { settledAt } = creature.life;
  const stats = statsAt(creature, species, settledAt);
  return {
    id: creature.id,
    name: creature.name,
    version,
    changedAt: settledAt,
    checkinAt: recommendedCheckin(creature, species, stats, settledAt).at,
    window: windowOf(creature, species),
    diesAt: diesAt(creature, species),
  };
}

function windowOf({ life }: Hatched, { feedingWindowHours }: Species): Dates['window'] {
  const length = feedingWindowHours * HOUR;
  return {
    // Calendars know whole seconds, and a meal before the window opens is too early.
    opensAt: Math.ceil((life.lastFedAt + WINDOW_OPENS * length) / SECOND) * SECOND,
    closesAt: Math.floor(life.lastFedAt + length),
  };
}

function lastDateOf({ creature: { id, name, died }, version }: Kept): LastDate[] {
  return died ? [{ id, name, version, changedAt: died.at, closesAt: windowClosesAt(died.at) }] : [];
}
