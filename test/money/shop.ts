import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';

import type { Database } from '../../packages/database/db.ts';
import { accountOf, ledgerOf } from '../../src/features/money/ledger.store.ts';
import { stripeCheckout } from '../../src/outside/money/checkout-stripe.ts';
import { aHouse, type TestHouse, type Told } from '../support/house.ts';
import { aResidentOf } from '../support/residents.ts';
import { aFakeStripe, SECRET_KEY, WEBHOOK_SECRET, type FakeSession } from './fake-stripe.ts';

const BASE_URL = new URL('http://127.0.0.1:3000');
export const WEBHOOK = '/api/webhooks/payments';

type StripeEvent = ReturnType<typeof anEvent>;

/** `sent` alters the payload after signing. */
type Signing = Readonly<{ secret?: string; secondsAgo?: number; sent?: (payload: string) => string }>;

export async function aShop(store: Database) {
  const stripe = await aFakeStripe();
  const troubles: string[] = [];
  const checkout = stripeCheckout({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    live: false,
    baseUrl: BASE_URL,
    at: stripe.at,
    onTrouble: ({ message }) => troubles.push(message),
  });
  const house = await aHouse(store, { house: { cashier: { mode: 'stripe', checkout } }, baseUrl: BASE_URL });
  const { key, id: agentId } = await aResidentOf(house, 'buyer');
  return {
    ...house,
    stripe,
    troubles,
    key,
    agentId,
    /** Buys a pack and returns its checkout session. */
    asked: async (pack: '100' | '500' | '1000'): Promise<FakeSession> => {
      const reply = await house.ask({ method: 'POST', path: '/api/house/credits', key, body: { pack } });
      const session = [...stripe.sessions.values()].find(({ url }) => url === reply.body['checkout_url']);
      if (!session) throw new Error(`no session: ${reply.status} ${reply.text}`);
      return session;
    },
    deliver: (event: StripeEvent, signing?: Signing) => deliver(house, event, signing),
    account: () => accountOf(store, agentId),
    ledger: () => ledgerOf(store, agentId, 100),
  };
}

export function paid(session: FakeSession, changes: object = {}, type = 'completed') {
  const done = { status: 'complete', payment_status: 'paid', payment_intent: `pi_of_${session.id}` };
  return anEvent(`checkout.session.${type}`, { ...session, ...done, ...changes });
}

export function anEvent(type: string, object: object) {
  return { id: `evt_${randomUUID()}`, type, livemode: false, data: { object } };
}

async function deliver(house: TestHouse, event: StripeEvent, signing: Signing = {}): Promise<Told> {
  const { secret = WEBHOOK_SECRET, secondsAgo = 0, sent = (payload) => payload } = signing;
  const payload = JSON.stringify({ object: 'event', ...event }, undefined, 2);
  const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json; charset=utf-8' };
  return house.ask({ method: 'POST', path: WEBHOOK, headers, body: sent(payload) });
}
