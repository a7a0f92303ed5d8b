import { Stripe } from 'stripe';
import { expect, test } from 'vitest';

import { localServer, sendJson } from '../../../test/support/local-server.ts';
import { systemRandom } from '../random.ts';
import { mppRail, type MppMethod, stripeTokenMethod } from './mpp.ts';

const SECRET = 'a secret of the house, thirty-two bytes or more';
const NOW = Date.UTC(2026, 0, 1, 12);
const OFFER = { agentId: 'wren', credits: 500, cents: 400, resource: '/api/house/credits' };
const HERE = { secret: SECRET, realm: 'pets.example.org' };
const railOf = (...methods: readonly MppMethod[]) => mppRail(HERE, methods, systemRandom);
const methodOf = (name: string, more: Partial<MppMethod> = {}): MppMethod => ({
  name,
  live: false,
  request: () => ({}),
  charge: async ({ key }) => ({ outcome: 'settled', reference: `${name} ${key}` }),
  ...more,
});
const play = methodOf('play');

/** A challenge as the payer returns it: every field as in the header. */
function echoOf(rail = railOf(play)): Record<string, unknown> {
  const [challenge] = rail.challenges(OFFER, 'x-api-key', NOW);
  const fields = challenge?.header.matchAll(/(\w+)="([^"]*)"/g) ?? [];
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value]));
}

function readBy(rail: ReturnType<typeof railOf>, challenge: object, payload: object = { word: 'I pay' }) {
  return rail.read(Buffer.from(JSON.stringify({ challenge, payload })).toString('base64url'), OFFER.resource);
}

test('a rail is open with a method, and live if one of them is', () => {
  const rails = [railOf(), railOf(play), railOf(play, methodOf('gold', { live: true }))];
  expect(rails.map(({ open }) => open)).toEqual([false, true, true]);
  expect(rails.map(({ live }) => live)).toEqual([false, false, true]);
});

test('the terms of a challenge are canonical JSON at any depth', () => {
  const details = { zoo: [{ d: null, c: [2, 1] }], bar: { y: 'é', x: true }, aye: 1 };
  const { request } = echoOf(railOf(methodOf('play', { request: () => details })));
  const terms =
    '{"amount":"400","aye":1,"bar":{"x":true,"y":"é"},"currency":"usd","zoo":[{"c":[2,1],"d":null}]}';
  expect(Buffer.from(String(request), 'base64url').toString()).toBe(terms);
});

test('a challenge returned unchanged is accepted', () => {
  const challenge = echoOf();
  const payment = readBy(railOf(play), challenge);
  expect(payment?.key).toBe(`mpp:${String(challenge['id'])}`);
  const price = { cents: 400, credits: 500 };
  expect(payment?.check('wren', NOW)).toEqual(price);
  expect(readBy(railOf(play), { ...challenge, header: 7 })?.check('wren', NOW)).toEqual(price);
});

test('a proof without a field or with an id of another length is unreadable, and a wrong id is rejected', () => {
  const challenge = echoOf();
  for (const name of ['id', 'realm', 'method', 'intent', 'request', 'expires', 'opaque'])
    for (const value of [undefined, 7])
      expect(readBy(railOf(play), { ...challenge, [name]: value }), name).toBeUndefined();
  const { id: ours, ...others } = challenge;
  for (const id of [`x${String(ours)}`, String(ours).slice(1)])
    expect(readBy(railOf(play), { ...others, id }), id).toBeUndefined();
  expect(readBy(railOf(play), { ...others, id: 'x'.repeat(43) })?.check('wren', NOW)).toBe('other_terms');
});

test('a challenge of a removed method is rejected, and its payment is unresolved', async () => {
  const barter = methodOf('barter');
  const payment = readBy(railOf(play), echoOf(railOf(barter)));
  expect(payment?.check('wren', NOW)).toBe('not_taken_here');
  const unclear = { outcome: 'unclear', reason: 'no method barter here' };
  expect(await railOf(play).settleAgain(payment?.evidence ?? '')).toEqual(unclear);
  const settled = { outcome: 'settled', reference: `barter ${payment?.key}` };
  expect(await railOf(play, barter).settleAgain(payment?.evidence ?? '')).toEqual(settled);
});

const PROFILE = { networkId: 'profile_test', live: false };
const ORDER = { key: 'mpp:1', cents: 400, payload: { spt: 'spt_abc1' } };

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

test('a challenge names the profile, cards and Link, and what is no token is not sent to Stripe', async () => {
  const { asked, method } = await methodAt(200, { id: 'pi_1', status: 'succeeded' });
  const methodDetails = { networkId: 'profile_test', paymentMethodTypes: ['card', 'link'] };
  expect(method.request(400)).toEqual({ methodDetails });
  const refused = { outcome: 'refused', reason: 'no token' };
  const texts = ['', 'spt_', 'xspt_abc1', 'spt_abc1 ', 'spt_a/b', `spt_${'a'.repeat(201)}`];
  for (const spt of [undefined, 7, ['spt_abc1'], ...texts])
    expect(await method.charge({ ...ORDER, payload: { spt } }, 'first')).toEqual(refused);
  expect(asked).toEqual([]);
});

const DECLINED = { error: { type: 'card_error', code: 'card_declined', message: 'no' } };
const LOCKED = { error: { message: 'no such key' } };
const now = (status: string) => ({ id: 'pi_1', status });
const SETTLED = { outcome: 'settled', reference: 'pi_1' };
const unclear = (reason: string) => ({ outcome: 'unclear', reason });
const refused = (reason: string) => ({ outcome: 'refused', reason });

test.each([
  ['first', 200, now('succeeded'), SETTLED],
  ['first', 200, now('requires_capture'), unclear('requires_capture')],
  ['first', 200, now('requires_action'), refused('requires_action')],
  ['first', 402, DECLINED, refused('StripeCardError card_declined')],
  ['again', 402, DECLINED, refused('StripeCardError card_declined')],
  ['first', 401, LOCKED, refused('StripeAuthenticationError')],
  ['again', 401, LOCKED, unclear('StripeAuthenticationError')],
  ['first', 500, LOCKED, unclear('StripeAPIError')],
] as const)('the %s request answered %i %j is decided', async (attempt, status, reply, outcome) => {
  const { asked, method } = await methodAt(status, reply);
  expect(await method.charge(ORDER, attempt)).toEqual(outcome);
  expect(asked).toEqual(['POST /v1/payment_intents']);
});

test.each([
  ['succeeded', SETTLED],
  ['processing', unclear('processing')],
  ['canceled', refused('canceled')],
])('a payment that took longer has its current state: %s', async (status, outcome) => {
  const { asked, method } = await methodAt(200, now('processing'), now(status));
  expect(await method.charge(ORDER, 'again')).toEqual(outcome);
  expect(asked.at(-1)).toBe('GET /v1/payment_intents/pi_1');
});
