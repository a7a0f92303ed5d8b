import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { Hex } from 'viem';

import { SECOND } from '../../rules/base/clock.ts';
import { CURRENCY } from '../../rules/credits.ts';
import { systemClock } from '../clock.ts';
import { asRecord } from '../fetch-json.ts';
import type { Random } from '../random.ts';
import type { MppMethod } from './mpp.ts';
import type { Facilitator, X402Settings } from './x402.ts';

const CHAIN_ID = 84532;

/** x402 with play money asks for USDC of a test network: what a wallet signs here is worthless on a network with real money. */
export const PLAY_COIN: Omit<X402Settings, 'baseUrl'> = {
  network: `eip155:${CHAIN_ID}`,
  oldNetwork: 'base-sepolia',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  assetName: 'USDC',
  assetVersion: '2',
  // The burn address, which has no known key.
  payTo: '0x000000000000000000000000000000000000dEaD',
  rpcUrl: undefined,
  live: false,
  sandbox: true,
};

/** What every wallet owns when the process starts: $100. */
const WALLET_UNITS = 100_000_000n;

/** A facilitator without a chain: it verifies signatures and keeps nonces and balances in memory. */
export function sandboxFacilitator(): Facilitator {
  const transactions = new Map<string, string>();
  const spent = new Map<string, bigint>();
  const wall = systemClock();
  const refusalOf = ({ from, to, value, validAfter, validBefore, nonce }: Authorization, signed: boolean) => {
    if (!signed) return 'invalid_signature';
    if (to.toLowerCase() !== PLAY_COIN.payTo.toLowerCase()) return 'invalid_recipient';
    const seconds = wall.now() / SECOND;
    if (seconds < Number(validAfter) || seconds >= Number(validBefore)) return 'expired';
    if (transactions.has(transferId(from, nonce))) return 'nonce_already_used';
    return (spent.get(from) ?? 0n) + BigInt(value) > WALLET_UNITS ? 'insufficient_funds' : undefined;
  };
  return {
    kinds: async () => [
      { x402Version: 1, scheme: 'exact', network: PLAY_COIN.oldNetwork },
      { x402Version: 2, scheme: 'exact', network: PLAY_COIN.network },
    ],
    async verify(evidence) {
      const { signature, authorization } = readEvidence(evidence);
      const signed = await isSigned(authorization, signature);
      return refusalOf(authorization, signed) === undefined ? 'good' : 'refused';
    },
    async settle(evidence) {
      const { signature, authorization } = readEvidence(evidence);
      const { from, value, nonce } = authorization;
      const id = transferId(from, nonce);
      const reference = `0x${hash('sha256', JSON.stringify(authorization), 'hex')}`;
      const signed = await isSigned(authorization, signature);
      // Nothing below waits, so that concurrent copies of a transfer are carried out once.
      if (transactions.get(id) === reference) return { outcome: 'settled', reference };
      const reason = refusalOf(authorization, signed);
      if (reason !== undefined) return { outcome: 'refused', reason };
      spent.set(from, (spent.get(from) ?? 0n) + BigInt(value));
      transactions.set(id, reference);
      return { outcome: 'settled', reference };
    },
  };
}

/** EIP-3009 transferWithAuthorization as JSON. */
interface Authorization {
  readonly from: Hex;
  readonly to: Hex;
  readonly value: string;
  readonly validAfter: string;
  readonly validBefore: string;
  readonly nonce: Hex;
}

type Signed = Readonly<{ signature: Hex; authorization: Authorization }>;

function readEvidence(evidence: string): Signed {
  // The cast holds except for `signature` and `validAfter`, which `isSigned` checks: `readPayment` parsed the rest.
  const { paymentPayload } = JSON.parse(evidence) as Record<'paymentPayload', { readonly payload: Signed }>;
  const { signature, authorization } = paymentPayload.payload;
  return { signature, authorization: { ...authorization, from: authorization.from.toLowerCase() as Hex } };
}

const transferId = (from: string, nonce: string) => `${from}:${nonce.toLowerCase()}`;

const TRANSFER_TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

async function isSigned(authorization: Authorization, signature: Hex): Promise<boolean> {
  // Imported with the first payment, so that a start does not load it.
  const { verifyTypedData } = await import('viem/utils');
  const { assetName: name, assetVersion: version, asset } = PLAY_COIN;
  const { from, value, validAfter, validBefore } = authorization;
  try {
    const window = { validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) };
    return await verifyTypedData({
      address: from,
      domain: { name, version, chainId: CHAIN_ID, verifyingContract: asset as Hex },
      types: TRANSFER_TYPES,
      primaryType: 'TransferWithAuthorization',
      message: { ...authorization, value: BigInt(value), ...window },
      signature,
    });
  } catch {
    return false;
  }
}

export interface SandboxWallet {
  /** A token for this seller, amount and currency; like Stripe's it pays once. */
  issueToken(order: unknown): string;
}

const NETWORK_ID = 'profile_sandbox';
const TOKEN = /^spt_sandbox_([0-9a-f]{32})_([0-9a-f]{64})$/;

/** MPP with play money: Stripe's method, with tokens of our own wallet. */
export function sandboxTokens(
  secret: string,
  random: Random,
): SandboxWallet & { readonly method: MppMethod } {
  const payments = new Map<string, string>();
  const sign = (...parts: readonly string[]) => createHmac('sha256', secret).update(parts.join(' ')).digest();
  return {
    issueToken(order) {
      const { amount, currency, networkId } = asRecord(order);
      const nonce = Buffer.from(random.bytes(16)).toString('hex');
      const mac = sign(nonce, String(amount), String(currency), String(networkId)).toString('hex');
      return `spt_sandbox_${nonce}_${mac}`;
    },
    method: {
      name: 'stripe',
      live: false,
      request: () => ({ methodDetails: { networkId: NETWORK_ID, paymentMethodTypes: ['card'] } }),
      async charge({ key, cents, payload }) {
        const [token = '', nonce = '', mac = ''] = TOKEN.exec(String(payload['spt'])) ?? [];
        const expected = sign(nonce, String(cents), CURRENCY, NETWORK_ID);
        if (mac === '' || !timingSafeEqual(Buffer.from(mac, 'hex'), expected))
          return { outcome: 'refused', reason: 'no token for this payment' };
        const payment = payments.get(token) ?? key;
        if (payment !== key) return { outcome: 'refused', reason: 'token already used' };
        payments.set(token, key);
        return { outcome: 'settled', reference: `pi_sandbox_${nonce}` };
      },
    },
  };
}
