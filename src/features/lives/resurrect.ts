import type { Transaction } from '../../../packages/database/db.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { creditsMissing, type PaymentCredential } from '../../rules/credits.ts';
import { heartAfterReturn } from '../../rules/heart/feel.ts';
import { requireHatched, type Creature, type HatchedCreature } from '../../rules/lives/creature.ts';
import { resurrectionCost, reviveCreature, resurrectionClosesAt } from '../../rules/lives/resurrection.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { Species } from '../../rules/species/species.ts';
import { describeOwn, loadOwn, loadReturnable, targetOf } from '../creatures/choose-creature.ts';
import { markResurrected } from '../creatures/gravestones.store.ts';
import { withNextChange } from '../creatures/save-change.ts';
import type { CreaturesHouse } from '../creatures/settle.ts';
import { recordHeart } from '../heart/read-heart.ts';
import type { BaseHouse } from '../house.ts';
import { saveKeeper, selectKeeperForUpdate } from '../identity/agents.store.ts';
import { ensureInSight, type KnownAgent } from '../identity/api-keys.ts';
import { insertOwnerNews } from '../identity/owner-news.store.ts';
import { accountOf, InsufficientCreditsError, moveCredits, movementExists } from '../money/ledger.store.ts';
import {
  findReceipt,
  findWaysToPay,
  payInline,
  type PaymentNeed,
  takesUpAnOffer,
} from '../money/pay-inline.ts';
import { type AgentRequest, findReplay, idempotentRequest, once, type IdempotentResult } from '../once.ts';
import {
  type ChangeTarget,
  noEarlierThan,
  saveCreature,
  selectOwnCreatureForUpdate,
  type StoredCreature,
} from '../records/creatures.store.ts';
import { insertResurrection } from '../records/life-log.store.ts';
import { VersionConflictError } from '../retry.ts';
import { speciesOf } from '../species/species-registry.ts';
import { countResurrection } from '../tallies/counting.ts';

interface ResurrectionRequest extends AgentRequest {
  readonly creatureId: string;
  readonly layer: (seed: number, returnsBefore: number) => string;
}

export interface ResurrectionResult {
  readonly now: Instant;
  readonly creature: HatchedCreature;
  readonly species: Species;
  /** Credits paid. */
  readonly spent: number;
  /** Credits left. */
  readonly remaining: number;
  /** Credits that the next resurrection will cost. */
  readonly nextCost: number;
}

interface PaidResurrectionRequest extends ResurrectionRequest {
  readonly payer: Omit<PaymentNeed, 'shortfall' | 'creature'>;
  readonly credential?: PaymentCredential | undefined;
  /** Counts a resurrection that the credits pay: only a payment that is needed lifts the limit. Returns how to uncount it. */
  readonly countUnpaid: () => Promise<() => Promise<void>>;
}

interface PaidResurrectionResult<Reply> extends IdempotentResult<Reply> {
  readonly receipt?: Readonly<Record<string, string>>;
}

/** Pays last: every other refusal comes first. Credits that were bought and not spent stay on the account. */
export async function payAndResurrect<Reply>(
  house: CreaturesHouse,
  request: PaidResurrectionRequest,
  now: Instant,
  present: (result: ResurrectionResult) => Reply,
): Promise<PaidResurrectionResult<Reply>> {
  const earlier = await findReplay<Reply>(house, idempotentOf(request), now);
  const { agent, credential } = request;
  // A payment may have settled after the request that carried it failed.
  let receipt = await findReceipt(house, credential, agent);
  if (earlier) return { ...earlier, ...(receipt && { receipt }) };
  let uncount: (() => Promise<void>) | undefined;
  const { creature } = await findResurrectable(house, request, now);
  const payer = { ...request.payer, creature: { id: creature.id, name: creature.name } };
  if (credential) {
    const wanted = await shortfallFor(house, agent, creature, now);
    if (wanted.shortfall > 0)
      receipt = (await payInline(house, { ...payer, credential, wanted }, now)).receiptHeaders;
    else if (!receipt && (await takesUpAnOffer(house, credential, agent.id, now)))
      uncount = await request.countUnpaid();
  }
  try {
    const outcome = await resurrect(house, request, now, present);
    return { ...outcome, ...(receipt && { receipt }) };
  } catch (error) {
    await uncount?.();
    if (!(error instanceof InsufficientCreditsError)) throw error;
    const missing = await shortfallFor(house, agent, creature, now);
    const ways = await findWaysToPay(house, { ...payer, shortfall: missing.shortfall }, now);
    throw new ProblemError('insufficient_credits', { ...missing, ways });
  }
}

