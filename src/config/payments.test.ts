import { expect, test } from 'vitest';

import { choosePayments, type PaymentsSettings } from './payments.ts';

const HERE: PaymentsSettings = {
  mode: undefined,
  sandboxHost: undefined,
  stripeKey: undefined,
  stripeWebhookSecret: undefined,
  production: false,
  baseUrl: new URL('http://127.0.0.1:3000'),
};
const PUBLIC = { baseUrl: new URL('https://pets.example.org') };
const STRIPE = { stripeKey: 'sk_test_1', stripeWebhookSecret: 'whsec_1' };
const LIVE = { stripeKey: 'sk_live_1', stripeWebhookSecret: 'whsec_1' };

test.each<[string, Partial<PaymentsSettings>, string]>([
  ['nothing set, on this machine', {}, 'sandbox'],
  ['nothing set, in production', { production: true }, 'off'],
  ['nothing set, on a public host', PUBLIC, 'off'],
  ['Stripe keys', STRIPE, 'stripe'],
  ['Stripe keys on a public host', { ...STRIPE, ...PUBLIC, production: true }, 'stripe'],
  ['off, whatever else is set', { ...STRIPE, mode: 'off' }, 'off'],
  ['sandbox asked for on this machine', { mode: 'sandbox' }, 'sandbox'],
  [
    'sandbox on a public host that is named',
    { ...PUBLIC, mode: 'sandbox', sandboxHost: 'pets.example.org' },
    'sandbox',
  ],
])('%s: paid by %s', (_, wish, mode) => {
  expect(choosePayments({ ...HERE, ...wish })).toMatchObject({ mode });
});

test.each<[string, Partial<PaymentsSettings>]>([
  ['a mode nobody knows', { mode: 'barter' }],
  ['half of a Stripe configuration', { stripeKey: 'sk_test_1' }],
  ['the other half', { stripeWebhookSecret: 'whsec_1' }],
  ['Stripe without its keys', { mode: 'stripe' }],
  ['the sandbox beside a live key', { ...LIVE, mode: 'sandbox' }],
  ['the sandbox on a public host', { ...PUBLIC, mode: 'sandbox' }],
  ['the sandbox on a public host with a bare yes', { ...PUBLIC, mode: 'sandbox', sandboxHost: 'true' }],
  ['the sandbox in production', { mode: 'sandbox', production: true }],
  ['a key of another kind', { ...STRIPE, stripeKey: 'pk_test_1' }],
  ['a webhook secret of another kind', { ...STRIPE, stripeWebhookSecret: 'sk_test_1' }],
  ['a webhook secret with a blank in it', { ...STRIPE, stripeWebhookSecret: 'whsec_1 2' }],
  ['real money over plain http', LIVE],
  ['real money over plain http on a public host', { ...LIVE, baseUrl: new URL('http://pets.example.org') }],
])('%s is refused', (_, wish) => {
  expect(choosePayments({ ...HERE, ...wish })).toMatchObject({ problems: [expect.any(String)] });
});

test('Stripe gets its keys along, and nobody else does', () => {
  const stripe = { secretKey: 'sk_live_1', webhookSecret: 'whsec_1', live: true };
  expect(choosePayments({ ...HERE, ...LIVE, ...PUBLIC })).toEqual({
    mode: 'stripe',
    chosen: 'by itself',
    stripe,
  });
  expect(choosePayments({ ...HERE, ...STRIPE, mode: 'sandbox' })).toEqual({
    mode: 'sandbox',
    chosen: 'by setting',
  });
});
