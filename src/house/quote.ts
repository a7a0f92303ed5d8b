import { MINUTE, type Instant } from '../core/clock.ts';
import type { Price } from '../core/credits.ts';
import type { Credential, KeyPlace, PaymentRefusal } from '../core/payment.ts';
import type { WaysToPay } from '../core/problem.ts';
import type { Arrived, Offer, Rail } from '../outside/rail.ts';
import { findPayment } from '../store/inline-payments.ts';
import { creditsQuoted, keepQuote } from '../store/quotes.ts';
import type { House } from './house.ts';

const QUOTED_FOR = 15 * MINUTE;
// Nobody's program should be asked for more at once.
const CEILING_CENTS = 1_000_000;

/** Offers an agent so many credits for so much money, in every way it can pay by itself. */
export async function quote(
  house: House,
  offer: Offer,
  key: KeyPlace,
  now: Instant,
): Promise<Pick<WaysToPay, 'mpp' | 'x402'>> {
  if (offer.cents > CEILING_CENTS) return {};
  const { x402, mpp } = house.cashier;
  // A transfer on a chain says nothing of what it is for: we have to remember it.
  if (x402?.open) await remember(house, offer, now);
  return {
    ...(mpp?.open && { mpp: mpp.challenges(offer, key, now) }),
    ...(x402?.open && { x402: x402.requirements(offer) }),
  };
}

async function remember({ store, chance }: House, offer: Offer, now: Instant): Promise<void> {
  const { agentId, credits, cents } = offer;
  const expiresAt = now + QUOTED_FOR;
  await keepQuote(store, { id: chance.id(), agentId, credits, cents, createdAt: now, expiresAt });
}

/** The offer a payment takes up, or why it takes up none of ours to this agent. */
export async function offerBehind(
  { store }: Pick<House, 'store'>,
  payment: Arrived,
  agentId: string,
  now: Instant,
): Promise<Price | PaymentRefusal> {
  const terms = payment.check(agentId, now);
  if (typeof terms === 'string') return terms;
  const { cents } = terms;
  const credits = terms.credits ?? (await creditsQuoted(store, { agentId, cents }, now));
  return credits === undefined ? 'not_offered' : { credits, cents };
}

/** True when a request brings the payment it was asked for: it is the second half of one that was counted. */
export async function takesUpAnOffer(
  house: House,
  credential: Credential,
  agentId: string,
  now: Instant,
): Promise<boolean> {
  const payment = railFor(house, credential)?.read(credential.text, '');
  if (!payment) return false;
  const earlier = await findPayment(house.store, payment.key);
  if (earlier) return earlier.agentId === agentId;
  return typeof (await offerBehind(house, payment, agentId, now)) !== 'string';
}

export function railFor({ cashier }: Pick<House, 'cashier'>, credential: Credential): Rail | undefined {
  return cashier[credential.method];
}
