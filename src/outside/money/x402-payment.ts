import { asRecord, recordFromBase64 } from '../engine/fetch-json.ts';
import type { TokenTransfer } from './x402-chain.ts';

/** A transfer as it came in a header: signed, and not believed yet. */
export interface SignedTransfer extends TokenTransfer {
  readonly version: 1 | 2;
  /** What the payer took our terms to be. */
  readonly terms: Readonly<Record<string, unknown>>;
  readonly payload: object;
}

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const NONCE = /^0x[0-9a-f]{64}$/i;
const SECONDS = /^\d{1,30}$/;
// More than this nobody has, and in cents it stays exact.
const AMOUNT = /^\d{1,18}$/;
// In either alphabet: clients do as they like.
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** The signed transfer in a header: base64 of JSON, in the shape of version 1 or 2. */
export function readSignedTransfer(asset: string, text: string): SignedTransfer | undefined {
  const payload = recordFromBase64(text, BASE64);
  const version = payload['x402Version'];
  if (version !== 1 && version !== 2) return undefined;
  const { from, to, value, nonce, validBefore } = asRecord(asRecord(payload['payload'])['authorization']);
  const fits =
    matches(from, ADDRESS) &&
    matches(to, ADDRESS) &&
    matches(nonce, NONCE) &&
    matches(value, AMOUNT) &&
    matches(validBefore, SECONDS);
  if (!fits) return undefined;
  return {
    version,
    terms: version === 2 ? asRecord(payload['accepted']) : payload,
    payload,
    asset,
    from: from.toLowerCase(),
    to,
    value: BigInt(value),
    nonce: nonce.toLowerCase(),
    validBefore: Number(validBefore),
  };
}

function matches(value: unknown, shape: RegExp): value is string {
  return typeof value === 'string' && shape.test(value);
}

/** The transfer in what we kept of a payment. */
export function transferFromEvidence(evidence: string): TokenTransfer {
  // We wrote it ourselves, from a payment that could be read.
  const { paymentPayload, paymentRequirements } = JSON.parse(evidence) as X402Evidence;
  const { value, validBefore, ...parties } = paymentPayload.payload.authorization;
  return {
    ...parties,
    asset: paymentRequirements.asset,
    value: BigInt(value),
    validBefore: Number(validBefore),
  };
}

interface X402Evidence {
  readonly paymentPayload: { readonly payload: { readonly authorization: TransferAuthorization } };
  readonly paymentRequirements: Pick<TokenTransfer, 'asset'>;
}

interface TransferAuthorization extends Omit<TokenTransfer, 'asset' | 'value' | 'validBefore'> {
  readonly value: string;
  readonly validBefore: string;
}
