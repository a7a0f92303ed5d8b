import type { Transaction } from '../../../packages/database/db.ts';
import { HOUR, type Instant, MINUTE } from '../../rules/base/clock.ts';
import {
  cheapestPacks,
  type KeyPlace,
  packMatching,
  type PaymentCredential,
  type PaymentRefusal,
} from '../../rules/credits.ts';
import { type PaymentOptions, ProblemError, type Shortfall } from '../../rules/problem.ts';
import type { PaymentMethod } from '../../rules/vocabulary.ts';
import {
  type IncomingPayment,
  type PaymentOffer,
  type PaymentRail,
  SANDBOX_OFFER_MS,
  type Settlement,
} from '../../outside/money/payment-rail.ts';
import type { BaseHouse } from '../house.ts';
import type { KnownAgent } from '../identity/api-keys.ts';
import type { SpeciesHouse } from '../species/species-registry.ts';
import { countInlineSale } from '../tallies/counting.ts';
import { checkoutFor, lacksSandboxToken, markRealMoney, openCheckoutPage, railsFor } from './checkout.ts';
import { moveCredits } from './ledger.store.ts';
import {
  claimPayment,
  findPayment,
  findQuotedCredits,
  type InlinePayment,
  insertQuote,
  markPayment,
  settlePayment,
} from './purchases.store.ts';

export interface PaymentNeed {
  readonly agent: KnownAgent;
  readonly shortfall: number;
  readonly keyIn: KeyPlace;
  readonly resource: string;
  /** The creature whose return is to be paid; the checkout page names it. */
  readonly creature?: { readonly id: string; readonly name: string };
}

export async function findWaysToPay(
  house: Pick<BaseHouse, 'cashier' | 'random' | 'store'>,
  need: PaymentNeed,
  now: Instant,
): Promise<PaymentOptions> {
  const { agent, shortfall, keyIn, resource, creature } = need;
  const price = cheapestPacks(shortfall);
  const purpose = creature && { creature: { ...creature, isGift: false } };
  const order = { agent, pack: packMatching(price), ...price, ...purpose };
  const checkout = checkoutFor(house, agent);
  const checkoutUrl =
    checkout && (await openCheckoutPage(house, checkout, order, now).catch(ignoreUnreachable));
  const offer = { agentId: agent.id, ...price, resource };
  const inline = await quote(house, offer, { keyIn, agent }, now);
  const lacksToken = lacksSandboxToken(house, agent);
  return { ...(checkoutUrl !== undefined && { checkoutUrl }), ...inline, ...(lacksToken && { lacksToken }) };
}

function ignoreUnreachable(problem: unknown): undefined {
  if (!(problem instanceof ProblemError && problem.is('checkout_unreachable'))) throw problem;
}

const QUOTED_FOR = 15 * MINUTE;
const CEILING_CENTS = 1_000_000;

async function quote(
  house: Pick<BaseHouse, 'cashier' | 'random' | 'store'>,
  offer: PaymentOffer,
  { keyIn, agent }: Pick<PaymentNeed, 'keyIn' | 'agent'>,
  now: Instant,
): Promise<Pick<PaymentOptions, 'mpp' | 'x402'>> {
  if (offer.cents > CEILING_CENTS) return {};
  const { x402, mpp } = railsFor(house, agent);
  if (x402?.open) {
    // An x402 transfer has no reference to the offer; it is matched by agent and price.
    const id = house.random.id();
    const expiresAt = now + (x402.sandbox ? SANDBOX_OFFER_MS : QUOTED_FOR);
    await insertQuote(house.store, { id, ...offer, createdAt: now, expiresAt });
  }
  return {
    ...(mpp?.open && { mpp: mpp.challenges(offer, keyIn, now) }),
    ...(x402?.open && { x402: x402.requirements(offer) }),
  };
}

async function findOffer(
  { store }: Pick<BaseHouse, 'store'>,
  payment: IncomingPayment,
  agentId: string,
  now: Instant,
) {
  const terms = payment.check(agentId, now);
  if (typeof terms === 'string') return terms;
  const { cents } = terms;
  const credits = terms.credits ?? (await findQuotedCredits(store, { agentId, cents }, now));
  return credits === undefined ? 'not_offered' : { credits, cents };
}

