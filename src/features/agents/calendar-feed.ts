import { setImmediate as nextTurn } from 'node:timers/promises';

import { WINDOW_OPENS } from '../../rules/care/feeding.ts';
import { HOUR, SECOND, type Instant } from '../../rules/base/clock.ts';
import { recommendedCheckin } from '../../rules/lives/observe.ts';
import { hasHatched } from '../../rules/lives/creature.ts';
import { diesAt } from '../../rules/lives/live-until.ts';
import { sharedVisit, visitedAt } from '../../rules/lives/shared-visits.ts';
import { statsAt } from '../../rules/lives/decay.ts';
import { RESURRECTION_WINDOW, resurrectionClosesAt } from '../../rules/lives/resurrection.ts';
import { ProblemError } from '../../rules/problem.ts';
import { findAgentByFeedToken, deleteFeedToken, upsertFeedToken } from './agents.store.ts';
import { allReadable } from '../../db/table.ts';
import { deadSince, type StoredCreature, MOST_DEAD } from '../lives/creatures.store.ts';
import { type AgentRequest, idempotentRequest, once, type IdempotentRequest } from '../once.ts';
import type { House } from '../house.ts';
import { loadLiving } from '../lives/choose-creature.ts';
import { speciesOf } from '../species/species-registry.ts';
import { hashKey, type KnownAgent } from './api-keys.ts';
import { lockAgent } from './profile.ts';

// So many take a few milliseconds together; then other requests have their turn.
const CREATURES_PER_TURN = 20;

export type CalendarFeed = Awaited<ReturnType<typeof readCalendarFeed>>;

/** Dates depend on stored events, not on the time of reading: they stay the same until the creature changes. */
export async function readCalendarFeed(house: House, token: string, now: Instant) {
  const keeper = await findAgentByFeedToken(house.store, hashKey(token));
  if (!keeper) throw new ProblemError('no_such_feed');
  const living = await loadLiving(house, keeper, now);
  const dead = await deadSince(house.store, keeper.id, now - RESURRECTION_WINDOW, MOST_DEAD);
  const dates: (Awaited<ReturnType<typeof datesOf>> | undefined)[] = [];
  for (let from = 0; from < living.length; from += CREATURES_PER_TURN) {
    const some = living.slice(from, from + CREATURES_PER_TURN);
    dates.push(...(await allReadable(some.map((stored) => datesOf(house, stored)))));
    await nextTurn();
  }
  return {
    living: shareVisits(dates.filter((each) => each !== undefined)),
    dead: dead.flatMap(({ creature: { id, name, died }, version }) =>
      died ? [{ id, name, version, changedAt: died.at, closesAt: resurrectionClosesAt(died.at) }] : [],
    ),
  };
}

async function datesOf(house: House, { creature, version }: StoredCreature) {
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

type CareDates = NonNullable<Awaited<ReturnType<typeof datesOf>>>;

/** The next check-in is one moment for all creatures that it serves; one that was missed does not move the others. */
function shareVisits(dates: readonly CareDates[]) {
  const changedAt = Math.max(...dates.map((each) => each.changedAt));
  const visit = sharedVisit(dates.flatMap(({ checkin }) => (checkin.span.to < changedAt ? [] : checkin)));
  return dates.map(({ checkin, ...each }) => ({
    ...each,
    checkinAt: visitedAt({ ...checkin, at: checkin.returnAt }, visit),
  }));
}

/** Creates a token that grants access to the agent's calendar only; it replaces the previous one. */
export async function createFeedToken(house: House, { agent, idempotencyKey }: AgentRequest, now: Instant) {
  return once(house, idempotentFeed(agent, idempotencyKey, 'make'), now, {
    write: async (db) => {
      await lockAgent(db, agent.id);
      // The prefix distinguishes calendar tokens from API keys.
      const token = `ahcal_${Buffer.from(house.random.bytes(32)).toString('base64url')}`;
      await upsertFeedToken(db, { agentId: agent.id, tokenHash: hashKey(token), now });
      return { token };
    },
  });
}

export async function revokeFeedToken(house: House, { agent, idempotencyKey }: AgentRequest, now: Instant) {
  return once(house, idempotentFeed(agent, idempotencyKey, 'end'), now, {
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
