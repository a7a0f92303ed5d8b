import { Mppx, stripe as stripeMethod } from 'mppx/client';
import { expect, test } from 'vitest';

import { stripeTokenMethod } from '../../src/outside/money/mpp.ts';
import type { Database } from '../../src/db/db.ts';
import { aKeeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { TestStripe } from './fake-stripe.ts';
import { aTill, BUY, JSON_TYPE, mppOf } from './till.ts';

const PROFILE = { networkId: 'profile_test', live: false };

async function aStripeTill(store: Database) {
  const fake = new TestStripe();
  const till = await aTill(store, { mpp: mppOf(stripeTokenMethod(await fake.open(), PROFILE)) });
  return { fake, till };
}

let tokens = 0;

function payer() {
  const method = stripeMethod({
    paymentMethod: 'pm_card_visa',
    createToken: ({ networkId, amount }) => {
      expect([networkId, amount]).toEqual(['profile_test', '700']);
      tokens += 1;
      return Promise.resolve(`spt_${tokens}`);
    },
  });
  return Mppx.create({ methods: [method], polyfill: false, maxPaymentRetries: 1 });
}

eachDatabase((place) => {
  test('the real client pays with a shared payment token', async () => {
    const { fake, till } = await aStripeTill(await place.fresh());
    const wren = await aKeeper(till);
    const headers = { ...JSON_TYPE, authorization: `Bearer ${wren.key}` };
    const response = await payer().fetch(`${till.url}/api/house/credits`, { ...BUY('1000'), headers });
    expect(await response.json()).toMatchObject({ payment_method: 'mpp', credits: 1000 });
    const [[key, intent] = []] = fake.intents;
    expect(Object.fromEntries(intent?.order ?? [])).toMatchObject({
      amount: '700',
      currency: 'usd',
      confirm: 'true',
      'automatic_payment_methods[allow_redirects]': 'never',
      'metadata[inline_payment]': key,
      shared_payment_granted_token: `spt_${tokens}`,
    });
    expect([...fake.versions]).toEqual(['2026-07-29.preview']);
    expect(await till.minted(wren.id)).toEqual([1000]);
    await till.inOrder();
  });

  test.each(['declines', 'locked', 'wants more'] as const)(
    'no charge is made when Stripe answers with: %s',
    async (mood) => {
      const { fake, till } = await aStripeTill(await place.fresh());
      const wren = await aKeeper(till);
      fake.mood = mood;
      const headers = { ...JSON_TYPE, 'x-api-key': wren.key };
      const response = await payer().fetch(`${till.url}/api/house/credits`, { ...BUY('1000'), headers });
      expect([response.status, await till.minted(wren.id)]).toEqual([402, []]);
      expect(await response.json()).toMatchObject({ code: 'payment_refused' });
    },
  );

  test('if Stripe rejects our key the outcome is unclear, and no second payment is requested', async () => {
    const { fake, till } = await aStripeTill(await place.fresh());
    const wren = await aKeeper(till);
    fake.mood = 'lost after';
    const client = payer();
    let credential = '';
    client.on('credential.created', (created) => void ({ credential } = created));
    const headers = { ...JSON_TYPE, 'x-api-key': wren.key };
    await client.fetch(`${till.url}/api/house/credits`, { ...BUY('1000'), headers });
    const again = { ...BUY('1000'), headers: { ...headers, authorization: credential } };
    fake.mood = 'locked';
    expect((await fetch(`${till.url}/api/house/credits`, again)).status).toBe(503);
    fake.mood = 'well';
    expect((await fetch(`${till.url}/api/house/credits`, again)).status).toBe(200);
    expect([fake.intents.size, await till.minted(wren.id)]).toEqual([1, [1000]]);
  });

  test.each([
    ['an answer that was lost', 'lost after'],
    ['a payment that takes its time', 'takes its time'],
  ] as const)('%s is retried with the same idempotency key', async (_, mood) => {
    const { fake, till } = await aStripeTill(await place.fresh());
    const wren = await aKeeper(till);
    fake.mood = mood;
    const client = payer();
    let credential = '';
    client.on('credential.created', (created) => void ({ credential } = created));
    const headers = { ...JSON_TYPE, 'x-api-key': wren.key };
    const lost = await client.fetch(`${till.url}/api/house/credits`, { ...BUY('1000'), headers });
    expect(lost.status).toBe(503);
    fake.mood = 'well';
    const again = { ...BUY('1000'), headers: { ...headers, authorization: credential } };
    expect((await fetch(`${till.url}/api/house/credits`, again)).status).toBe(200);
    expect([fake.intents.size, await till.minted(wren.id)]).toEqual([1, [1000]]);
    await till.inOrder();
  });
});
