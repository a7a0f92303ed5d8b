import { expect, test } from 'vitest';

import { problemsOf } from '../../test/support/problems-of.ts';
import { readConfig } from './config.ts';

const PUBLIC = { ARKHOUSE_BASE_URL: 'https://pets.example.org' };
const PLAY = { ARKHOUSE_PAYMENTS: 'sandbox' };
const HOST = 'ARKHOUSE_PAYMENTS_SANDBOX_HOST';
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const LIVE = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

test.each<[string, Record<string, string>, string]>([
  ['nothing set, on this machine', {}, 'sandbox'],
  ['nothing set, in production', { NODE_ENV: 'production' }, 'off'],
  ['nothing set, on a public host', PUBLIC, 'off'],
  ['Stripe keys on a public host', { ...STRIPE, ...PUBLIC, NODE_ENV: 'production' }, 'stripe'],
  ['off, whatever else is set', { ...STRIPE, ARKHOUSE_PAYMENTS: 'off' }, 'off'],
  ['sandbox on a public host that is named', { ...PLAY, ...PUBLIC, [HOST]: 'pets.example.org' }, 'sandbox'],
])('%s: paid by %s', (_, wish, mode) => {
  expect(readConfig(wish).payments).toMatchObject({ mode });
});

test.each<[string, Record<string, string>]>([
  ['half of a Stripe configuration', { STRIPE_SECRET_KEY: 'sk_test_1' }],
  ['Stripe without its keys', { ARKHOUSE_PAYMENTS: 'stripe' }],
  ['the sandbox beside a live key', { ...LIVE, ARKHOUSE_PAYMENTS: 'sandbox' }],
  ['the sandbox on a public host', { ...PUBLIC, ARKHOUSE_PAYMENTS: 'sandbox' }],
  ['the sandbox on a public host with a bare yes', { ...PLAY, ...PUBLIC, [HOST]: 'true' }],
  ['a token that could be guessed', { ARKHOUSE_SANDBOX_TOKEN: 'sesame' }],
  ['the sandbox in production', { ARKHOUSE_PAYMENTS: 'sandbox', NODE_ENV: 'production' }],
  ['a key of another kind', { ...STRIPE, STRIPE_SECRET_KEY: 'pk_test_1' }],
  ['a webhook secret of another kind', { ...STRIPE, STRIPE_WEBHOOK_SECRET: 'sk_test_1' }],
  ['a webhook secret with a blank in it', { ...STRIPE, STRIPE_WEBHOOK_SECRET: 'whsec_1 2' }],
  ['real money over plain http on a public host', { ...LIVE, ARKHOUSE_BASE_URL: 'http://pets.example.org' }],
])('%s is refused', (_, wish) => {
  expect(problemsOf(wish)).toHaveLength(1);
});

test('only Stripe gets its keys', () => {
  const stripe = { secretKey: 'sk_live_1', webhookSecret: 'whsec_1', live: true };
  const paid = readConfig({ ...LIVE, ...PUBLIC }).payments;
  expect(paid).toEqual({ mode: 'stripe', chosen: 'by itself', stripe });
  expect(readConfig({ ...STRIPE, ...PLAY }).payments).toEqual({ mode: 'sandbox', chosen: 'by setting' });
});

const PAY_TO = `0x${'a1'.repeat(20)}`;
const ABROAD = { X402_FACILITATOR_URL: 'https://facilitator.example.org/x402' };
const X402 = { ...ABROAD, X402_PAY_TO: PAY_TO, X402_NETWORK: 'base' };
const COIN = { X402_ASSET_NAME: 'USDT', X402_ASSET_VERSION: '1' };
const MPP = { MPP_SECRET_KEY: 'x'.repeat(32), MPP_STRIPE_NETWORK_ID: 'profile_1', ...STRIPE };
const HOME = { ARKHOUSE_BASE_URL: 'http://127.0.0.1:3000' };

test.each([
  ['eip155:8453', { network: 'eip155:8453', oldNetwork: 'base', assetName: 'USD Coin' }],
  ['base-sepolia', { network: 'eip155:84532', oldNetwork: 'base-sepolia', assetName: 'USDC' }],
])('x402 on %s has both network names and the token of that network', (given, x402) => {
  const { inline } = readConfig({ ...PUBLIC, ...X402, X402_NETWORK: given });
  expect(inline).toMatchObject({ x402: { ...x402, assetVersion: '2' }, mpp: undefined });
});