/** True if the request carries a payment for an offer made to an earlier, counted request; a settled one for 15 minutes. */
export async function takesUpAnOffer(
  house: Pick<BaseHouse, 'cashier' | 'store'>,
  credential: PaymentCredential,
  agentId: string,
  now: Instant,
): Promise<boolean> {
  const payment = house.cashier[credential.method]?.read(credential.text, '');
  if (!payment) return false;
  const earlier = await findPayment(house.store, payment.key);
  const isOpen = earlier?.state !== 'settled' || now - earlier.updatedAt <= QUOTED_FOR;
  if (earlier) return earlier.agentId === agentId && isOpen;
  return typeof (await findOffer(house, payment, agentId, now)) !== 'string';
}

export interface InlinePaymentRequest extends Omit<PaymentNeed, 'shortfall'> {
  readonly credential: PaymentCredential;
  /** The credits that the payment has to cover; a payment that buys less is refused. */
  readonly wanted: Shortfall;
}

export interface InlinePaymentResult {
  readonly method: PaymentMethod;
  readonly credits: number;
  readonly cents: number;
  readonly sandbox: boolean;
  readonly receiptHeaders: Readonly<Record<string, string>>;
}

// A claim younger than this may belong to a concurrent request that is still settling it.
const IN_FLIGHT = MINUTE;
// Unclear payments are resent for this long: Stripe keeps idempotency keys for a day, and a later retry could charge twice.
export const ASK_AGAIN_FOR = 20 * HOUR;
const RETRY_SECONDS = 5;

/** Claims a payment before money moves. Once money may have moved, an unclear end is `payment_unclear`, not a new 402. */
export async function payInline(
  house: Pick<BaseHouse, 'cashier' | 'random' | 'store'>,
  request: InlinePaymentRequest,
  now: Instant,
): Promise<InlinePaymentResult> {
  const paid = await takePayment(house, request, now);
  if (typeof paid !== 'string') return paid;
  const { wanted } = request;
  const ways = await findWaysToPay(house, { ...request, shortfall: wanted.shortfall }, now);
  throw new ProblemError('payment_refused', { ...wanted, ways, reason: paid });
}

async function takePayment(
  house: Pick<BaseHouse, 'cashier' | 'random' | 'store'>,
  request: InlinePaymentRequest,
  now: Instant,
) {
  const { credential, agent, resource } = request;
  const rail = railsFor(house, agent)[credential.method];
  if (!rail) return 'not_taken_here';
  const payment = rail.read(credential.text, resource);
  if (!payment) return 'unreadable';
  const earlier = await findPayment(house.store, payment.key);
  if (earlier && earlier.agentId !== agent.id) return 'not_yours';
  const claimed =
    earlier && earlier.state !== 'refused'
      ? { stored: earlier, fresh: false }
      : await claim(house, rail, payment, request, now);
  if (typeof claimed === 'string') return claimed;
  const settled =
    claimed.stored.state === 'settled' ? claimed.stored : await settleClaimed(house, rail, claimed, now);
  if (!settled) return 'declined';
  const { credits, cents } = settled;
  // A settled payment may have been for a smaller offer; its credits are on the account.
  if (credits < request.wanted.shortfall) return 'too_little';
  const receiptHeaders = payment.receipt(settled.reference ?? '', settled.updatedAt);
  return { method: rail.method, credits, cents, sandbox: rail.sandbox, receiptHeaders };
}

/** The receipt of a payment of this agent that was settled earlier. */
export async function findReceipt(
  { cashier, store }: Pick<BaseHouse, 'cashier' | 'store'>,
  credential: PaymentCredential | undefined,
  agent: KnownAgent,
): Promise<Readonly<Record<string, string>> | undefined> {
  const payment = credential && cashier[credential.method]?.read(credential.text, '');
  const earlier = payment && (await findPayment(store, payment.key));
  if (earlier?.state !== 'settled' || earlier.agentId !== agent.id) return undefined;
  return payment?.receipt(earlier.reference ?? '', earlier.updatedAt);
}

