import { expect, test } from 'vitest';

import { onSqlite } from '../support/databases.ts';
import { SECRET_KEY, WEBHOOK_SECRET } from './fake-stripe.ts';
import { aShop, paid, WEBHOOK } from './shop.ts';

const CREDITS = '/api/house/credits';

onSqlite(({ fresh }) => {
  test('a purchase creates a Stripe session, and the answer has its page for a human', async () => {
    const { ask, key, agentId, stripe } = await aShop(await fresh());
    const { status, body } = await ask({ method: 'POST', path: CREDITS, key, body: { pack: '500' } });
    const [seen] = stripe.seen;
    const purchaseId = seen?.form['metadata[purchase_id]'];
    expect(status).toBe(200);
    expect(body).toMatchObject({ pack: { credits: 500, price: '$4.00' } });
    expect(body['checkout_url']).toMatch(/^https:\/\/checkout\.stripe\.example\/c\/cs_test_1/);
    expect(body).not.toHaveProperty('sandbox');
    expect(seen).toMatchObject({
      method: 'POST',
      path: '/v1/checkout/sessions',
      authorization: `Bearer ${SECRET_KEY}`,
      idempotencyKey: `checkout:${purchaseId}`,
      form: {
        mode: 'payment',
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'usd',
        'line_items[0][price_data][unit_amount]': '400',
        'line_items[0][price_data][product_data][name]': '500 Arkhouse credits',
        client_reference_id: agentId,
        'metadata[pack]': '500',
        'payment_intent_data[metadata][purchase_id]': purchaseId,
        'adaptive_pricing[enabled]': 'false',
      },
    });
  });

  test('the same pack gets the same page while more than half of its lifetime is left and it is unpaid', async () => {
    const { asked, clock, deliver, stripe } = await aShop(await fresh());
    const first = await asked('100');
    clock.forward('11h');
    expect(await asked('100')).toBe(first);
    expect((await asked('500')).id).not.toBe(first.id);
    clock.forward('2h');
    const second = await asked('100');
    expect(second.id).not.toBe(first.id);
    await deliver(paid(second));
    expect([first.id, second.id]).not.toContain((await asked('100')).id);
    expect(stripe.seen).toHaveLength(4);
  });

  test('a failed request is retried with its key; after errors the next try is a new purchase, after silence the same', async () => {
    const { ask, asked, key, stripe, log } = await aShop(await fresh());
    const refused = () => ask({ method: 'POST', path: CREDITS, key, body: { pack: '100' } });
    const keysSince = (from: number) =>
      new Set(stripe.seen.slice(from).map(({ idempotencyKey }) => idempotencyKey)).size;
    stripe.accidents.push(500, 500, 500);
    const told = await refused();
    expect(told).toMatchObject({ status: 503, body: { code: 'checkout_unreachable' } });
    expect(told.headers['retry-after']).toBe('30');
    expect([stripe.seen.length, keysSince(0), stripe.sessions.size]).toEqual([3, 1, 0]);
    stripe.accidents.push('no answer', 'no answer', 'no answer');
    expect((await refused()).status).toBe(503);
    expect(keysSince(0)).toBe(2);
    await asked('100');
    expect([keysSince(3), stripe.sessions.size]).toEqual([1, 1]);
    expect(log.join()).not.toContain('canary');
  });

  test('the return pages from Stripe say what happened', async () => {
    const { ask } = await aShop(await fresh());
    for (const [path, word] of [
      ['/checkout/thanks', 'Thank you'],
      ['/checkout/cancelled', 'Nothing was paid'],
    ] as const) {
      const { status, text, headers } = await ask({ path });
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(text).toContain(`<h1>${word}</h1>`);
    }
  });

  test('no secret, signature or link is logged', async () => {
    const store = await fresh();
    const { ask, asked, deliver, key, stripe, log, troubles } = await aShop(store);
    const session = await asked('100');
    await deliver(paid(session, { amount_total: 1 }));
    await deliver(paid(session), { secret: 'whsec_other' });
    await deliver(paid(session));
    await ask({ method: 'POST', path: WEBHOOK, body: '{', headers: { 'stripe-signature': 't=1,v1=canary' } });
    stripe.accidents.push(401);
    await ask({ method: 'POST', path: CREDITS, key, body: { pack: '500' } });
    await store.close();
    expect(await deliver(paid(session))).toMatchObject({ status: 503 });
    const told = [...log, ...troubles].join('\n');
    expect(troubles).toEqual([expect.stringContaining('401')]);
    expect(log.length).toBeGreaterThan(5);
    for (const secret of [SECRET_KEY, WEBHOOK_SECRET, 'canary', 'v1=', 'checkout.stripe.example']) {
      expect(told).not.toContain(secret);
    }
  });
});
