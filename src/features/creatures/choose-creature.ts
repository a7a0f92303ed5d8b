import type { Db, OffsetLimit } from '../../../packages/database/db.ts';
import { allReadable } from '../../../packages/database/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { creditsMissing } from '../../rules/credits.ts';
import { type Creature, isAlive } from '../../rules/lives/creature.ts';
import {
  RESURRECTION_WINDOW,
  resurrectionClosesAt,
  resurrectionCost,
} from '../../rules/lives/resurrection.ts';
import {
  type DeadCreatureFacts,
  type MissingCreature,
  type MissingTarget,
  type OwnCreature,
  ProblemError,
  type ToldDeath,
  type ToldDeaths,
} from '../../rules/problem.ts';
import type { BaseHouse } from '../house.ts';
import { findKeeper } from '../identity/agents.store.ts';
import type { KnownAgent } from '../identity/api-keys.ts';
import { payersFor } from '../money/checkout.ts';
import { accountOf } from '../money/ledger.store.ts';
import { pictureUrl } from '../pictures/picture-url.ts';
import {
  countDeadSince,
  deadSince,
  findOwnCreature,
  isDue,
  lastDeadOf,
  lastDeathOf,
  livingOf,
  MOST_DEAD,
  newestCreatureOf,
  ownNamed,
  ownNames,
  requireLivingReadable,
  type StoredCreature,
} from '../records/creatures.store.ts';
import { type LockMode } from '../retry.ts';
import { type SpeciesHouse, speciesOf } from '../species/species-registry.ts';
import { type CreaturesHouse, settle, settleLiving } from './settle.ts';

/** Drops the rows that were read together with the API key: after a version conflict they are outdated. */
export function callerIn(lock: LockMode, agent: KnownAgent): KnownAgent {
  return lock === 'optimistic' ? agent : { ...agent, ahead: undefined };
}

/** The agent's living creatures and eggs, settled, newest first. */
export async function loadLiving(
  house: CreaturesHouse,
  agent: KnownAgent,
  now: Instant,
): Promise<readonly StoredCreature[]> {
  const living = agent.ahead?.living ?? (await livingOf(house.store, agent.id));
  if (!living.some((stored) => isDue(stored, now))) return living;
  return settleLiving(house, living, now);
}

export async function loadOwn(
  house: CreaturesHouse,
  agent: KnownAgent,
  id: string,
  now: Instant,
): Promise<StoredCreature | undefined> {
  const stored = await findOwnCreature(house.store, agent.id, id);
  return stored && settle(house, stored, now);
}

/** The agent's creatures of this name that were not released, living ones first. */
export async function loadNamed(
  house: CreaturesHouse,
  agent: KnownAgent,
  name: string,
  now: Instant,
): Promise<StoredCreature[]> {
  const found = await ownNamed(house.store, agent.id, name);
  return Promise.all(found.map((stored) => settle(house, stored, now)));
}

/** Names that another creature of the agent should not have. */
export function takenNames({ store }: Pick<BaseHouse, 'store'>, { id }: KnownAgent): Promise<string[]> {
  return ownNames(store, id);
}

export interface ChosenCreature {
  readonly stored: StoredCreature;
  /** All living creatures of the keeper. */
  readonly living: readonly StoredCreature[];
}

/** Chooses the creature to care for; without an id, the only living one. */
export async function chooseForCare(
  house: CreaturesHouse,
  agent: KnownAgent,
  id: string | undefined,
  now: Instant,
): Promise<ChosenCreature> {
  const living = await loadLiving(house, agent, now);
  if (id === undefined && living.length > 1)
    throw new ProblemError('which_creature', { yours: await describeOwn(house, living) });
  const stored = id === undefined ? living[0] : living.find(({ creature }) => creature.id === id);
  if (stored) return { stored, living };
  if (id === undefined) await requireLivingReadable(house.store, agent.id);
  const own = await (id === undefined ? lastDeadOf(house.store, agent.id) : loadOwn(house, agent, id, now));
  if (own && isAlive(own.creature)) return { stored: own, living };
  const missing = await describeMissing(house, agent, { id, found: own }, now);
  throw new ProblemError('no_living_creature', missing);
}

