import { registerExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client, x402HTTPClient } from '@x402/fetch';
import { Credential, Method } from 'mppx';
import { evm, Mppx } from 'mppx/client';
import type { AddressInfo } from 'node:net';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect } from 'vitest';
import * as z from 'zod/mini';

import type { Database } from '../../packages/database/db.ts';
import { HOUR } from '../../src/rules/base/clock.ts';
import { ledgerOf } from '../../src/features/money/ledger.store.ts';
import type { Cashier } from '../../src/outside/money/cashier.ts';
import { mppRail, type Mpp, type MppMethod } from '../../src/outside/money/mpp.ts';
import type { Settlement } from '../../src/outside/money/payment-rail.ts';
import { facilitatorClient, x402Rail } from '../../src/outside/money/x402.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { aKeeper, expectInOrder, type Keeper } from '../support/asking.ts';
import { handClock } from '../support/hand-clock.ts';
import { aHouse, type TestHouse, type Told } from '../support/house.ts';
import { ASSET, NETWORK, TestFacilitator } from './facilitator.ts';

export const PAY_TO = '0x00000000000000000000000000000000000Fee11';
/** The x402 recipient in tests, on a test network. */
export const ON_CHAIN = {
  payTo: PAY_TO,
  network: NETWORK,
  oldNetwork: 'base-sepolia',
  asset: ASSET,
  assetName: 'USDC',
  assetVersion: '2',
  rpcUrl: undefined,
  live: false,
};
export const SECRET = 'a secret of the house, thirty-two bytes or more';
export const REALM = 'pets.example.org';

export async function aTill(store: Database, cashier: Partial<Cashier>, hoursAgo = 0) {
  const now = handClock(Date.now() - hoursAgo * HOUR);
  const house = await aHouse(store, { house: { clock: now, cashier: { mode: 'off', ...cashier } } });
  await house.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = house.app.server.address() as AddressInfo;
  return {
    ...house,
    url: `http://127.0.0.1:${port}`,
    now,
    minted: (agentId: string) => minted(store, agentId),
    /** These movements of the agent, the last first, are its ledger, and the audit finds nothing. */
    inOrder: async ({ id }: Pick<Keeper, 'id'>, ...deltas: readonly number[]) => {
      expect(await minted(store, id)).toEqual(deltas);
      await expectInOrder({ store, clock: now });
    },
  };
}

async function minted(store: Database, agentId: string): Promise<number[]> {
  return (await ledgerOf(store, agentId, 100)).map(({ delta }) => delta);
}

export async function x402With(facilitator: TestFacilitator, rpc: 'with a node' | 'without' = 'without') {
  const rpcUrl = rpc === 'without' ? undefined : `${facilitator.url}/rpc`;
  const x402 = x402Rail(
    { ...ON_CHAIN, rpcUrl, baseUrl: new URL('http://127.0.0.1:3000') },
    facilitatorClient(facilitator.url, { verifyMs: 2000, settleMs: 2000 }),
  );
  expect(await x402.refreshKinds()).toBe(true);
  return x402;
}

/** Play money with the Payment scheme: the proof is a fixed word. */
export class PlayMethod implements MppMethod {
  readonly name: string;
  readonly live: boolean;
  readonly charged = new Map<string, number>();
  next: Settlement['outcome'] | 'lost after' = 'settled';
  /** How often payment was requested. */
  asked = 0;

  constructor(name = 'play', live = false) {
    this.name = name;
    this.live = live;
  }

  request() {
    return { recipient: 'the house' };
  }

  async charge({ key, cents, payload }: Parameters<MppMethod['charge']>[0]): Promise<Settlement> {
    const { next } = this;
    this.asked += 1;
    if (payload['word'] !== 'I pay' || next === 'refused') return { outcome: 'refused', reason: 'no word' };
    if (next !== 'unclear') this.charged.set(key, cents);
    if (next !== 'settled') return { outcome: 'unclear', reason: 'lost' };
    return { outcome: 'settled', reference: `play_${key}` };
  }
}

export function mppOf(...methods: readonly MppMethod[]): Mpp {
  return mppRail({ secret: SECRET, realm: REALM }, methods, systemRandom);
}