test('the MPP realm defaults to the host', () => {
  expect(readConfig({ ...PUBLIC, ...MPP }).inline).toMatchObject({ mpp: { realm: 'pets.example.org' } });
  expect(readConfig({ ...PUBLIC, ...MPP, MPP_REALM: 'ark' }).inline).toMatchObject({ mpp: { realm: 'ark' } });
});

test('real and test money cannot be mixed', () => {
  expect(readConfig({ ...PUBLIC, ...X402, ...LIVE }).inline).toMatchObject({ x402: { live: true } });
  const play = { ...X402, X402_NETWORK: 'base-sepolia' };
  expect(readConfig({ ...PUBLIC, ...play, ...STRIPE }).inline).toMatchObject({ x402: { live: false } });
});

test('disabling payments also disables inline payments, and without settings they are off', () => {
  const { inline } = readConfig({ ...PUBLIC, ...X402, ...MPP, ARKHOUSE_PAYMENTS: 'off' });
  const none = { x402: undefined, mpp: undefined, sandbox: false };
  expect(inline).toEqual(none);
  expect(readConfig(PUBLIC).inline).toEqual(none);
});

test.each<[string, Record<string, string>, boolean]>([
  ['nothing set, on this machine', {}, true],
  ['the sandbox asked for on this machine', PLAY, true],
  ['coins of a test network on this machine', { ...X402, X402_NETWORK: 'base-sepolia' }, true],
  ['production', { NODE_ENV: 'production' }, false],
  ['production that names this machine', { ...PLAY, [HOST]: '127.0.0.1', NODE_ENV: 'production' }, false],
  ['a public host', PUBLIC, false],
  ['a public host that is named', { ...PLAY, ...PUBLIC, [HOST]: 'pets.example.org' }, false],
  ['Stripe keys', STRIPE, false],
  ['payments that are off', { ARKHOUSE_PAYMENTS: 'off' }, false],
])('with %s, play money is accepted: %3$s', (_, wish, sandbox) => {
  expect(readConfig(wish).inline).toMatchObject({ sandbox });
});

test('a local service may use a local facilitator', () => {
  const local = { ...X402, X402_NETWORK: 'base-sepolia', X402_FACILITATOR_URL: 'http://127.0.0.1:4021' };
  expect(readConfig({ ...PUBLIC, ...HOME, ...local }).inline).toHaveProperty('x402.facilitatorUrl');
});

test.each<[string, Record<string, string>]>([
  ['a facilitator alone', { X402_FACILITATOR_URL: X402.X402_FACILITATOR_URL }],
  ['a node alone', { X402_RPC_URL: 'https://node.example.org' }],
  ['no address to pay to', { ...X402, X402_PAY_TO: 'wren.eth' }],
  ['a network nobody knows', { ...X402, X402_NETWORK: 'eip155:1' }],
  ['a coin without its name', { ...X402, X402_ASSET: X402.X402_PAY_TO }],
  ['a coin that is no address', { ...X402, ...COIN, X402_ASSET: 'USDT' }],
  ['a facilitator over plain http', { ...X402, X402_FACILITATOR_URL: 'http://facilitator.example.org' }],
  ['a local facilitator of a public house', { ...X402, X402_FACILITATOR_URL: 'http://127.0.0.1:4021' }],
  ['a node with a password in its address', { ...X402, X402_RPC_URL: 'https://me:secret@node.example.org' }],
  ['real money beside play money', { ...X402, ...HOME }],
  ['real money beside keys for tests', { ...X402, ...STRIPE }],
  ['coins of a test network beside live keys', { ...X402, ...LIVE, X402_NETWORK: 'base-sepolia' }],
  ['a public house without https', { ...X402, ARKHOUSE_BASE_URL: 'http://pets.example.org' }],
  ['half of an MPP configuration', { ...STRIPE, MPP_SECRET_KEY: MPP.MPP_SECRET_KEY }],
  ['a realm alone', { MPP_REALM: 'pets.example.org' }],
  ['a short secret', { ...MPP, MPP_SECRET_KEY: 'short' }],
  ['a realm of two words', { ...MPP, MPP_REALM: 'two "words' }],
  ['MPP without Stripe', { MPP_SECRET_KEY: MPP.MPP_SECRET_KEY, MPP_STRIPE_NETWORK_ID: 'profile_1' }],
])('%s is refused without quoting a secret', (_, wish) => {
  const problems = problemsOf({ ...PUBLIC, ...wish });
  expect(problems).toEqual([expect.any(String)]);
  expect(JSON.stringify(problems)).not.toMatch(/secret@|xxxx|short"/);
});
