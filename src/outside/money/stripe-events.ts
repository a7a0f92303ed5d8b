import type { Stripe } from 'stripe';

import type { CheckoutEvent, CheckoutSession, Reversal } from './checkout.ts';

/** Lists the refunds of a charge, which `charge.refunded` does not include. */
type ListRefunds = (chargeId: string) => Promise<readonly Stripe.Refund[]>;

export async function readStripeEvent(event: Stripe.Event, refundsOf: ListRefunds): Promise<CheckoutEvent> {
  const { id, type, livemode: live } = event;
  const session = sessionIn(event);
  const turns = await reversalsIn(event, refundsOf);
  return { id, type, live, ...(session && { session }), ...(turns.length > 0 && { reversals: turns }) };
}

function sessionIn(event: Stripe.Event): CheckoutSession | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return toCheckoutSession(event.data.object);
    case 'checkout.session.async_payment_failed':
      return { ...toCheckoutSession(event.data.object), standing: 'failed' };
    default:
      return undefined;
  }
}

export function toCheckoutSession(session: Stripe.Checkout.Session): CheckoutSession {
  return {
    ref: session.id,
    purchaseId: session.metadata?.['purchase_id'],
    standing: standingOf(session),
    cents: session.amount_total ?? undefined,
    currency: session.currency ?? undefined,
    paymentRef: idOf(session.payment_intent),
    live: session.livemode,
  };
}

function standingOf({ payment_status, status }: Stripe.Checkout.Session): CheckoutSession['standing'] {
  if (payment_status === 'paid') return 'paid';
  if (status === 'expired') return 'expired';
  return status === 'complete' ? 'waiting' : 'open';
}

async function reversalsIn(event: Stripe.Event, refundsOf: ListRefunds): Promise<readonly Reversal[]> {
  switch (event.type) {
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return refundReversals(event.data.object);
    case 'charge.refunded':
      return (await refundsOf(event.data.object.id)).flatMap(refundReversals);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return disputeReversals(event.data.object, event.type === 'charge.dispute.funds_reinstated');
    default:
      return [];
  }
}

// A failed refund or won dispute is booked as done and undone, so that the order of webhook events does not matter.

/** Reversals of a refund; pending refunds are ignored. */
function refundReversals(refund: Stripe.Refund): Reversal[] {
  const { status, id: ref, amount: cents, currency } = refund;
  const paymentRef = idOf(refund.payment_intent);
  if (paymentRef === undefined || (status !== 'succeeded' && status !== 'failed')) return [];
  const given: Reversal = { kind: 'refund', ref, paymentRef, cents, currency };
  return status === 'failed' ? [given, { ...given, kind: 'refund_failed' }] : [given];
}

/** Reversals of a dispute; inquiries (`warning_*`) move no money. */
function disputeReversals(dispute: Stripe.Dispute, reinstated: boolean): Reversal[] {
  const { status, id: ref, amount: cents, currency } = dispute;
  const paymentRef = idOf(dispute.payment_intent);
  const moved = status !== 'prevented' && !status.startsWith('warning_');
  if (paymentRef === undefined || !moved) return [];
  const lost: Reversal = { kind: 'dispute', ref, paymentRef, cents, currency };
  return status === 'won' || reinstated ? [lost, { ...lost, kind: 'dispute_won' }] : [lost];
}

function idOf(given: string | { readonly id: string } | null): string | undefined {
  if (given === null) return undefined;
  return typeof given === 'string' ? given : given.id;
}