export function mppPayer() {
  const play = Method.from({
    name: 'play',
    intent: 'charge',
    schema: {
      credential: { payload: z.object({ word: z.string() }) },
      request: z.object({ amount: z.string(), currency: z.string(), recipient: z.string() }),
    },
  });
  const method = Method.toClient(play, {
    createCredential: async ({ challenge }) =>
      Credential.serialize({ challenge, payload: { word: 'I pay' } }),
  });
  return Mppx.create({ methods: [method], polyfill: false });
}

/** The credential with which the real client answers a 402. */
export async function credentialFor(told: Told, payer: Payer = mppPayer()): Promise<string> {
  const headers = { 'www-authenticate': String(told.headers['www-authenticate']) };
  const response = new Response(null, { status: 402, headers });
  return (await payer.preparePayment(response)).createCredential();
}

interface Payer {
  preparePayment(response: Response): Promise<{ createCredential(): Promise<string> }>;
}

/** The real x402 client with its own wallet. */
export function x402Payer(version: 1 | 2 = 2) {
  const account = privateKeyToAccount(generatePrivateKey());
  const client = registerExactEvmScheme(new x402Client(), { signer: account }).setSpendControls(false);
  const plain = async (input: string | URL | Request, init?: RequestInit) => {
    const response = await fetch(input, init);
    if (version === 2) return response;
    // Without the version 2 header the client falls back to the version 1 body.
    const headers = new Headers(response.headers);
    headers.delete('payment-required');
    return new Response(response.body, { status: response.status, headers });
  };
  const http = new x402HTTPClient(client);
  /** Signs the payment that a 402 requests and returns the header without sending it. */
  const sign = async ({ headers, body }: Told): Promise<string> => {
    const required = http.getPaymentRequiredResponse((name) => String(headers[name.toLowerCase()]), body);
    const payment = http.encodePaymentSignatureHeader(await client.createPaymentPayload(required));
    return Object.values(payment)[0] ?? '';
  };
  const mppx = Mppx.create({ methods: [evm.charge({ account })], polyfill: false });
  return { address: account.address, sign, fetch: wrapFetchWithPayment(plain, client), mppx };
}

export const JSON_TYPE = { 'content-type': 'application/json' };

export function keyed(kind: 'bearer' | 'x-api-key', key: string): Record<string, string> {
  return kind === 'bearer' ? { authorization: `Bearer ${key}` } : { 'x-api-key': key };
}

/** A house with x402, for callers that announce that they can pay. */
export async function anX402Till(store: Database, rpc?: 'with a node') {
  const facilitator = await new TestFacilitator().open();
  const till = await aTill(store, { x402: await x402With(facilitator, rpc), mpp: mppOf(new PlayMethod()) });
  return { facilitator, till };
}

/** Buys as a client that prefers a payment request to a link. */
export function buy(till: TestHouse, given: Record<string, string>, pack = '500'): Promise<Told> {
  const headers = { ...JSON_TYPE, 'accept-payment': 'play/charge', ...given };
  return till.ask({ method: 'POST', path: '/api/house/credits', headers, body: { pack } });
}

/** Buys over the network with a client that pays by itself. */
export function buyWith(
  { url }: { readonly url: string },
  given: Record<string, string>,
  pack = '100',
  client: { fetch(url: string, request: RequestInit): Promise<Response> } = mppPayer(),
): Promise<Response> {
  const sent = { headers: { ...JSON_TYPE, ...given }, body: JSON.stringify({ pack }) };
  return client.fetch(`${url}/api/house/credits`, { method: 'POST', ...sent });
}

/** A signed, unsent payment for 500 credits. */
export async function signed(till: TestHouse, facilitator: TestFacilitator, key: string) {
  const payer = x402Payer();
  facilitator.give(payer.address, 400);
  return { payer, header: await payer.sign(await buy(till, { 'x-api-key': key })) };
}

/** A house with x402 and an agent that has signed a payment for 500 credits; `paying` sends it. */
export async function aSigner(store: Database, rpc?: 'with a node') {
  const { facilitator, till } = await anX402Till(store, rpc);
  const wren = await aKeeper(till);
  const { payer, header } = await signed(till, facilitator, wren.key);
  const paying = (pack?: string) => buy(till, { 'x-api-key': wren.key, 'payment-signature': header }, pack);
  const expectMinted = async (...credits: readonly number[]) => {
    expect(facilitator.has(PAY_TO)).toBe(credits.length === 0 ? 0n : 4_000_000n);
    await till.inOrder(wren, ...credits);
  };
  return { facilitator, till, wren, payer, header, paying, expectMinted };
}
