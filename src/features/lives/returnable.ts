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

/** A dead creature that can be resurrected. */
export interface ReturnableCreature {
  readonly creature: Creature;
  readonly missing: number;
  /** True if credits can be bought on this server. */
  readonly payable: boolean;
}

/** The creature that died last and can be paid for, or else the one that died last. */
export async function findReturnable(
  house: House,
  agent: KnownAgent,
  now: Instant,
): Promise<ReturnableCreature | undefined> {
  // Settles the agent's creatures first: one may have died since the last look.
  await loadLiving(house, agent, now);
  const dead = await deadSince(house.store, agent.id, now - RESURRECTION_WINDOW, MOST_DEAD);
  return chooseReturnable(house, agent, dead, now);
}

async function chooseReturnable(
  house: House,
  agent: KnownAgent,
  dead: readonly StoredCreature[],
  now: Instant,
) {
  if (dead.length === 0) return undefined;
  const account = await accountOf(house.store, agent.id);
  const waiting = dead.map(({ creature }) => ({
    creature,
    missing: creditsMissing(account, resurrectionCost(creature, now)),
    payable: takesPayments(house),
  }));
  return waiting.find(({ missing }) => missing === 0) ?? waiting[0];
}

export interface KeeperDeaths extends ToldDeaths {
  /** The dead creature to offer for resurrection. */
  readonly wayBack: ReturnableCreature | undefined;
}

const MOST_DEATHS_TOLD = 10;
const NO_DEATHS: KeeperDeaths = { told: [], more: 0, wayBack: undefined };

/**
 * Deaths that can be undone or that happened since the agent's last visit, latest first. `living` comes from
 * `loadLiving`. When the last death is neither, no creature is read.
 */
export async function readDeaths(
  house: House,
  agent: KnownAgent,
  living: readonly StoredCreature[],
  now: Instant,
): Promise<KeeperDeaths> {
  // A creature that was due when it was read with the API key may have died since.
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

/** The agent's last care or hatching before this request. */
async function lastVisitBefore({ store }: House, { id }: KnownAgent, living: readonly StoredCreature[]) {
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
