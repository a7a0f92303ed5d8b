import { expect, test } from 'vitest';

import { ON_CHAIN } from '../../../test/money/till.ts';
import { localServer, sendJson } from '../../../test/support/local-server.ts';
import { systemRandom } from '../random.ts';
import { openCashier } from './cashier.ts';

const STRIPE = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', live: false };
const MPP = { secret: 'x'.repeat(32), realm: 'pets.example.org', stripeNetworkId: 'profile_1' };

type Settings = Parameters<typeof openCashier>[0];

function opened(settings: Partial<Settings>) {
  const baseUrl = new URL('http://127.0.0.1:3000');
  return openCashier({ mode: 'off', baseUrl, random: systemRandom, ...settings });
}

test.each([
  ['play money', { mode: 'sandbox', sandboxToken: 'token' }, 'sandbox'],
  ['play money without a token', { mode: 'sandbox' }, undefined],
  ['Stripe’s keys', { mode: 'stripe', stripe: STRIPE }, 'stripe'],
  ['Stripe’s name without its keys', { mode: 'stripe' }, undefined],
  ['Stripe’s keys, but switched off', { mode: 'off', stripe: STRIPE }, undefined],
  ['nothing', {}, undefined],
] as const)('with %s humans can pay or cannot', async (_, settings, name) => {
  expect((await opened(settings)).checkout?.name).toBe(name);
});

test('the Payment scheme needs a secret and Stripe’s keys', async () => {
  const names = async (settings: Partial<Settings>) => (await opened(settings)).mpp?.names;
  expect(await names({ inline: { mpp: MPP }, stripe: STRIPE })).toEqual(['stripe/charge']);
  for (const half of [{ inline: { mpp: MPP } }, { stripe: STRIPE }])
    expect(await names(half)).toBeUndefined();
});

test.each([
  ['settles on our network', ['eip155:84532'], true, []],
  ['settles elsewhere', ['eip155:1'], false, ['the x402 facilitator does not settle on eip155:84532']],
  ['does not answer', [], false, ['the x402 facilitator does not answer']],
])('a facilitator that %s', async (_, networks, open, troubles) => {
  const told: string[] = [];
  const kinds = networks.map((network) => ({ x402Version: 2, scheme: 'exact', network }));
  const { url } = await localServer(async (request, _body, response) => {
    if (kinds.length === 0) request.socket.destroy();
    else sendJson(response, 200, { kinds });
  });
  const inline = { x402: { ...ON_CHAIN, facilitatorUrl: url } };
  const { x402 } = await opened({ inline, onTrouble: ({ message }) => told.push(message) });
  expect([x402?.open, told]).toEqual([open, troubles]);
  expect((await opened({ inline })).x402?.open).toBe(open);
});
