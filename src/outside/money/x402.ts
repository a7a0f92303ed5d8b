import type { PaymentRefusal } from '../../core/money/payment.ts';
import type { IncomingPayment, PaymentOffer, PaymentRail, Settlement, PaymentTerms } from './payment-rail.ts';
import { chainReader, type ChainReader } from './x402-chain.ts';
import {
  facilitatorClient,
  type Facilitator,
  type FacilitatorKind,
  type FacilitatorTimeouts,
} from './x402-facilitator.ts';
import { readSignedTransfer, transferFromEvidence, type SignedTransfer } from './x402-payment.ts';

export interface X402Settings {
  readonly facilitatorUrl: string;
  readonly payTo: string;
  /** As version 2 names it, `eip155:8453`, and as version 1 does, `base`. */
  readonly network: string;
  readonly oldNetwork: string;
  /** The coin: its contract, and what it calls itself when it checks a signature. */
  readonly asset: string;
  readonly assetName: string;
  readonly assetVersion: string;
  /** Where the chain itself can be read, for payments that end without an answer. */
  readonly rpcUrl: string | undefined;
  /** True when its coins are worth something. */
  readonly live: boolean;
  /** Where the world finds us. */
  readonly baseUrl: URL;
}

export interface X402 extends PaymentRail {
  /** As `Accept-Payment` would name it. */
  readonly names: readonly string[];
  /** What clients of version 2 need to pay, and what those of version 1 do, when they can be served. */
  requirements(offer: PaymentOffer): { readonly v2: object; readonly v1: object | undefined };
  /** Asks the facilitator what it can settle; until it names our network, nothing is offered. */
  refreshKinds(): Promise<boolean>;
}

const UNITS_PER_CENT = 10_000n;
const PAY_WITHIN_SECONDS = 120;
const SCHEME = 'exact';

export function x402Rail(settings: X402Settings, timeouts?: FacilitatorTimeouts): X402 {
  const facilitator = facilitatorClient(settings.facilitatorUrl, timeouts);
  const chain = settings.rpcUrl === undefined ? undefined : chainReader(settings.rpcUrl);
  let kinds: readonly FacilitatorKind[] = [];
  const settles = (version: 1 | 2, network: string) =>
    kinds.some((kind) => kind.x402Version === version && kind.scheme === SCHEME && kind.network === network);
  const rail = {
    method: 'x402' as const,
    names: [`x402/${SCHEME}`],
    live: settings.live,
    get open() {
      return settles(2, settings.network);
    },
    async refreshKinds() {
      kinds = await facilitator.kinds();
      return rail.open;
    },
    requirements: (offer: PaymentOffer) => ({
      v2: requirementsV2(settings, offer),
      v1: settles(1, settings.oldNetwork) ? acceptsV1(settings, offer) : undefined,
    }),
    read: (text: string, resource: string) => readPayment(settings, facilitator, text, resource),
    settle: (evidence: string) => facilitator.settle(evidence),
    settleAgain: (evidence: string) => settleAgain(facilitator, chain, evidence),
  };
  return rail;
}

function requirementsV2(settings: X402Settings, offer: PaymentOffer): object {
  return {
    x402Version: 2,
    error: 'Insufficient credits',
    resource: {
      url: urlOf(settings, offer),
      description: `${offer.credits} credits`,
      mimeType: 'application/json',
    },
    accepts: [acceptsV2(settings, amountOf(offer.cents))],
    extensions: {},
  };
}

function urlOf({ baseUrl }: X402Settings, { resource }: Pick<PaymentOffer, 'resource'>): string {
  return new URL(resource, baseUrl).href;
}

function amountOf(cents: number): string {
  return String(BigInt(cents) * UNITS_PER_CENT);
}

function acceptsV2({ network, asset, payTo, assetName, assetVersion }: X402Settings, amount: string) {
  return {
    scheme: SCHEME,
    network,
    amount,
    asset,
    payTo,
    maxTimeoutSeconds: PAY_WITHIN_SECONDS,
    extra: { name: assetName, version: assetVersion },
  };
}

/** Version 1 says per item what version 2 says once. Its clients take a missing outputSchema, but no null. */
function acceptsV1(settings: X402Settings, offer: Pick<PaymentOffer, 'cents' | 'resource'>) {
  const { network: _network, amount, ...shared } = acceptsV2(settings, amountOf(offer.cents));
  return {
    ...shared,
    network: settings.oldNetwork,
    maxAmountRequired: amount,
    resource: urlOf(settings, offer),
    description: 'Credits',
    mimeType: 'application/json',
  };
}

function readPayment(
  settings: X402Settings,
  facilitator: Facilitator,
  text: string,
  resource: string,
): IncomingPayment | undefined {
  const signed = readSignedTransfer(settings.asset, text);
  if (!signed) return undefined;
  const cents = Number(signed.value / UNITS_PER_CENT);
  const requirements =
    signed.version === 2
      ? acceptsV2(settings, String(signed.value))
      : acceptsV1(settings, { cents, resource });
  const evidence = JSON.stringify({
    x402Version: signed.version,
    paymentPayload: signed.payload,
    paymentRequirements: requirements,
  });
  return {
    key: ['x402', settings.network, settings.asset.toLowerCase(), signed.from, signed.nonce].join(':'),
    evidence,
    check: (): PaymentTerms | PaymentRefusal =>
      matchesOurTerms(settings, signed) ? { cents, credits: undefined } : 'other_terms',
    verify: () => facilitator.verify(evidence),
    receipt: (reference) => receipt(settings, signed, reference),
  };
}

function matchesOurTerms(settings: X402Settings, { version, terms, to, value }: SignedTransfer): boolean {
  const network = version === 2 ? settings.network : settings.oldNetwork;
  const accepted =
    version === 1 ||
    (sameAddress(terms['asset'], settings.asset) &&
      sameAddress(terms['payTo'], settings.payTo) &&
      terms['amount'] === String(value));
  return (
    accepted &&
    terms['scheme'] === SCHEME &&
    terms['network'] === network &&
    sameAddress(to, settings.payTo) &&
    value > 0n &&
    value % UNITS_PER_CENT === 0n
  );
}

/** Addresses are written in both cases, to tell a slip of the hand. */
function sameAddress(one: unknown, other: string): boolean {
  return typeof one === 'string' && one.toLowerCase() === other.toLowerCase();
}

function receipt(settings: X402Settings, { version, from }: SignedTransfer, transaction: string) {
  const network = version === 2 ? settings.network : settings.oldNetwork;
  const told = JSON.stringify({ success: true, transaction, network, payer: from });
  const name = version === 2 ? 'payment-response' : 'x-payment-response';
  return { [name]: Buffer.from(told).toString('base64') };
}

/**
 * The coin itself takes every authorization once, so that asking again is safe. But a facilitator that refuses now may
 * have taken the money before: only the chain can tell then.
 */
async function settleAgain(
  facilitator: Facilitator,
  chain: ChainReader | undefined,
  evidence: string,
): Promise<Settlement> {
  const again = await facilitator.settle(evidence);
  if (again.outcome === 'settled') return again;
  return chain ? chain.find(transferFromEvidence(evidence)) : { outcome: 'unclear', reason: again.reason };
}
