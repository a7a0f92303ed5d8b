import { MINUTE, type Instant } from '../../rules/base/clock.ts';
import {
  cheapestPacks,
  type KeyPlace,
  packMatching,
  type PaymentCredential,
  type PaymentRefusal,
  type Price,
} from '../../rules/credits.ts';
import { ProblemError, type PaymentOptions } from '../../rules/problem.ts';
import type { IncomingPayment, PaymentOffer, PaymentRail } from '../../outside/money/payment-rail.ts';
import { findPayment } from './inline-payments.store.ts';
import { findQuotedCredits, insertQuote } from './purchases.store.ts';
import type { House } from '../house.ts';
import type { KnownAgent } from '../agents/api-keys.ts';
import { checkoutFor, openCheckoutPage, type PurchaseOrder } from './checkout.ts';

export interface PaymentNeed {
  readonly agent: KnownAgent;
  /** How many credits are missing. */
  readonly shortfall: number;
  readonly keyIn: KeyPlace;
  /** The path that is to be asked again with the payment. */
  readonly resource: string;
  /** True when the request carries the sandbox token. */
  readonly mayPlay?: boolean | undefined;
}

/** Every way to pay for what is missing, all of it at once: half a payment would only be asked for the other half. */
export async function findWaysToPay(house: House, need: PaymentNeed, now: Instant): Promise<PaymentOptions> {
  const { agent, shortfall, keyIn, resource, mayPlay = false } = need;
  const price = cheapestPacks(shortfall);
  const order = { agent, pack: packMatching(price), ...price };
  const checkoutUrl = await findCheckoutUrl(house, mayPlay, order, now);
  const inline = await quote(house, { agentId: agent.id, ...price, resource }, keyIn, now);
  return { ...(checkoutUrl !== undefined && { checkoutUrl }), ...inline };
}

/** None when there can be none right now. */
async function findCheckoutUrl(
  house: House,
  mayPlay: boolean,
  order: PurchaseOrder,
  now: Instant,
): Promise<string | undefined> {
  const checkout = checkoutFor(house, mayPlay);
  if (!checkout) return undefined;
  try {
    return await openCheckoutPage(house, checkout, order, now);
  } catch (problem) {
    if (problem instanceof ProblemError && problem.is('checkout_unreachable')) return undefined;
    throw problem;
  }
}

const QUOTED_FOR = 15 * MINUTE;
// Nobody's program should be asked for more at once.
const CEILING_CENTS = 1_000_000;

/** Offers an agent so many credits for so much money, in every way it can pay by itself. */
async function quote(
  house: House,
  offer: PaymentOffer,
  key: KeyPlace,
  now: Instant,
): Promise<Pick<PaymentOptions, 'mpp' | 'x402'>> {
  if (offer.cents > CEILING_CENTS) return {};
  const { x402, mpp } = house.cashier;
  // A transfer on a chain says nothing of what it is for: we have to remember it.
  if (x402?.open) await saveQuote(house, offer, now);
  return {
    ...(mpp?.open && { mpp: mpp.challenges(offer, key, now) }),
    ...(x402?.open && { x402: x402.requirements(offer) }),
  };
}

async function saveQuote({ store, random }: House, offer: PaymentOffer, now: Instant): Promise<void> {
  const { agentId, credits, cents } = offer;
  const expiresAt = now + QUOTED_FOR;
  await insertQuote(store, { id: random.id(), agentId, credits, cents, createdAt: now, expiresAt });
}

/** The offer a payment takes up, or why it takes up none of ours to this agent. */
export async function findOffer(
  { store }: Pick<House, 'store'>,
  payment: IncomingPayment,
  agentId: string,
  now: Instant,
): Promise<Price | PaymentRefusal> {
  const terms = payment.check(agentId, now);
  if (typeof terms === 'string') return terms;
  const { cents } = terms;
  const credits = terms.credits ?? (await findQuotedCredits(store, { agentId, cents }, now));
  return credits === undefined ? 'not_offered' : { credits, cents };
}

/** True when a request brings the payment it was asked for: it is the second half of one that was counted. */
export async function takesUpAnOffer(
  house: House,
  credential: PaymentCredential,
  agentId: string,
  now: Instant,
): Promise<boolean> {
  const payment = railFor(house, credential)?.read(credential.text, '');
  if (!payment) return false;
  const earlier = await findPayment(house.store, payment.key);
  if (earlier) return earlier.agentId === agentId;
  return typeof (await findOffer(house, payment, agentId, now)) !== 'string';
}

export function railFor(
  { cashier }: Pick<House, 'cashier'>,
  credential: PaymentCredential,
): PaymentRail | undefined {
  return cashier[credential.method];
}
