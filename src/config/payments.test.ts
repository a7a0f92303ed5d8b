import { expect, test } from 'vitest';

import { problemsOf } from '../../test/support/problems-of.ts';
import { readConfig } from './config.ts';

const PUBLIC = { ARKHOUSE_BASE_URL: 'https://pets.example.org' };
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const LIVE = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

test.each<[string, Record<string, string>, string]>([
  ['nothing set, on this machine', {}, 'sandbox'],
  ['nothing set, in production', { NODE_ENV: 'production' }, 'off'],
  ['nothing set, on a public host', PUBLIC, 'off'],
  ['Stripe keys', STRIPE, 'stripe'],
  ['Stripe keys on a public host', { ...STRIPE, ...PUBLIC, NODE_ENV: 'production' }, 'stripe'],
  ['off, whatever else is set', { ...STRIPE, ARKHOUSE_PAYMENTS: 'off' }, 'off'],
  ['sandbox asked for on this machine', { ARKHOUSE_PAYMENTS: 'sandbox' }, 'sandbox'],
  [
    'sandbox on a public host that is named',
    { ...PUBLIC, ARKHOUSE_PAYMENTS: 'sandbox', ARKHOUSE_PAYMENTS_SANDBOX_HOST: 'pets.example.org' },
    'sandbox',
  ],
])('%s: paid by %s', (_, wish, mode) => {
  expect(readConfig(wish).payments).toMatchObject({ mode });
});

test.each<[string, Record<string, string>]>([
  ['a mode nobody knows', { ARKHOUSE_PAYMENTS: 'barter' }],
  ['half of a Stripe configuration', { STRIPE_SECRET_KEY: 'sk_test_1' }],
  ['the other half', { STRIPE_WEBHOOK_SECRET: 'whsec_1' }],
  ['Stripe without its keys', { ARKHOUSE_PAYMENTS: 'stripe' }],
  ['the sandbox beside a live key', { ...LIVE, ARKHOUSE_PAYMENTS: 'sandbox' }],
  ['the sandbox on a public host', { ...PUBLIC, ARKHOUSE_PAYMENTS: 'sandbox' }],
  [
    'the sandbox on a public host with a bare yes',
    { ...PUBLIC, ARKHOUSE_PAYMENTS: 'sandbox', ARKHOUSE_PAYMENTS_SANDBOX_HOST: 'true' },
  ],
  ['a token that could be guessed', { ARKHOUSE_SANDBOX_TOKEN: 'sesame' }],
  ['the sandbox in production', { ARKHOUSE_PAYMENTS: 'sandbox', NODE_ENV: 'production' }],
  ['a key of another kind', { ...STRIPE, STRIPE_SECRET_KEY: 'pk_test_1' }],
  ['a webhook secret of another kind', { ...STRIPE, STRIPE_WEBHOOK_SECRET: 'sk_test_1' }],
  ['a webhook secret with a blank in it', { ...STRIPE, STRIPE_WEBHOOK_SECRET: 'whsec_1 2' }],
  ['real money over plain http', LIVE],
  ['real money over plain http on a public host', { ...LIVE, ARKHOUSE_BASE_URL: 'http://pets.example.org' }],
])('%s is refused', (_, wish) => {
  expect(problemsOf(wish)).toHaveLength(1);
});

test('only Stripe gets its keys', () => {
  const stripe = { secretKey: 'sk_live_1', webhookSecret: 'whsec_1', live: true };
  expect(readConfig({ ...LIVE, ...PUBLIC }).payments).toEqual({
    mode: 'stripe',
    chosen: 'by itself',
    stripe,
  });
  expect(readConfig({ ...STRIPE, ARKHOUSE_PAYMENTS: 'sandbox' }).payments).toEqual({
    mode: 'sandbox',
    chosen: 'by setting',
  });
});
