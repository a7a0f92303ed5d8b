import type { AddressInfo } from 'node:net';
import { registerExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client, x402HTTPClient } from '@x402/fetch';
import { Credential, Method } from 'mppx';
import { evm, Mppx } from 'mppx/client';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect } from 'vitest';
import * as z from 'zod/mini';

import { HOUR } from '../../src/rules/base/clock.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { mppRail, type Mpp, type MppMethod } from '../../src/outside/money/mpp.ts';
import type { Settlement } from '../../src/outside/money/payment-rail.ts';
import { facilitatorClient, x402Rail } from '../../src/outside/money/x402.ts';
import type { Database } from '../../src/db/db.ts';
import { ledgerOf } from '../../src/features/money/ledger.store.ts';
import { aKeeper } from '../support/asking.ts';
import { handClock } from '../support/hand-clock.ts';
import type { Cashier } from '../../src/outside/money/cashier.ts';
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
    minted: async (agentId: string) => (await ledgerOf(store, agentId, 100)).map(({ delta }) => delta),
    inOrder: async () => expect(await auditHouse(store, now.now())).toEqual([]),
  };
}

export async function x402With(facilitator: TestFacilitator, rpc: 'with a node' | 'without' = 'without') {
  const x402 = x402Rail(
    {
      ...ON_CHAIN,
      rpcUrl: rpc === 'without' ? undefined : `${facilitator.url}/rpc`,
      baseUrl: new URL('http://127.0.0.1:3000'),
    },
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
    if (next === 'unclear') return { outcome: 'unclear', reason: 'lost' };
    this.charged.set(key, cents);
    return next === 'settled'
      ? { outcome: 'settled', reference: `play_${key}` }
      : { outcome: 'unclear', reason: 'lost' };
  }
}

export function mppOf(...methods: readonly MppMethod[]): Mpp {
  return mppRail({ secret: SECRET, realm: REALM }, methods, systemRandom);
}

export function mppPayer(word = 'I pay') {
  const play = Method.from({
    name: 'play',
    intent: 'charge',
    schema: {
      credential: { payload: z.object({ word: z.string() }) },
      request: z.object({ amount: z.string(), currency: z.string(), recipient: z.string() }),
    },
  });
  const method = Method.toClient(play, {
    createCredential: ({ challenge }) =>
      Promise.resolve(Credential.serialize({ challenge, payload: { word } })),
  });
  return Mppx.create({ methods: [method], polyfill: false });
}

/** The credential with which the real client answers a 402. */
export async function credentialFor(
  { headers }: Told,
  payer: {
    preparePayment(response: Response): Promise<{ createCredential(): Promise<string> }>;
  } = mppPayer(),
): Promise<string> {
  const challenge = { 'www-authenticate': String(headers['www-authenticate']) };
  const response = new Response(null, { status: 402, headers: challenge });
  return (await payer.preparePayment(response)).createCredential();
}

/** The real x402 client with its own wallet; records what it sent. */
export function x402Payer(version: 1 | 2 = 2) {
  const account = privateKeyToAccount(generatePrivateKey());
  const client = registerExactEvmScheme(new x402Client(), { signer: account }).setSpendControls(false);
  const sent: Record<string, string>[] = [];
  const plain = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    sent.push(Object.fromEntries(request.headers));
    const response = await fetch(request);
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
    const [header = ''] = Object.values(
      http.encodePaymentSignatureHeader(await client.createPaymentPayload(required)),
    );
    return header;
  };
  const mppx = Mppx.create({ methods: [evm.charge({ account })], polyfill: false });
  return { address: account.address, sent, sign, fetch: wrapFetchWithPayment(plain, client), mppx };
}

export const BUY = (pack: string) => ({ method: 'POST', body: JSON.stringify({ pack }) });
export const JSON_TYPE = { 'content-type': 'application/json' };

export type KeyHeader = 'bearer' | 'x-api-key';
export function keyed(kind: KeyHeader, key: string): Record<string, string> {
  return kind === 'bearer' ? { authorization: `Bearer ${key}` } : { 'x-api-key': key };
}

/** A house with x402, for callers that announce that they can pay. */
export async function anX402Till(store: Database, rpc?: 'with a node') {
  const facilitator = await new TestFacilitator().open();
  const till = await aTill(store, { x402: await x402With(facilitator, rpc), mpp: mppOf(new PlayMethod()) });
  return { facilitator, till };
}

/** Announces that the client prefers a payment request to a link. */
const ASKING = { ...JSON_TYPE, 'accept-payment': 'play/charge' };

export function buy(till: TestHouse, headers: Record<string, string>, pack = '500'): Promise<Told> {
  return till.ask({
    method: 'POST',
    path: '/api/house/credits',
    headers: { ...ASKING, ...headers },
    body: { pack },
  });
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
    const cents = credits.length === 0 ? 0n : 4_000_000n;
    expect([await till.minted(wren.id), facilitator.has(PAY_TO)]).toEqual([credits, cents]);
    await till.inOrder();
  };
  return { facilitator, till, wren, payer, header, paying, expectMinted };
}
