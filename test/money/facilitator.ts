import { authorizationTypes } from '@x402/evm';
import { hash } from 'node:crypto';
import { recoverTypedDataAddress, type Hex } from 'viem';

import { localServer, sendJson } from '../support/local-server.ts';

export const NETWORK = 'eip155:84532';
export const ASSET = '0x036CbD53842c5426634e7929541eC2318f3dCF7e';
const AUTHORIZATION_USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5';
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** What a payer signs (EIP-3009). */
export const TRANSFER_TYPES = {
  primaryType: 'TransferWithAuthorization',
  types: authorizationTypes,
} as const;

/** Outcomes of a settlement: success; a lost answer, before or after the transfer; or an odd answer. */
export type Mood = 'well' | 'lost before' | 'lost after' | 'failed with a hash' | 'refuses';

type Authorization = Readonly<
  Record<'from' | 'to' | 'nonce', Hex> & Record<'value' | 'validAfter' | 'validBefore', string>
>;

type Terms = Record<'payTo' | 'network', string> & Partial<Record<'amount' | 'maxAmountRequired', string>>;

interface Asked {
  readonly paymentPayload: { payload: { signature: Hex; authorization: Authorization } };
  readonly paymentRequirements: Terms & { asset: Hex; extra: Record<'name' | 'version', string> };
}

/** A local facilitator with its chain: verifies signatures, keeps balances and nonces in memory. */
export class TestFacilitator {
  readonly balances = new Map<string, bigint>();
  /** Executed transfers, by nonce. */
  readonly transfers = new Map<string, Authorization & { readonly hash: string }>();
  readonly asked: string[] = [];
  mood: Mood = 'well';
  /** Whether a repeated settlement gets the earlier result. */
  remembers = true;
  versions: readonly (1 | 2)[] = [1, 2];
  /** Whether it drops every connection. */
  asleep = false;
  url = '';

  async open(): Promise<this> {
    const { url } = await localServer(async (request, body, response) => {
      const path = request.url ?? '';
      this.asked.push(path);
      if (this.asleep) return void request.socket.destroy();
      if (path === '/supported') return sendJson(response, 200, this.#supported());
      if (path === '/rpc')
        return sendJson(response, 200, { jsonrpc: '2.0', id: 1, result: this.#read(body) });
      const asked = JSON.parse(body) as Asked;
      if (path === '/verify') {
        const invalidReason = await this.#wrongWith(asked);
        return sendJson(response, 200, { isValid: invalidReason === undefined, invalidReason });
      }
      const result = await this.#settle(asked);
      if (result) sendJson(response, 200, result);
      else request.socket.destroy();
    });
    this.url = url;
    return this;
  }

  has(address: string): bigint {
    return this.balances.get(address.toLowerCase()) ?? 0n;
  }

  give(address: string, cents: number): void {
    this.balances.set(address.toLowerCase(), this.has(address) + BigInt(cents) * 10_000n);
  }

  #supported() {
    const networks = { 1: 'base-sepolia', 2: NETWORK };
    const kinds = this.versions.map((x402Version) => {
      return { x402Version, scheme: 'exact', network: networks[x402Version] };
    });
    return { kinds, extensions: [], signers: {} };
  }

  async #wrongWith({ paymentPayload, paymentRequirements: wanted }: Asked): Promise<string | undefined> {
    const { signature, authorization } = paymentPayload.payload;
    const { from, to, value, validAfter, validBefore, nonce } = authorization;
    const seconds = Date.now() / 1000;
    const times = { validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) };
    const address = await recoverTypedDataAddress({
      domain: { ...wanted.extra, chainId: 84532, verifyingContract: wanted.asset },
      ...TRANSFER_TYPES,
      message: { from, to, value: BigInt(value), ...times, nonce },
      signature,
    });
    if (address.toLowerCase() !== from.toLowerCase()) return 'invalid_exact_evm_signature';
    if (to.toLowerCase() !== wanted.payTo.toLowerCase()) return 'invalid_recipient';
    if (value !== (wanted.amount ?? wanted.maxAmountRequired)) return 'invalid_amount';
    if (seconds < Number(validAfter) || seconds > Number(validBefore)) return 'expired';
    if (this.transfers.has(nonce)) return 'nonce_already_used';
    return this.has(from) < BigInt(value) ? 'insufficient_funds' : undefined;
  }

  async #settle(asked: Asked): Promise<object | undefined> {
    const { network } = asked.paymentRequirements;
    const { authorization } = asked.paymentPayload.payload;
    const earlier = this.transfers.get(authorization.nonce);
    if (earlier && this.remembers && this.mood === 'well')
      return { success: true, transaction: earlier.hash, network, payer: authorization.from };
    if (this.mood === 'lost before') return undefined;
    const errorReason = this.mood === 'refuses' ? 'insufficient_funds' : await this.#wrongWith(asked);
    if (errorReason !== undefined) return { success: false, errorReason, transaction: '', network };
    const transaction = this.#carryOut(authorization);
    if (this.mood === 'lost after') return undefined;
    if (this.mood === 'failed with a hash')
      return { success: false, errorReason: 'transfer_event_mismatch', transaction, network };
    return { success: true, transaction, network, payer: authorization.from };
  }

  #carryOut(authorization: Authorization): string {
    const { from, to, value, nonce } = authorization;
    const transaction = `0x${hash('sha256', nonce, 'hex')}`;
    this.balances.set(from.toLowerCase(), this.has(from) - BigInt(value));
    this.balances.set(to.toLowerCase(), this.has(to) + BigInt(value));
    this.transfers.set(nonce, { ...authorization, hash: transaction });
    return transaction;
  }

  /** The node's JSON-RPC, as far as needed to find a transfer. */
  #read(body: string): unknown {
    const { method, params } = JSON.parse(body) as { method: string; params: [never, never] };
    if (method === 'eth_getBlockByNumber')
      return { number: '0x100', timestamp: `0x${Math.floor(Date.now() / 1000).toString(16)}` };
    const all = [...this.transfers.values()];
    if (method === 'eth_call') {
      const { data } = params[0] as { data: string };
      return all.some(({ nonce }) => data.endsWith(nonce.slice(2))) ? '0x1' : '0x0';
    }
    const found = all.find((each) => each.hash === params[0]);
    const parties = [found?.from, found?.to].map((each) => `0x${each?.slice(2).padStart(64, '0')}`);
    const used = { address: ASSET, topics: [AUTHORIZATION_USED, parties[0], found?.nonce], data: '0x' };
    const data = `0x${BigInt(found?.value ?? 0).toString(16)}`;
    const moved = { address: ASSET, topics: [TRANSFER, ...parties], data };
    return { status: '0x1', logs: [used, moved] };
  }
}