function unclear(cause?: unknown): ProblemError {
  const problem = new ProblemError('payment_unclear', { retryAfterSeconds: RETRY_SECONDS });
  return Object.assign(problem, { cause });
}

interface ClaimedPayment {
  readonly stored: InlinePayment;
  readonly fresh: boolean;
}

/** Checks everything about a payment that can be checked without moving money, then claims it. */
async function claim(
  house: Pick<BaseHouse, 'store'>,
  rail: PaymentRail,
  payment: IncomingPayment,
  { agent, wanted }: InlinePaymentRequest,
  now: Instant,
): Promise<ClaimedPayment | PaymentRefusal> {
  if (!rail.open) return 'not_taken_here';
  const offer = await findOffer(house, payment, agent.id, now);
  if (typeof offer === 'string') return offer;
  if (offer.credits < wanted.shortfall) return 'too_little';
  const verdict = await payment.verify();
  if (verdict === 'unclear') throw unclear();
  const { key, evidence } = payment;
  // Real money is marked before money can move: a false mark does no harm.
  if (rail.live) await markRealMoney(house.store);
  const { method, live } = rail;
  const claimed = { key, agentId: agent.id, method, live, ...offer, evidence, createdAt: now };
  if (verdict === 'good' && (await claimPayment(house.store, claimed))) {
    return { stored: { ...claimed, state: 'claimed', reference: undefined, updatedAt: now }, fresh: true };
  }
  // A concurrent request may have claimed the same payment: its credential no longer verifies, but it is paid.
  const twin = await findPayment(house.store, key);
  if (!twin || twin.state === 'refused') return 'declined';
  if (twin.agentId !== agent.id) return 'not_yours';
  return { stored: twin, fresh: false };
}

/** Settles a claimed payment; undefined when it was refused. Throws while the outcome is unclear. */
async function settleClaimed(
  house: Pick<BaseHouse, 'random' | 'store'>,
  rail: PaymentRail,
  { stored, fresh }: ClaimedPayment,
  now: Instant,
): Promise<InlinePayment | undefined> {
  const inFlight = !fresh && stored.state === 'claimed' && now - stored.updatedAt < IN_FLIGHT;
  if (inFlight || now - stored.createdAt > ASK_AGAIN_FOR) throw unclear();
  let settlement: Settlement;
  try {
    settlement = fresh
      ? await rail.settle(stored.evidence)
      : await rail.settleAgain(stored.evidence, stored.reference);
    await recordSettlement(house, stored, settlement, now);
  } catch (error) {
    throw unclear(error);
  }
  if (settlement.outcome === 'unclear') throw unclear(settlement.reason);
  if (settlement.outcome === 'refused') return undefined;
  return { ...stored, state: 'settled', reference: settlement.reference, updatedAt: now };
}

/** Mints the credits of a settled payment in the transaction that stores its outcome. */
export async function recordSettlement(
  house: Pick<SpeciesHouse, 'store' | 'random'>,
  payment: InlinePayment,
  settlement: Settlement,
  now: Instant,
): Promise<void> {
  const { outcome } = settlement;
  if (outcome === 'settled') {
    await house.store.transaction((db) => mint(db, house, payment, settlement.reference, now));
    return;
  }
  const { reason } = settlement;
  const mark =
    outcome === 'refused'
      ? ({ state: 'refused', reason } as const)
      : ({ state: 'unknown', reason, reference: settlement.reference } as const);
  await markPayment(house.store, payment.key, mark, now);
}

/** Mints the credits of a payment; false when it was settled before. */
export async function mint(
  db: Transaction,
  { random }: Pick<SpeciesHouse, 'random'>,
  payment: InlinePayment,
  reference: string,
  now: Instant,
): Promise<boolean> {
  const { key, agentId, credits } = payment;
  if (!(await settlePayment(db, key, reference, now))) return false;
  await moveCredits(db, {
    id: random.id(),
    agentId,
    delta: credits,
    kind: 'inline_payment',
    key,
    ref: reference,
    now,
  });
  await countInlineSale(db, payment, now);
  return true;
}
