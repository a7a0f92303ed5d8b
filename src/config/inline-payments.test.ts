import { expect, test } from 'vitest';

import { problemsOf } from '../../test/support/problems-of.ts';
import { readConfig } from './config.ts';

const HERE = { ARKHOUSE_BASE_URL: 'https://pets.example.org' };
const X402 = {
  X402_FACILITATOR_URL: 'https://facilitator.example.org/x402',
  X402_PAY_TO: `0x${'a1'.repeat(20)}`,
  X402_NETWORK: 'base',
};
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const LIVE = { ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_1' };
const MPP = { MPP_SECRET_KEY: 'x'.repeat(32), MPP_STRIPE_NETWORK_ID: 'profile_1', ...STRIPE };
const HOME = { ARKHOUSE_BASE_URL: 'http://127.0.0.1:3000' };

test('without settings inline payments are off', () => {
  expect(readConfig(HERE).inline).toEqual({ x402: undefined, mpp: undefined });
});

test.each([
  ['base', 'eip155:8453', 'base', 'USD Coin'],
  ['eip155:8453', 'eip155:8453', 'base', 'USD Coin'],
  ['base-sepolia', 'eip155:84532', 'base-sepolia', 'USDC'],
])(
  'x402 on %s has both network names and the token of that network',
  (given, network, oldNetwork, assetName) => {
    const choice = readConfig({ ...HERE, ...X402, X402_NETWORK: given }).inline;
    expect(choice).toMatchObject({
      x402: { network, oldNetwork, assetName, assetVersion: '2' },
      mpp: undefined,
    });
  },
);

test('the MPP realm defaults to the host', () => {
  expect(readConfig({ ...HERE, ...MPP }).inline).toMatchObject({ mpp: { realm: 'pets.example.org' } });
  expect(readConfig({ ...HERE, ...MPP, MPP_REALM: 'ark' }).inline).toMatchObject({ mpp: { realm: 'ark' } });
});

test('real and test money cannot be mixed', () => {
  expect(readConfig({ ...HERE, ...X402, ...LIVE }).inline).toMatchObject({ x402: { live: true } });
  const play = { ...X402, X402_NETWORK: 'base-sepolia' };
  expect(readConfig({ ...HERE, ...play, ...STRIPE }).inline).toMatchObject({ x402: { live: false } });
});

test('disabling payments also disables inline payments', () => {
  const off = { ARKHOUSE_PAYMENTS: 'off' };
  expect(readConfig({ ...HERE, ...X402, ...MPP, ...off }).inline).toEqual({
    x402: undefined,
    mpp: undefined,
  });
});

test('a local service may use a local facilitator', () => {
  const local = { ...X402, X402_NETWORK: 'base-sepolia', X402_FACILITATOR_URL: 'http://127.0.0.1:4021' };
  expect(readConfig({ ...HERE, ...HOME, ...local }).inline).toHaveProperty('x402.facilitatorUrl');
});

test.each<[string, Record<string, string>]>([
  ['a facilitator alone', { X402_FACILITATOR_URL: X402.X402_FACILITATOR_URL }],
  ['a node alone', { X402_RPC_URL: 'https://node.example.org' }],
  ['no address to pay to', { ...X402, X402_PAY_TO: 'wren.eth' }],
  ['a network nobody knows', { ...X402, X402_NETWORK: 'eip155:1' }],
  ['a coin without its name', { ...X402, X402_ASSET: X402.X402_PAY_TO }],
  [
    'a coin that is no address',
    { ...X402, X402_ASSET: 'USDT', X402_ASSET_NAME: 'USDT', X402_ASSET_VERSION: '1' },
  ],
  [
    'a facilitator that anyone can speak for',
    { ...X402, X402_FACILITATOR_URL: 'http://facilitator.example.org' },
  ],
  [
    'a facilitator on this machine of a public house',
    { ...X402, X402_FACILITATOR_URL: 'http://127.0.0.1:4021' },
  ],
  ['a node with a password in its address', { ...X402, X402_RPC_URL: 'https://me:secret@node.example.org' }],
  ['real money beside play money', { ...X402, ...HOME }],
  ['real money beside keys for tests', { ...X402, ...STRIPE }],
  ['coins of a test network beside live keys', { ...X402, ...LIVE, X402_NETWORK: 'base-sepolia' }],
  ['a public house without https', { ...X402, ARKHOUSE_BASE_URL: 'http://pets.example.org' }],
  ['half of an MPP configuration', { ...STRIPE, MPP_SECRET_KEY: MPP.MPP_SECRET_KEY }],
  ['the other half', { ...STRIPE, MPP_STRIPE_NETWORK_ID: 'profile_1' }],
  ['a realm alone', { MPP_REALM: 'pets.example.org' }],
  ['a short secret', { ...MPP, MPP_SECRET_KEY: 'short' }],
  ['a realm of two words', { ...MPP, MPP_REALM: 'two "words' }],
  ['MPP without Stripe', { MPP_SECRET_KEY: MPP.MPP_SECRET_KEY, MPP_STRIPE_NETWORK_ID: 'profile_1' }],
])('%s is refused without quoting a secret', (_, wish) => {
  const problems = problemsOf({ ...HERE, ...wish });
  expect(problems).toEqual([expect.any(String)]);
  expect(JSON.stringify(problems)).not.toMatch(/secret@|xxxx|short"/);
});
