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
import {
  type IncomingPayment,
  type PaymentOffer,
  SANDBOX_OFFER_MS,
} from '../../outside/money/payment-rail.ts';
import { findPayment } from './inline-payments.store.ts';
import { findQuotedCredits, insertQuote } from './purchases.store.ts';
import type { House } from '../house.ts';
import type { KnownAgent } from '../agents/api-keys.ts';
import { checkoutFor, openCheckoutPage, railsFor } from './checkout.ts';

export interface PaymentNeed {
  readonly agent: KnownAgent;
  readonly shortfall: number;
  readonly keyIn: KeyPlace;
  /** The API path to call again with the payment. */
  readonly resource: string;
  /** True when the request has the sandbox token. */
  readonly mayPlay?: boolean | undefined;
}

/** Every way to pay for all missing credits at once. */
export async function findWaysToPay(house: House, need: PaymentNeed, now: Instant): Promise<PaymentOptions> {
  const { agent, shortfall, keyIn, resource, mayPlay = false } = need;
  const price = cheapestPacks(shortfall);
  const order = { agent, pack: packMatching(price), ...price };
  const checkout = checkoutFor(house, mayPlay);
  const checkoutUrl =
    checkout && (await openCheckoutPage(house, checkout, order, now).catch(ignoreUnreachable));
  const offer = { agentId: agent.id, ...price, resource };
  const inline = await quote(house, offer, { keyIn, mayPlay }, now);
  return { ...(checkoutUrl !== undefined && { checkoutUrl }), ...inline };
}

function ignoreUnreachable(problem: unknown): undefined {
  if (!(problem instanceof ProblemError && problem.is('checkout_unreachable'))) throw problem;
}

const QUOTED_FOR = 15 * MINUTE;
// The most that an agent is asked to pay inline.
const CEILING_CENTS = 1_000_000;

async function quote(
  house: House,
  offer: PaymentOffer,
  { keyIn, mayPlay }: { readonly keyIn: KeyPlace; readonly mayPlay: boolean },
  now: Instant,
): Promise<Pick<PaymentOptions, 'mpp' | 'x402'>> {
  if (offer.cents > CEILING_CENTS) return {};
  const { x402, mpp } = railsFor(house, mayPlay);
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

/** The price offer to this agent that a payment matches. */
export async function findOffer(
  { store }: House,
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

/** True if the request carries the payment that an earlier, already counted request was asked for. */
export async function takesUpAnOffer(
  house: House,
  credential: PaymentCredential,
  agentId: string,
  now: Instant,
): Promise<boolean> {
  const payment = house.cashier[credential.method]?.read(credential.text, '');
  if (!payment) return false;
  const earlier = await findPayment(house.store, payment.key);
  if (earlier) return earlier.agentId === agentId;
  return typeof (await findOffer(house, payment, agentId, now)) !== 'string';
}
