import { expect, test } from 'vitest';

import { chooseInline, type InlinePaymentsSettings } from './inline-payments.ts';

const HERE: InlinePaymentsSettings = {
  facilitatorUrl: undefined,
  payTo: undefined,
  network: undefined,
  asset: undefined,
  assetName: undefined,
  assetVersion: undefined,
  rpcUrl: undefined,
  mppSecret: undefined,
  mppRealm: undefined,
  mppStripeNetworkId: undefined,
  baseUrl: new URL('https://pets.example.org'),
  payments: { mode: 'off', chosen: 'by itself' },
};
const X402 = {
  facilitatorUrl: 'https://facilitator.example.org/x402',
  payTo: `0x${'a1'.repeat(20)}`,
  network: 'base',
};
const STRIPE = {
  payments: {
    mode: 'stripe',
    chosen: 'by itself',
    stripe: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', live: false },
  },
} as const;
const LIVE = {
  payments: { ...STRIPE.payments, stripe: { ...STRIPE.payments.stripe, secretKey: 'sk_live_1', live: true } },
} as const;
const MPP = { mppSecret: 'x'.repeat(32), mppStripeNetworkId: 'profile_1', ...STRIPE };
const HOME = { baseUrl: new URL('http://127.0.0.1:3000') };

test('without any of the settings nobody pays by itself', () => {
  expect(chooseInline(HERE)).toEqual({ x402: undefined, mpp: undefined });
});

test.each([
  ['base', 'eip155:8453', 'base', 'USD Coin'],
  ['eip155:8453', 'eip155:8453', 'base', 'USD Coin'],
  ['base-sepolia', 'eip155:84532', 'base-sepolia', 'USDC'],
])(
  'x402 on %s knows both names of the network, and its coin by its own',
  (given, network, oldNetwork, assetName) => {
    const choice = chooseInline({ ...HERE, ...X402, network: given });
    expect(choice).toMatchObject({
      x402: { network, oldNetwork, assetName, assetVersion: '2' },
      mpp: undefined,
    });
  },
);

test('MPP is made out in the name of the host, unless it is told another', () => {
  expect(chooseInline({ ...HERE, ...MPP })).toMatchObject({ mpp: { realm: 'pets.example.org' } });
  expect(chooseInline({ ...HERE, ...MPP, mppRealm: 'ark' })).toMatchObject({ mpp: { realm: 'ark' } });
});

test('real money stands beside real money, and play money beside play money', () => {
  expect(chooseInline({ ...HERE, ...X402, ...LIVE })).toMatchObject({ x402: { live: true } });
  const play = { ...X402, network: 'base-sepolia' };
  expect(chooseInline({ ...HERE, ...play, ...STRIPE })).toMatchObject({ x402: { live: false } });
});

test('who says that payments are off means these, too', () => {
  const off = { payments: { mode: 'off', chosen: 'by setting' } } as const;
  expect(chooseInline({ ...HERE, ...X402, ...MPP, ...off })).toEqual({ x402: undefined, mpp: undefined });
});

test('on one’s own machine the facilitator may be there as well', () => {
  const local = { ...X402, network: 'base-sepolia', facilitatorUrl: 'http://127.0.0.1:4021' };
  expect(chooseInline({ ...HERE, ...HOME, ...local })).toHaveProperty('x402.facilitatorUrl');
});

test.each<[string, Partial<InlinePaymentsSettings>]>([
  ['a facilitator alone', { facilitatorUrl: X402.facilitatorUrl }],
  ['a node alone', { rpcUrl: 'https://node.example.org' }],
  ['no address to pay to', { ...X402, payTo: 'wren.eth' }],
  ['a network nobody knows', { ...X402, network: 'eip155:1' }],
  ['a coin without its name', { ...X402, asset: X402.payTo }],
  ['a coin that is no address', { ...X402, asset: 'USDT', assetName: 'USDT', assetVersion: '1' }],
  ['a facilitator that anyone can speak for', { ...X402, facilitatorUrl: 'http://facilitator.example.org' }],
  ['a facilitator on this machine of a public house', { ...X402, facilitatorUrl: 'http://127.0.0.1:4021' }],
  ['a node with a password in its address', { ...X402, rpcUrl: 'https://me:secret@node.example.org' }],
  ['real money beside play money', { ...X402, ...HOME, payments: { mode: 'sandbox', chosen: 'by itself' } }],
  ['real money beside keys for tests', { ...X402, ...STRIPE }],
  ['coins of a test network beside live keys', { ...X402, ...LIVE, network: 'base-sepolia' }],
  ['a public house without https', { ...X402, baseUrl: new URL('http://pets.example.org') }],
  ['half of an MPP configuration', { ...STRIPE, mppSecret: MPP.mppSecret }],
  ['the other half', { ...STRIPE, mppStripeNetworkId: 'profile_1' }],
  ['a realm alone', { mppRealm: 'pets.example.org' }],
  ['a short secret', { ...MPP, mppSecret: 'short' }],
  ['a realm of two words', { ...MPP, mppRealm: 'two "words' }],
  ['MPP without Stripe', { ...MPP, payments: HERE.payments }],
])('%s is refused, and no secret is repeated', (_, wish) => {
  const choice = chooseInline({ ...HERE, ...wish });
  expect(choice).toEqual({ problems: [expect.any(String)] });
  expect(JSON.stringify(choice)).not.toMatch(/secret@|xxxx|short"/);
});
