import { DAY, type Instant } from '../../core/engine/clock.ts';
import { packById, type Pack, type Price } from '../../core/money/credits.ts';
import { ProblemError } from '../../core/problem.ts';
import type { PackId } from '../../core/vocabulary.ts';
import type { CheckoutPage, CheckoutProvider } from '../../outside/money/checkout.ts';
import { accountOf } from '../../store/money/ledger.ts';
import {
  closePurchase,
  findUnfinishedPurchase,
  insertPurchase,
  openPurchase,
  type PackOrBundle,
  type Purchase,
} from '../../store/money/purchases.ts';
import {
  runIdempotent,
  findReplay,
  agentScope,
  type IdempotentResult,
  type IdempotentRequest,
} from '../engine/idempotency.ts';
import type { House } from '../house.ts';
import type { KnownAgent } from '../keepers/api-keys.ts';
import { callCheckout } from './call-checkout.ts';
import { markRealMoney } from './real-money.ts';

/** Credits under the name of a pack, or of several at once, and what they cost. */
interface CreditBundle extends Price {
  readonly pack: PackOrBundle;
}

/** What a human is to be asked for. */
export interface CheckoutRequest extends CreditBundle {
  /** Where the caller is: a sandbox that opened by itself gives links on this machine only. */
  readonly from?: 'here' | 'elsewhere';
}

/** Credits that a human can pay for, and where. */
export interface CheckoutLink {
  readonly pack: Pack;
  readonly url: string;
  /** True when it is play money. */
  readonly sandbox: boolean;
}

export interface PackRequest {
  readonly agent: KnownAgent;
  readonly pack: PackId;
  readonly from: 'here' | 'elsewhere';
  readonly idempotencyKey?: string | undefined;
}

type PackIdentity = Pick<PackRequest, 'agent' | 'pack' | 'idempotencyKey'>;

/** What was answered before under the same Idempotency-Key, if anything was: asked first, before anybody pays. */
export async function findPackReplay<Told>(
  house: House,
  asked: PackIdentity,
  now: Instant,
): Promise<IdempotentResult<Told> | undefined> {
  const { idempotencyKey: key } = asked;
  return key === undefined
    ? undefined
    : findReplay<Told>(house, { ...packIdempotency(house, asked), key }, now);
}

export function packIdempotency(
  { cashier }: House,
  { agent, pack, idempotencyKey: key }: PackIdentity,
): IdempotentRequest {
  return { key, scope: agentScope(agent), request: { buy: pack }, keptFor: cashier.checkout?.lastsMs ?? DAY };
}

/** A link for a human, who may pay for a pack of credits. */
export async function buyCredits<Told>(
  house: House,
  asked: PackRequest,
  now: Instant,
  tell: (checkout: CheckoutLink) => Told,
): Promise<IdempotentResult<Told>> {
  const { agent, from } = asked;
  const pack = packById(asked.pack);
  const checkout = checkoutFor(house, from);
  if (!checkout) throw new ProblemError('payments_off');
  const url = await linkFor(house, checkout, { agent, ...pack, pack: pack.id, now });
  // The page was made outside of any transaction; only the answer is kept in one.
  return runIdempotent(house, packIdempotency(house, asked), now, async () =>
    tell({ pack, url, sandbox: checkout.name === 'sandbox' }),
  );
}

/** The same link beside something else that is told: none when there can be none right now. */
export async function findCheckoutUrl(
  house: House,
  agent: KnownAgent,
  { from = 'elsewhere', ...price }: CheckoutRequest,
  now: Instant,
): Promise<string | undefined> {
  const checkout = checkoutFor(house, from);
  if (!checkout) return undefined;
  try {
    return await linkFor(house, checkout, { agent, ...price, now });
  } catch (problem) {
    if (problem instanceof ProblemError && problem.is('checkout_unreachable')) return undefined;
    throw problem;
  }
}

/** Where a human could pay, for callers from there. */
export function checkoutFor({ cashier }: House, from: 'here' | 'elsewhere'): CheckoutProvider | undefined {
  return cashier.checkout?.loopbackOnly && from === 'elsewhere' ? undefined : cashier.checkout;
}

interface PurchaseOrder extends CreditBundle {
  readonly agent: KnownAgent;
  readonly now: Instant;
}

async function linkFor(house: House, checkout: CheckoutProvider, wish: PurchaseOrder): Promise<string> {
  const { agent, pack, credits, cents, now } = wish;
  const wanted = { agentId: agent.id, pack, credits, cents, provider: checkout.name, now };
  const begun = await findUnfinishedPurchase(house.store, wanted);
  if (begun?.url !== undefined) return begun.url;
  if (begun) {
    const page = await pageFor(house, checkout, begun, now);
    // A secret address that an earlier process gave out cannot be told again.
    if (begun.state === 'creating' || page.tokenHash === begun.tokenHash) return page.url;
  }
  return (await pageFor(house, checkout, await begin(house, checkout, wish), now)).url;
}

/** Written down before the provider hears of it, so that nothing can be paid that we do not know. */
async function begin(house: House, checkout: CheckoutProvider, wish: PurchaseOrder): Promise<Purchase> {
  const { agent, pack, credits, cents, now } = wish;
  const purchase: Purchase = {
    id: house.random.id(),
    agentId: agent.id,
    pack,
    credits,
    cents,
    provider: checkout.name,
    live: checkout.live,
    ref: undefined,
    tokenHash: undefined,
    url: undefined,
    state: 'creating',
    createdAt: now,
    expiresAt: now + checkout.lastsMs,
  };
  await house.store.transaction(async (db) => {
    await insertPurchase(db, purchase);
    if (checkout.live) await markRealMoney(db);
  });
  return purchase;
}

async function pageFor(
  house: House,
  checkout: CheckoutProvider,
  purchase: Purchase,
  now: Instant,
): Promise<CheckoutPage> {
  const page = await callCheckout(
    () => checkout.open(purchase),
    // An answer is given again for the same purchase, even a bad one: the next attempt must be another.
    async ({ final }) => (final ? closePurchase(house.store, purchase.id, 'failed', now) : undefined),
  );
  const url = page.tokenHash === undefined ? page.url : undefined;
  await openPurchase(house.store, purchase.id, { ref: page.ref, url, tokenHash: page.tokenHash });
  return page;
}

/** What an agent has, and how it could get more. */
export interface CreditOffer {
  readonly credits: number;
  /** Owed for payments that were taken back; the next credits go there first. */
  readonly debt: number;
  readonly mpp: boolean;
  readonly x402: boolean;
  /** True when a human can pay. */
  readonly checkout: boolean;
}

export async function offerCredits(
  house: House,
  agent: KnownAgent,
  from: 'here' | 'elsewhere' = 'elsewhere',
): Promise<CreditOffer> {
  const { balance, debt } = await accountOf(house.store, agent.id);
  const { mpp, x402 } = house.cashier;
  return {
    credits: balance,
    debt,
    mpp: mpp?.open ?? false,
    x402: x402?.open ?? false,
    checkout: checkoutFor(house, from) !== undefined,
  };
}
