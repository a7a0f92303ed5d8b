import type { Stripe } from 'stripe';

import type { News, Session, Turn } from './checkout.ts';

/** A refund that is told of by its charge alone must be asked for. */
export type RefundsOf = (chargeId: string) => Promise<readonly Stripe.Refund[]>;

/** What an event of Stripe's means to us. */
export async function newsIn(event: Stripe.Event, refundsOf: RefundsOf): Promise<News> {
  const { id, type, livemode: live } = event;
  const session = sessionIn(event);
  const turns = await turnsIn(event, refundsOf);
  return { id, type, live, ...(session && { session }), ...(turns.length > 0 && { turns }) };
}

function sessionIn(event: Stripe.Event): Session | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return asSession(event.data.object);
    case 'checkout.session.async_payment_failed':
      return { ...asSession(event.data.object), standing: 'failed' };
    default:
      return undefined;
  }
}

export function asSession(session: Stripe.Checkout.Session): Session {
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

function standingOf({ payment_status, status }: Stripe.Checkout.Session): Session['standing'] {
  if (payment_status === 'paid') return 'paid';
  if (status === 'expired') return 'expired';
  return status === 'complete' ? 'waiting' : 'open';
}

async function turnsIn(event: Stripe.Event, refundsOf: RefundsOf): Promise<readonly Turn[]> {
  switch (event.type) {
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return refundTurns(event.data.object);
    case 'charge.refunded':
      return (await refundsOf(event.data.object.id)).flatMap(refundTurns);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return disputeTurns(event.data.object, event.type === 'charge.dispute.funds_reinstated');
    default:
      return [];
  }
}

// What failed or was won is entered as done first and undone then: so it comes out even in whatever order we hear of it.

/** Until it has succeeded, a refund is only meant. */
function refundTurns(refund: Stripe.Refund): Turn[] {
  const { status, id: ref, amount: cents, currency } = refund;
  const paymentRef = idOf(refund.payment_intent);
  if (paymentRef === undefined || (status !== 'succeeded' && status !== 'failed')) return [];
  const given: Turn = { kind: 'refund', ref, paymentRef, cents, currency };
  return status === 'failed' ? [given, { ...given, kind: 'refund_failed' }] : [given];
}

/** While the bank only inquires, no money has moved. */
function disputeTurns(dispute: Stripe.Dispute, reinstated: boolean): Turn[] {
  const { status, id: ref, amount: cents, currency } = dispute;
  const paymentRef = idOf(dispute.payment_intent);
  const moved = status !== 'prevented' && !status.startsWith('warning_');
  if (paymentRef === undefined || !moved) return [];
  const lost: Turn = { kind: 'dispute', ref, paymentRef, cents, currency };
  return status === 'won' || reinstated ? [lost, { ...lost, kind: 'dispute_won' }] : [lost];
}

function idOf(given: string | { readonly id: string } | null): string | undefined {
  if (given === null) return undefined;
  return typeof given === 'string' ? given : given.id;
}
