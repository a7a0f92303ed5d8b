import type { Db, Transaction } from '../../../packages/database/db.ts';
import { isTestAccount } from '../../rules/agents.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { type Pack, smallestPackFor } from '../../rules/credits.ts';
import { type Creature, hasHatched } from '../../rules/lives/creature.ts';
import { resurrectionClosesAt, resurrectionCost } from '../../rules/lives/resurrection.ts';
import type { Species } from '../../rules/species/species.ts';
import { drawLayer } from '../../text/creature/life-messages.ts';
import type { CreaturesHouse } from '../creatures/settle.ts';
import { readHiddenContent } from '../hidden/hidden-content.ts';
import { findAgent, selectKeeperForUpdate } from '../identity/agents.store.ts';
import { accountOf } from '../money/ledger.store.ts';
import { findPurchase, type Gift, giftsTo, markGift, type Purchase } from '../money/purchases.store.ts';
import {
  findCreature,
  noEarlierThan,
  selectOwnCreatureForUpdate,
  type StoredCreature,
} from '../records/creatures.store.ts';
import { type SpeciesHouse, speciesOf } from '../species/species-registry.ts';
import { chargeAndRevive } from './resurrect.ts';

export type { Gift };

/** The pack by which a visitor can pay for the return of a creature; undefined where that is not offered. */
export async function giftPackFor(
  house: CreaturesHouse,
  creature: Creature,
  now: Instant,
): Promise<Pack | undefined> {
  // Nodes of an earlier version would credit the payment without bringing the creature back.
  if (!house.cashier.checkout || now < house.upgradeEndsAt) return undefined;
  if (!isReturnable(creature, now)) return undefined;
  const pack = smallestPackFor(resurrectionCost(creature, now));
  if (!pack) return undefined;
  const { keeperId } = creature;
  const [hidden, keeper, { debt }] = await Promise.all([
    readHiddenContent(house),
    findAgent(house.store, keeperId),
    accountOf(house.store, keeperId),
  ]);
  const isHidden = hidden.visibleText('creature_name', creature.id, creature.name) === undefined;
  if (isHidden || hidden.hidesAgent(keeperId)) return undefined;
  // A debt takes the credits before the resurrection does.
  if (!keeper?.gifts || isTestAccount(keeper.username) || debt > 0) return undefined;
  return pack;
}

function isReturnable({ died, releasedAt }: Creature, now: Instant): boolean {
  return died !== undefined && releasedAt === undefined && now <= resurrectionClosesAt(died.at);
}

export interface GiftTarget {
  readonly stored: StoredCreature;
  readonly species: Species;
}

/** The creature that a gift is for, read before the transaction that credits it. */
export async function findGiftTarget(
  house: Pick<SpeciesHouse, 'species' | 'store'>,
  purchaseId: string | undefined,
): Promise<GiftTarget | undefined> {
  const purchase = purchaseId === undefined ? undefined : await findPurchase(house.store, purchaseId);
  if (purchase?.gift === undefined || purchase.creatureId === undefined) return undefined;
  const stored = await findCreature(house.store, purchase.creatureId);
  return stored && { stored, species: await speciesOf(house, stored.creature.species) };
}

/**
 * Locks the creature of a gift and its keeper, in the order of every other write: before the account. Undefined if it must
 * not be brought back any more.
 */
export async function lockGiftTarget(
  db: Transaction,
  { stored, species }: GiftTarget,
  now: Instant,
): Promise<GiftTarget | undefined> {
  const current = await selectOwnCreatureForUpdate(db, stored.creature);
  const keeper = await selectKeeperForUpdate(db, stored.creature.keeperId);
  if (!current || keeper.blocked || !isReturnable(current.creature, now)) return undefined;
  const agent = await findAgent(db, current.creature.keeperId);
  return agent?.gifts ? { stored: current, species } : undefined;
}

interface CreditedGift {
  readonly purchase: Pick<Purchase, 'id' | 'agentId' | 'credits'>;
  readonly target: GiftTarget | undefined;
  /** Of the keeper, with the credits of the gift. */
  readonly balance: number;
}

/** Brings the creature of a gift back if its credits cover the price; otherwise the keeper keeps them. */
export async function useGift(
  db: Transaction,
  { random }: Pick<CreaturesHouse, 'random'>,
  { purchase, target, balance }: CreditedGift,
  now: Instant,
): Promise<void> {
  const { id, agentId, credits } = purchase;
  const cost = target && resurrectionCost(target.stored.creature, noEarlierThan(target.stored.creature, now));
  // The keeper's own credits are never spent: after another death the price is higher than the one that was offered.
  const isEnough = cost !== undefined && cost <= credits && cost <= balance;
  if (target && isEnough) {
    const request = { agent: { id: agentId, username: '' }, layer: drawLayer };
    const movementId = random.id();
    await chargeAndRevive(db, { ...target, lock: 'pessimistic', request, movementId, now });
  }
  await markGift(db, id, target && isEnough ? 'returned' : 'kept');
}

/** Gifts that brought back one of these creatures and were followed by no act of care yet. */
export function findNewGifts(
  db: Db,
  agentId: string,
  living: readonly StoredCreature[],
  now: Instant,
): readonly Gift[] | Promise<readonly Gift[]> {
  const uncared = living.filter(isBackAndUncared);
  return uncared.length === 0 ? [] : readGifts(db, agentId, uncared, now);
}

async function readGifts(db: Db, agentId: string, uncared: readonly StoredCreature[], now: Instant) {
  const gifts = (await giftsTo(db, agentId, now)).filter(({ gift }) => gift === 'returned');
  return uncared.flatMap(({ creature: { id, life } }) =>
    gifts.filter(({ creatureId, at }) => creatureId === id && at >= (life?.lastCareAt ?? 0)),
  );
}

/** A resurrection sets the time of the last care in the life, but is no act. */
function isBackAndUncared({ creature, caredAt = 0 }: StoredCreature): boolean {
  return creature.resurrections > 0 && hasHatched(creature) && caredAt < creature.life.lastCareAt;
}
