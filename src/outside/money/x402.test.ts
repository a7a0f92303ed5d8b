import { expect, test } from 'vitest';

import { localServer, sendJson } from '../../../test/support/local-server.ts';
import { facilitatorClient, x402Rail, type X402Settings } from './x402.ts';

const NETWORK = 'eip155:84532';
const OLD_NETWORK = 'base-sepolia';
const ASSET = '0x036CbD53842c5426634e7929541eC2318f3dCF7e';
const PAY_TO = '0x00000000000000000000000000000000000Fee11';
const FROM = '0xABCDEF0000000000000000000000000000000001';
const RESOURCE = '/api/house/credits';

const COIN = { asset: ASSET, assetName: 'USDC', assetVersion: '2' };
const NO_FACILITATOR = facilitatorClient('http://127.0.0.1:9');
const ADDRESSES = { rpcUrl: undefined, payTo: PAY_TO };
const baseUrl = new URL('https://pets.example.org');
const NETWORKS = { network: NETWORK, oldNetwork: OLD_NETWORK, live: false };
const settings: X402Settings = { ...ADDRESSES, ...NETWORKS, ...COIN, baseUrl };

const KINDS = {
  new: { x402Version: 2, scheme: 'exact', network: NETWORK },
  old: { x402Version: 1, scheme: 'exact', network: OLD_NETWORK },
};

/** A rail whose facilitator lists these kinds and refuses every settlement. */
async function railWith(...kinds: readonly object[]) {
  const { url } = await localServer(async ({ url: path }, _body, response) =>
    sendJson(response, 200, path === '/supported' ? { kinds } : { success: false, errorReason: 'no_funds' }),
  );
  const rail = x402Rail(settings, facilitatorClient(url));
  await rail.refreshKinds();
  return rail;
}

interface Payment {
  readonly version?: unknown;
  readonly terms?: object;
  readonly authorization?: object;
}

function headerOf({ version = 2, terms = {}, authorization = {} }: Payment = {}): string {
  const value = '4000000';
  const nonce = `0x${'Ab'.repeat(32)}`;
  const valid = { validAfter: '0', validBefore: '1000' };
  const signed = { from: FROM, to: PAY_TO, value, ...valid, nonce, ...authorization };
  const what = { asset: ASSET, payTo: PAY_TO, amount: value };
  const accepted = { scheme: 'exact', network: NETWORK, ...what, ...terms };
  const payload = { signature: '0x1', authorization: signed };
  const old = { scheme: 'exact', network: OLD_NETWORK, ...terms };
  const whole =
    version === 1 ? { x402Version: 1, ...old, payload } : { x402Version: version, accepted, payload };
  return Buffer.from(JSON.stringify(whole)).toString('base64');
}

const reading = (payment: Payment = {}) =>
  x402Rail(settings, NO_FACILITATOR).read(headerOf(payment), RESOURCE);

test.each([
  ['nothing', []],
  ['the older version', [KINDS.old]],
  ['another scheme', [{ ...KINDS.new, scheme: 'upto' }]],
  ['another network', [{ ...KINDS.new, network: 'eip155:1' }]],
  ['our network in the older version', [{ ...KINDS.new, x402Version: 1 }]],
])('a facilitator that settles %s leaves the rail closed', async (_, kinds) => {
  expect(x402Rail(settings, NO_FACILITATOR).open).toBe(false);
  expect((await railWith(...kinds)).open).toBe(false);
});

test('a facilitator for both versions, among others, serves clients of both', async () => {
  const offer = { agentId: 'a', credits: 500, cents: 400, resource: RESOURCE };
  const url = 'https://pets.example.org/api/house/credits';
  const rail = await railWith({ ...KINDS.new, scheme: 'upto' }, KINDS.new, KINDS.old);
  expect(rail.open).toBe(true);
  expect(rail.requirements(offer)).toMatchObject({
    v2: { resource: { url }, accepts: [{ amount: '4000000', network: NETWORK }] },
    v1: { resource: url, maxAmountRequired: '4000000', network: OLD_NETWORK },
  });
  const newer = await railWith(KINDS.new, { ...KINDS.old, network: 'base' });
  expect([newer.open, newer.requirements(offer).v1]).toEqual([true, undefined]);
});

test.each([
  [2, { amount: '4000000', network: NETWORK }, 'payment-response', NETWORK],
  [1, { maxAmountRequired: '4000000', network: OLD_NETWORK }, 'x-payment-response', OLD_NETWORK],
] as const)('a payment of version %i is forwarded, and its receipt written, in that version', (...row) => {
  const [version, wanted, header, network] = row;
  const payment = reading({ version });
  expect(payment?.check('a', 0)).toEqual({ cents: 400, credits: undefined });
  const { paymentRequirements, ...others } = JSON.parse(payment?.evidence ?? '') as Record<string, object>;
  expect(others).toMatchObject({ x402Version: version, paymentPayload: { x402Version: version } });
  expect(paymentRequirements).toMatchObject(wanted);
  expect(paymentRequirements).not.toHaveProperty(version === 2 ? 'maxAmountRequired' : 'amount');
  const receipt = payment?.receipt('0xfeed', 0) ?? {};
  expect(Object.keys(receipt)).toEqual([header]);
  const written = { success: true, transaction: '0xfeed', network, payer: FROM.toLowerCase() };
  expect(JSON.parse(Buffer.from(receipt[header] ?? '', 'base64').toString())).toEqual(written);
});

test.each([
  ['nothing', { version: 1, authorization: { value: '0' } }],
  ['a fraction of a cent', { version: 1, authorization: { value: '4000001' } }],
  ['a fraction on both sides', { terms: { amount: '4000001' }, authorization: { value: '4000001' } }],
  ['another on paper', { terms: { payTo: FROM } }],
  ['nobody on paper', { terms: { payTo: 7 } }],
  ['no coin', { terms: { asset: null } }],
  ['the newer network in the older version', { version: 1, terms: { network: NETWORK } }],
])('a payment of or to %s does not match our terms', (_, payment) => {
  expect(reading(payment)?.check('a', 0)).toBe('other_terms');
});

test.each([
  ['version 3', { version: 3 }],
  ['a version in words', { version: '2' }],
  ['no payer', { authorization: { from: undefined } }],
  ['half a payer', { authorization: { from: '0x12' } }],
  ['no receiver', { authorization: { to: null } }],
  ['a payer in a list', { authorization: { from: [FROM] } }],
  ['a nonce in a list', { authorization: { nonce: [`0x${'Ab'.repeat(32)}`] } }],
  ['an end that is no moment', { authorization: { validBefore: 'never' } }],
])('a payment with %s is unreadable', (_, payment) => {
  expect(reading(payment)).toBeUndefined();
});

test('addresses and nonces are case-insensitive', () => {
  const shouted = reading({
    authorization: { from: FROM.toLowerCase(), to: PAY_TO.toLowerCase(), nonce: `0x${'aB'.repeat(32)}` },
  });
  expect(shouted?.key).toBe(reading()?.key);
  expect(shouted?.check('a', 0)).toEqual({ cents: 400, credits: undefined });
});

test('a second refusal is inconclusive where no chain can be read', async () => {
  const rail = await railWith(KINDS.new);
  const evidence = rail.read(headerOf(), RESOURCE)?.evidence ?? '';
  expect(await rail.settle(evidence)).toEqual({ outcome: 'refused', reason: 'no_funds' });
  expect(await rail.settleAgain(evidence)).toEqual({ outcome: 'unclear', reason: 'no_funds' });
});
