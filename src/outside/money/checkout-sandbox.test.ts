import { expect, test } from 'vitest';

import { systemRandom } from '../random.ts';
import { sandboxCheckout } from './checkout-sandbox.ts';

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0, 700);
const baseUrl = new URL('http://127.0.0.1:3000');
const checkout = sandboxCheckout({ baseUrl, random: systemRandom, sandboxToken: 'token' });

function told() {
  const order = {
    id: 'p1',
    agentId: 'wren',
    pack: '500',
    credits: 500,
    cents: 400,
    ref: 'sandbox_p1',
  } as const;
  return checkout.simulatePayment?.(order, NOW) ?? { raw: '', signature: '' };
}

test("a sandbox payment event has Stripe's format and is read with the signing secret", async () => {
  const { raw, signature } = told();
  expect(JSON.parse(raw)).toMatchObject({ created: Date.UTC(2026, 0, 1, 12) / 1000, livemode: false });
  const event = await checkout.readWebhook(Buffer.from(raw), signature);
  expect(event?.session).toMatchObject({ ref: 'sandbox_p1', purchaseId: 'p1', standing: 'paid', cents: 400 });
});

test('an unsigned event, or one with extra data around its signature, is refused', async () => {
  const { raw, signature } = told();
  for (const other of [undefined, '', 'hello', 't=1', `x${signature}`, `${signature}0`, ` ${signature}`])
    expect(await checkout.readWebhook(Buffer.from(raw), other), other).toBeUndefined();
});

test('sandbox pages exist only in their own process: they are expired elsewhere, and no others are found', async () => {
  const expired = { ref: 'sandbox_p1', standing: 'expired', live: false };
  expect(await checkout.lookUp('sandbox_p1')).toEqual(expired);
  expect(await checkout.listRecentlyCompleted()).toEqual([]);
  expect(await checkout.findSubject('pi_1')).toBeUndefined();
});