interface Missing {
  readonly id: string | undefined;
  /** The creature of that id; without an id the one that died last. */
  readonly found: StoredCreature | undefined;
}

/** Why a request found no living creature, and which ones the caller may have meant. */
export async function describeMissing(
  house: CreaturesHouse,
  agent: KnownAgent,
  { id, found }: Missing,
  now: Instant,
): Promise<MissingCreature> {
  const living = await loadLiving(house, agent, now);
  if (agent.guest === 'sitter')
    return { target: { kind: 'any' }, yours: await describeOwn(house, living), isSitter: true };
  const yours = living.length > 0 ? living : await loadDead(house, agent, now);
  return {
    target: targetOf(id, found?.creature, now),
    yours: await describeOwn(house, yours),
    late: found?.creature.died && (await describeDead(house, agent, found, now)),
  };
}

export function targetOf(id: string | undefined, found: Creature | undefined, now: Instant): MissingTarget {
  if (id === undefined) return { kind: 'any' };
  if (!found) return { kind: 'unknown' };
  const { name, releasedAt } = found;
  return releasedAt === undefined ? { kind: 'dead' } : { kind: 'released', name, agoMs: now - releasedAt };
}

/** The dead that can be resurrected, or else the one that died last. */
async function loadDead({ store }: Pick<BaseHouse, 'store'>, { id }: KnownAgent, now: Instant) {
  const returnable = await deadSince(store, id, now - RESURRECTION_WINDOW, MOST_DEAD);
  if (returnable.length > 0) return returnable;
  const last = await lastDeadOf(store, id);
  return last ? [last] : [];
}

export type ReadingQuery = OffsetLimit & { readonly creatureId?: string | undefined };

/** Chooses the creature to read about, living or not; without an id, the newest. */
export async function chooseForReading(
  house: CreaturesHouse,
  agent: KnownAgent,
  id: string | undefined,
  now: Instant,
): Promise<StoredCreature> {
  const found = await (id === undefined
    ? newestCreatureOf(house.store, agent.id)
    : findOwnCreature(house.store, agent.id, id));
  if (found) return settle(house, found, now);
  throw new ProblemError('no_creature', await describeMissing(house, agent, { id, found }, now));
}

export async function describeOwn(
  house: Pick<SpeciesHouse, 'species' | 'store'>,
  own: readonly StoredCreature[],
): Promise<readonly OwnCreature[]> {
  return allReadable(
    own.map(async ({ creature }) => {
      const { id, name, species, stage } = creature;
      const { name: kind, tier } = await speciesOf(house, species);
      const community = tier === 'community';
      return { id, name, species: kind, community, stage, alive: isAlive(creature) };
    }),
  );
}

export async function describeDead(
  house: CreaturesHouse,
  agent: KnownAgent,
  stored: StoredCreature,
  now: Instant,
): Promise<DeadCreatureFacts> {
  const { creature } = stored;
  const imageUrl = pictureUrl(house, stored.imageUrl);
  const species = await speciesOf(house, creature.species);
  const price = await priceOfReturn(house.store, house, agent, creature, now);
  return { creature, species, imageUrl, now, ...price };
}

/** What a resurrection costs, how many credits the keeper has, and who can pay for the missing ones. */
export type ReturnPrice = Pick<DeadCreatureFacts, 'cost' | 'credits' | 'missing' | 'payers'>;

export async function priceOfReturn(
  db: Db,
  house: Pick<BaseHouse, 'cashier'>,
  agent: KnownAgent,
  dead: Creature,
  now: Instant,
): Promise<ReturnPrice> {
  const account = await accountOf(db, agent.id);
  const cost = resurrectionCost(dead, now);
  const missing = creditsMissing(account, cost);
  return { cost, credits: account.balance, missing, payers: payersFor(house, agent) };
}

export interface ReturnableCreature extends Omit<ReturnPrice, 'credits'> {
  readonly creature: Creature;
}

/** The creature that died last and can be paid for, or else the one that died last. */
export async function findReturnable(
  house: CreaturesHouse,
  agent: KnownAgent,
  now: Instant,
): Promise<ReturnableCreature | undefined> {
  return chooseReturn(house, agent, await loadReturnable(house, agent, now), now);
}