/** Resurrects a creature; the debit of credits and the resurrection are one transaction. */
export async function resurrect<Reply>(
  house: CreaturesHouse,
  request: ResurrectionRequest,
  now: Instant,
  present: (result: ResurrectionResult) => Reply,
): Promise<IdempotentResult<Reply>> {
  return once(house, idempotentOf(request), now, {
    read: async (lock) => {
      const stored = await findResurrectable(house, request, now);
      const species = await speciesOf(house, stored.creature.species);
      return { request, stored, species, lock, movementId: house.random.id(), now };
    },
    write: chargeAndRevive,
    present,
    isCommitted: ({ movementId }) => movementExists(house.store, movementId),
  });
}

function idempotentOf({ agent, creatureId, idempotencyKey }: ResurrectionRequest) {
  return idempotentRequest(agent, idempotencyKey, { resurrect: creatureId });
}

async function findResurrectable(
  house: CreaturesHouse,
  { agent, creatureId }: ResurrectionRequest,
  now: Instant,
) {
  const stored = await loadOwn(house, agent, creatureId, now);
  if (!stored || stored.creature.releasedAt !== undefined) {
    const yours = await describeOwn(house, await loadReturnable(house, agent, now));
    const target = targetOf(creatureId, stored?.creature, now);
    throw new ProblemError('creature_not_found', { target, yours });
  }
  const { died, id, name } = stored.creature;
  if (!died) throw new ProblemError('still_alive', { id, name });
  if (now > resurrectionClosesAt(died.at)) throw new ProblemError('window_closed', { name });
  return stored;
}

async function shortfallFor(
  house: Pick<BaseHouse, 'store'>,
  agent: KnownAgent,
  creature: Creature,
  now: Instant,
) {
  const cost = resurrectionCost(creature, now);
  const account = await accountOf(house.store, agent.id);
  return { cost, credits: account.balance, shortfall: creditsMissing(account, cost) };
}

type ResurrectionInput = ChangeTarget & {
  readonly request: Pick<ResurrectionRequest, 'agent' | 'layer'>;
  readonly movementId: string;
};

/** Takes the price and revives; the creature has to be dead and within its week. */
export async function chargeAndRevive(
  db: Transaction,
  input: ResurrectionInput,
): Promise<ResurrectionResult> {
  const { request, species } = input;
  const stored = await lockDead(db, input);
  const now = noEarlierThan(stored.creature, input.now);
  const cost = resurrectionCost(stored.creature, now);
  const creature = await reviveAndSave(db, stored, { ...input, now });
  const { balance } = await moveCredits(db, {
    id: input.movementId,
    agentId: request.agent.id,
    delta: -cost,
    kind: 'resurrection',
    key: ['resurrect', creature.id, creature.resurrections].join(':'),
    ref: creature.id,
    now,
  });
  const nextCost = resurrectionCost(creature, now);
  return { now, creature, species, spent: cost, remaining: balance, nextCost };
}

type StoredDeadCreature = StoredCreature & { readonly creature: HatchedCreature };

async function lockDead(db: Transaction, { stored, lock }: ResurrectionInput): Promise<StoredDeadCreature> {
  const current = lock === 'optimistic' ? stored : await selectOwnCreatureForUpdate(db, stored.creature);
  if (!current?.creature.died) throw new VersionConflictError();
  return { ...current, creature: requireHatched(current.creature) };
}

async function reviveAndSave(
  db: Transaction,
  stored: StoredDeadCreature,
  { request, species, now }: ResurrectionInput,
): Promise<HatchedCreature> {
  const { seed, resurrections } = stored.creature;
  const layer = request.layer(seed, resurrections);
  const creature = requireHatched(reviveCreature(stored.creature, species, layer, now));
  const { version, consistencyTenths } = await saveCreature(
    db,
    withNextChange(stored, creature, species, now),
  );
  const { happened } = heartAfterReturn(stored.creature, species, now);
  await insertResurrection(db, { creatureId: creature.id, version, at: now, layer });
  await markResurrected(db, { creatureId: creature.id, deathNumber: creature.resurrections }, now);
  const keeper = await selectKeeperForUpdate(db, creature.keeperId);
  ensureInSight(keeper);
  await recordHeart(db, creature.id, keeper, happened);
  const returned = { at: now, creatureId: creature.id, item: { kind: 'returned' } } as const;
  await insertOwnerNews(db, [{ ...returned, agentId: creature.keeperId, untold: true }]);
  const { stage, life } = creature;
  const { ageFrom } = life;
  countResurrection(db, keeper, { family: species.family, stage, ageFrom, livedMs: now - ageFrom }, now);
  await saveKeeper(db, keeper, {
    ...keeper,
    living: keeper.living + 1,
    consistencyTenths: keeper.consistencyTenths + consistencyTenths,
  });
  return creature;
}
