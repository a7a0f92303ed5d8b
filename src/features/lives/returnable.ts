import type { Instant } from '../../rules/base/clock.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import {
  RESURRECTION_WINDOW,
  resurrectionClosesAt,
  resurrectionCost,
} from '../../rules/lives/resurrection.ts';
import { creditsMissing } from '../../rules/credits.ts';
import type { ToldDeath, ToldDeaths } from '../../rules/problem.ts';
import { findKeeper } from '../agents/keepers.store.ts';
import { deadSince, lastDeathOf, MOST_DEAD, type StoredCreature } from './creatures.store.ts';
import { accountOf } from '../money/ledger.store.ts';
import { isDue } from '../optimistic-lock.ts';
import type { House } from '../house.ts';
import type { KnownAgent } from '../agents/api-keys.ts';
import { takesPayments } from '../money/checkout.ts';
import { loadLiving } from './choose-creature.ts';

/** A dead creature that can still be had back, how many credits are missing for it, and whether they can be bought. */
export interface ReturnableCreature {
  readonly creature: Creature;
  readonly missing: number;
  readonly payable: boolean;
}

/** Whom an agent could have back now: the last that died and can be paid for, or else the last that died. */
export async function findReturnable(
  house: House,
  agent: KnownAgent,
  now: Instant,
): Promise<ReturnableCreature | undefined> {
  // One may have died that nobody has looked at.
  await loadLiving(house, agent, now);
  const dead = await deadSince(house.store, agent.id, now - RESURRECTION_WINDOW, MOST_DEAD);
  return chooseReturnable(house, agent, dead, now);
}

async function chooseReturnable(
  house: House,
  agent: KnownAgent,
  dead: readonly StoredCreature[],
  now: Instant,
): Promise<ReturnableCreature | undefined> {
  if (dead.length === 0) return undefined;
  const account = await accountOf(house.store, agent.id);
  const waiting = dead.map(({ creature }) => ({
    creature,
    missing: creditsMissing(account, resurrectionCost(creature, now)),
    payable: takesPayments(house),
  }));
  return waiting.find(({ missing }) => missing === 0) ?? waiting[0];
}

/** An agent's deaths that are told, and the way back to one of them. */
export interface KeeperDeaths extends ToldDeaths {
  readonly wayBack: ReturnableCreature | undefined;
}

const MOST_DEATHS_TOLD = 10;
const NO_DEATHS: KeeperDeaths = { told: [], more: 0, wayBack: undefined };

/**
 * The deaths an agent is told of, the last first: all whose way back is open, and all since its last visit. `living` is as
 * `loadLiving` gave it. Reads nothing more for an agent whose last death is neither.
 */
export async function readDeaths(
  house: House,
  agent: KnownAgent,
  living: readonly StoredCreature[],
  now: Instant,
): Promise<KeeperDeaths> {
  // One that was due when it was read ahead may have died since.
  const isAhead = agent.ahead && !agent.ahead.living.some((stored) => isDue(stored, now));
  const lastDeathAt = isAhead ? agent.ahead?.lastDeathAt : await lastDeathOf(house.store, agent.id);
  if (lastDeathAt === undefined) return NO_DEATHS;
  const opensAt = now - RESURRECTION_WINDOW;
  const since = Math.min(opensAt, await lastVisitBefore(house, agent, living));
  if (lastDeathAt < since) return NO_DEATHS;
  const dead = await deadSince(house.store, agent.id, since, MOST_DEAD);
  const open = dead.filter(({ creature: { died } }) => died !== undefined && died.at >= opensAt);
  const told = dead.slice(0, MOST_DEATHS_TOLD).flatMap(({ creature }) => toldDeath(creature, now));
  return {
    told,
    more: dead.length - told.length,
    wayBack: await chooseReturnable(house, agent, open, now),
  };
}

/** When an agent last cared for a creature or hatched one, before this request. */
async function lastVisitBefore(
  { store }: House,
  { id }: KnownAgent,
  living: readonly StoredCreature[],
): Promise<Instant> {
  const last = living.reduce(
    (latest, { caredAt, creature }) => Math.max(latest, caredAt ?? creature.life?.hatchedAt ?? 0),
    0,
  );
  return last > 0 ? last : ((await findKeeper(store, id))?.lastActiveAt ?? 0);
}

function toldDeath(creature: Creature, now: Instant): ToldDeath[] {
  const { id, name, died } = creature;
  if (!died) return [];
  const { at, cause } = died;
  return [{ id, name, cause, at, cost: resurrectionCost(creature, now), closesAt: resurrectionClosesAt(at) }];
}
