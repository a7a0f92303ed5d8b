import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { readConfig } from '../../src/config/config.ts';
import { openLog } from '../../src/log.ts';
import { closeHouse, openHouse } from '../../src/open-house.ts';
import { TestFacilitator } from './facilitator.ts';
import { PAY_TO, x402With } from './till.ts';

async function openedWith(env: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'arkhouse-test-'));
  const house = await openHouse(readConfig({ ARKHOUSE_DATA_DIR: dataDir, ...env }), openLog('silent'));
  onTestFinished(async () => {
    await closeHouse(house);
    await rm(dataDir, { recursive: true });
  });
  return house.cashier;
}

function settingsFor(facilitatorUrl: string) {
  return { X402_FACILITATOR_URL: facilitatorUrl, X402_PAY_TO: PAY_TO, X402_NETWORK: 'base-sepolia' };
}

test('without settings inline payment is off', async () => {
  const cashier = await openedWith({});
  expect([cashier.x402, cashier.mpp]).toEqual([undefined, undefined]);
});

test('x402 is on exactly when the facilitator settles on the configured network', async () => {
  const facilitator = await new TestFacilitator().open();
  expect((await openedWith(settingsFor(facilitator.url))).x402?.open).toBe(true);
  facilitator.versions = [1];
  expect((await openedWith(settingsFor(facilitator.url))).x402?.open).toBe(false);
});

test('a facilitator that does not answer does not block startup, and is queried again', async () => {
  const facilitator = await new TestFacilitator().open();
  const { url } = facilitator;
  facilitator.asleep = true;
  const { x402 } = await openedWith(settingsFor(url));
  expect(x402?.open).toBe(false);
  facilitator.asleep = false;
  expect(await x402?.refreshKinds()).toBe(true);
});

test('version 1 clients are offered only what can be settled', async () => {
  const facilitator = await new TestFacilitator().open();
  facilitator.versions = [2];
  const x402 = await x402With(facilitator);
  const offer = { agentId: 'a', credits: 100, cents: 100, resource: '/api/house/credits' };
  expect(x402.requirements(offer)).toEqual({ v2: expect.any(Object), v1: undefined });
});

test('MPP is on with Stripe’s keys, a profile and a secret', async () => {
  const cashier = await openedWith({
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    MPP_SECRET_KEY: 'x'.repeat(32),
    MPP_STRIPE_NETWORK_ID: 'profile_1',
  });
  expect(cashier.mpp?.names).toEqual(['stripe/charge']);
});