/** The dead that can still be resurrected, the last death first. */
export async function loadReturnable(
  house: CreaturesHouse,
  agent: KnownAgent,
  now: Instant,
): Promise<StoredCreature[]> {
  // Settles the agent's creatures first: one may have died since the last look.
  await loadLiving(house, agent, now);
  return deadSince(house.store, agent.id, now - RESURRECTION_WINDOW, MOST_DEAD);
}

async function chooseReturn(
  house: Pick<BaseHouse, 'cashier' | 'store'>,
  agent: KnownAgent,
  dead: readonly StoredCreature[],
  now: Instant,
): Promise<ReturnableCreature | undefined> {
  if (dead.length === 0) return undefined;
  const account = await accountOf(house.store, agent.id);
  const payers = payersFor(house, agent);
  const waiting = dead.map(({ creature }) => {
    const cost = resurrectionCost(creature, now);
    return { creature, cost, missing: creditsMissing(account, cost), payers };
  });
  return waiting.find(({ missing }) => missing === 0) ?? waiting[0];
}

export interface KeeperDeaths extends ToldDeaths {
  readonly wayBack: ReturnableCreature | undefined;
}

const MOST_DEATHS_TOLD = 10;
const NO_DEATHS: KeeperDeaths = { told: [], more: 0, wayBack: undefined };

/** Deaths that can be undone or happened since the last visit: those that can first, of these adults first, then the latest. If the last is neither, no creature is read. */
export async function readDeaths(
  house: Pick<BaseHouse, 'cashier' | 'store'>,
  agent: KnownAgent,
  living: readonly StoredCreature[],
  now: Instant,
  except?: string,
): Promise<KeeperDeaths> {
  // Replies to a sitter name no deaths and no credits.
  if (agent.guest === 'sitter') return NO_DEATHS;
  // A creature that was due when it was read with the API key may have died since.
  const isAhead = agent.ahead && !agent.ahead.living.some((stored) => isDue(stored, now));
  const lastDeathAt = isAhead ? agent.ahead?.lastDeathAt : await lastDeathOf(house.store, agent.id);
  if (lastDeathAt === undefined) return NO_DEATHS;
  const opensAt = now - RESURRECTION_WINDOW;
  const since = Math.min(opensAt, await lastVisitBefore(house, agent, living));
  if (lastDeathAt < since) return NO_DEATHS;
  const dead = await deadSince(house.store, agent.id, since, MOST_DEAD);
  const open = dead.filter(({ creature: { died } }) => died !== undefined && died.at >= opensAt);
  const isCut = dead.length === MOST_DEAD;
  const count = isCut ? await countDeadSince(house.store, agent.id, since) : dead.length;
  const others = dead.filter(({ creature }) => creature.id !== except);
  const told = others
    .flatMap(({ creature }) => toldDeath(creature, now))
    .toSorted(returnableAdultsFirst)
    .slice(0, MOST_DEATHS_TOLD);
  const more = (count ?? dead.length) - (dead.length - others.length) - told.length;
  return { told, more, wayBack: await chooseReturn(house, agent, open, now) };
}

async function lastVisitBefore(
  { store }: Pick<BaseHouse, 'store'>,
  { id }: KnownAgent,
  living: readonly StoredCreature[],
) {
  const last = living.reduce(
    (latest, { caredAt, creature }) => Math.max(latest, caredAt ?? creature.life?.hatchedAt ?? 0),
    0,
  );
  return last > 0 ? last : ((await findKeeper(store, id))?.lastActiveAt ?? 0);
}

function toldDeath(creature: Creature, now: Instant): ToldDeath[] {
  const { id, name, stage, died } = creature;
  if (!died) return [];
  const { at, cause } = died;
  const closesAt = resurrectionClosesAt(at);
  const offer = now <= closesAt ? { cost: resurrectionCost(creature, now), closesAt } : undefined;
  return [{ id, name, stage, cause, at, offer }];
}

function returnableAdultsFirst(one: ToldDeath, other: ToldDeath): number {
  return (
    Number(other.offer !== undefined) - Number(one.offer !== undefined) ||
    Number(other.stage === 'adult') - Number(one.stage === 'adult') ||
    other.at - one.at
  );
}
