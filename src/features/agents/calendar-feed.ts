import { WINDOW_OPENS } from '../../rules/care/feeding.ts';
import { HOUR, SECOND, type Instant } from '../../rules/base/clock.ts';
import { recommendedCheckin } from '../../rules/lives/checkin.ts';
import { hasHatched, type HatchedCreature } from '../../rules/lives/creature.ts';
import { diesAt } from '../../rules/lives/death.ts';
import { statsAt } from '../../rules/lives/decay.ts';
import { RESURRECTION_WINDOW, resurrectionClosesAt } from '../../rules/lives/resurrection.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Random } from '../../outside/random.ts';
import { findAgentByFeedToken, deleteFeedToken, upsertFeedToken } from './agents.store.ts';
import { deadSince, type StoredCreature, MOST_DEAD } from '../lives/creatures.store.ts';
import { idempotentRequest, once, type IdempotentRequest, type IdempotentResult } from '../once.ts';
import type { House } from '../house.ts';
import { loadLiving } from '../lives/choose-creature.ts';
import { speciesOf } from '../species/species-registry.ts';
import { hashKey, type KnownAgent } from './api-keys.ts';
import { holdAgent } from './profile.ts';

/** Whom a date is about, and which version of it: it grows whenever something happened. */
interface FeedSubject {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  /** When something last happened to it. */
  readonly changedAt: Instant;
}

export interface CareDates extends FeedSubject {
  readonly checkinAt: Instant;
  readonly window: { readonly opensAt: Instant; readonly closesAt: Instant };
  readonly diesAt: Instant;
}

export interface ResurrectionDeadline extends FeedSubject {
  readonly closesAt: Instant;
}

/** When an agent's creatures need it, and until when its dead can come back. */
export interface CalendarFeed {
  readonly living: readonly CareDates[];
  readonly dead: readonly ResurrectionDeadline[];
}

/**
 * What a token opens. Every date follows from what has happened, not from who reads when: it stays the same until
 * something happens again, and reading is no visit.
 */
export async function readCalendarFeed(house: House, token: string, now: Instant): Promise<CalendarFeed> {
  const keeper = await findAgentByFeedToken(house.store, hashKey(token));
  if (!keeper) throw new ProblemError('no_such_feed');
  const living = await loadLiving(house, keeper, now);
  const dead = await deadSince(house.store, keeper.id, now - RESURRECTION_WINDOW, MOST_DEAD);
  const dates = await Promise.all(living.map((stored) => datesOf(house, stored)));
  return { living: dates.filter((each) => each !== undefined), dead: dead.flatMap(lastDateOf) };
}

async function datesOf(house: House, { creature, version }: StoredCreature): Promise<CareDates | undefined> {
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

function windowOf({ life }: HatchedCreature, { feedingWindowHours }: Species): CareDates['window'] {
  const length = feedingWindowHours * HOUR;
  return {
    // Calendars know whole seconds, and a meal before the window opens is too early.
    opensAt: Math.ceil((life.lastFedAt + WINDOW_OPENS * length) / SECOND) * SECOND,
    closesAt: Math.floor(life.lastFedAt + length),
  };
}

function lastDateOf({ creature: { id, name, died }, version }: StoredCreature): ResurrectionDeadline[] {
  return died ? [{ id, name, version, changedAt: died.at, closesAt: resurrectionClosesAt(died.at) }] : [];
}

interface FeedTokenRequest {
  readonly agent: KnownAgent;
  readonly idempotencyKey?: string | undefined;
}

/** Gives an agent a token that opens its calendar and nothing else; the one it had opens nothing any more. */
export async function createFeedToken(
  house: House,
  { agent, idempotencyKey }: FeedTokenRequest,
  now: Instant,
): Promise<IdempotentResult<{ readonly token: string }>> {
  const idempotent = idempotentFeed(agent, idempotencyKey, 'make');
  return once(house, idempotent, now, {
    write: async (db) => {
      await holdAgent(db, agent.id);
      const token = newToken(house.random);
      await upsertFeedToken(db, { agentId: agent.id, tokenHash: hashKey(token), now });
      return { token };
    },
  });
}

/** Ends an agent's feed; whether there was one is part of the answer. */
export async function revokeFeedToken(
  house: House,
  { agent, idempotencyKey }: FeedTokenRequest,
  now: Instant,
): Promise<IdempotentResult<{ readonly ended: boolean }>> {
  const idempotent = idempotentFeed(agent, idempotencyKey, 'end');
  return once(house, idempotent, now, {
    write: async (db) => ({ ended: await deleteFeedToken(db, agent.id) }),
  });
}

function idempotentFeed(
  agent: KnownAgent,
  key: string | undefined,
  calendar: 'make' | 'end',
): IdempotentRequest {
  return { ...idempotentRequest(agent, key, { calendar }), holdsSecret: true };
}

/** Unlike a key to the eye, so that nobody sends one for the other. */
function newToken(random: Random): string {
  return `ahcal_${Buffer.from(random.bytes(32)).toString('base64url')}`;
}
