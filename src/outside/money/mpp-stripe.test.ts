import { Stripe } from 'stripe';
import { expect, test } from 'vitest';

import { localServer, sendJson } from '../../../test/support/local-server.ts';
import { stripeTokenMethod } from './mpp.ts';

const PROFILE = { networkId: 'profile_test', live: false };
const ORDER = { key: 'mpp:1', cents: 400, payload: { spt: 'spt_abc1' } };

/** The method at a Stripe with this reply to every order, and the requests it got. */
async function methodAt(status: number, reply: object, later: object = {}) {
  const asked: string[] = [];
  const { port } = await localServer(async ({ method = '', url }, _body, response) => {
    asked.push(`${method} ${url}`);
    if (method === 'GET') sendJson(response, 200, later);
    else sendJson(response, status, reply);
  });
  const at = { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, telemetry: false } as const;
  return { asked, method: stripeTokenMethod(new Stripe('sk_test_1', at), PROFILE) };
}

test('a challenge names the profile, cards and Link', async () => {
  const { method } = await methodAt(200, {});
  const methodDetails = { networkId: 'profile_test', paymentMethodTypes: ['card', 'link'] };
  expect(method.request(400)).toEqual({ methodDetails });
});

test('what is no token is not sent to Stripe', async () => {
  const { asked, method } = await methodAt(200, { id: 'pi_1', status: 'succeeded' });
  const refused = { outcome: 'refused', reason: 'no token' };
  const texts = ['', 'spt_', 'xspt_abc1', 'spt_abc1 ', 'spt_a/b', `spt_${'a'.repeat(201)}`];
  for (const spt of [undefined, 7, ['spt_abc1'], ...texts])
    expect(await method.charge({ ...ORDER, payload: { spt } }, 'first')).toEqual(refused);
  expect(asked).toEqual([]);
});

test.each([
  ['succeeded', { outcome: 'settled', reference: 'pi_1' }],
  ['requires_capture', { outcome: 'unclear', reason: 'requires_capture' }],
  ['requires_action', { outcome: 'refused', reason: 'requires_action' }],
])('a payment that is %s at once is not polled', async (status, outcome) => {
  const { asked, method } = await methodAt(200, { id: 'pi_1', status });
  expect(await method.charge(ORDER, 'first')).toEqual(outcome);
  expect(asked).toEqual(['POST /v1/payment_intents']);
});

test.each([
  ['succeeded', { outcome: 'settled', reference: 'pi_1' }],
  ['processing', { outcome: 'unclear', reason: 'processing' }],
  ['canceled', { outcome: 'refused', reason: 'canceled' }],
])('a payment that took longer has its current state: %s', async (status, outcome) => {
  const { asked, method } = await methodAt(200, { id: 'pi_1', status: 'processing' }, { id: 'pi_1', status });
  expect(await method.charge(ORDER, 'again')).toEqual(outcome);
  expect(asked.at(-1)).toBe('GET /v1/payment_intents/pi_1');
});

const DECLINED = { error: { type: 'card_error', code: 'card_declined', message: 'no' } };
const LOCKED = { error: { message: 'no such key' } };

test.each([
  ['first', 402, DECLINED, { outcome: 'refused', reason: 'StripeCardError card_declined' }],
  ['again', 402, DECLINED, { outcome: 'refused', reason: 'StripeCardError card_declined' }],
  ['first', 401, LOCKED, { outcome: 'refused', reason: 'StripeAuthenticationError' }],
  ['again', 401, LOCKED, { outcome: 'unclear', reason: 'StripeAuthenticationError' }],
  ['first', 500, LOCKED, { outcome: 'unclear', reason: 'StripeAPIError' }],
] as const)('the %s request to a Stripe that replies %i', async (attempt, status, reply, outcome) => {
  const { method } = await methodAt(status, reply);
  expect(await method.charge(ORDER, attempt)).toEqual(outcome);
});
