import type { PaymentRefusal } from '../../rules/credits.ts';
import { asRecord, fetchJson, type JsonReply, recordFromBase64, trimSlashes } from '../fetch-json.ts';
import type { IncomingPayment, PaymentOffer, PaymentRail, PaymentTerms, Settlement } from './payment-rail.ts';

export interface X402Settings {
  readonly payTo: string;
  /** Network names of x402: version 2 (`eip155:8453`) and version 1 (`base`). */
  readonly network: string;
  readonly oldNetwork: string;
  /** The token contract, and its EIP-712 domain name and version. */
  readonly asset: string;
  readonly assetName: string;
  readonly assetVersion: string;
  /** JSON-RPC node of the chain, asked about payments whose settlement is unclear. */
  readonly rpcUrl: string | undefined;
  readonly live: boolean;
  readonly sandbox?: boolean;
  readonly baseUrl: URL;
}

export interface X402 extends PaymentRail {
  readonly names: readonly string[];
  /** Payment requirements of x402; version 1 only if the facilitator settles it. */
  requirements(offer: PaymentOffer): { readonly v2: object; readonly v1: object | undefined };
  /** Asks the facilitator which payments it settles; x402 is not offered until it names our network. */
  refreshKinds(): Promise<boolean>;
}

const UNITS_PER_CENT = 10_000n;
const PAY_WITHIN_SECONDS = 120;
const SCHEME = 'exact';

export function x402Rail(settings: X402Settings, facilitator: Facilitator): X402 {
  const chain = settings.rpcUrl === undefined ? undefined : chainReader(settings.rpcUrl);
  let kinds: readonly FacilitatorKind[] = [];
  const settles = (version: 1 | 2, network: string) =>
    kinds.some((kind) => kind.x402Version === version && kind.scheme === SCHEME && kind.network === network);
  const rail = {
    method: 'x402' as const,
    names: [`x402/${SCHEME}`],
    live: settings.live,
    sandbox: settings.sandbox ?? false,
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
    settleAgain: (evidence: string, reference?: string) =>
      settleAgain(facilitator, chain, evidence, reference),
  };
  return rail;
}

function requirementsV2(settings: X402Settings, { resource, credits, cents }: PaymentOffer): object {
  const url = new URL(resource, settings.baseUrl).href;
  return {
    x402Version: 2,
    error: 'Insufficient credits',
    resource: { url, description: `${credits} credits`, mimeType: 'application/json' },
    accepts: [acceptsV2(settings, amountOf(cents))],
    extensions: {},
  };
}

const amountOf = (cents: number) => String(BigInt(cents) * UNITS_PER_CENT);

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

/** Version 1 repeats the resource per item. Its clients accept a missing outputSchema, but not null. */
function acceptsV1(settings: X402Settings, offer: Pick<PaymentOffer, 'cents' | 'resource'>) {
  const { network: _network, amount, ...shared } = acceptsV2(settings, amountOf(offer.cents));
  return {
    ...shared,
    network: settings.oldNetwork,
    maxAmountRequired: amount,
    resource: new URL(offer.resource, settings.baseUrl).href,
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
  const { version, value, payload: paymentPayload } = signed;
  const cents = Number(value / UNITS_PER_CENT);
  const paymentRequirements =
    version === 2 ? acceptsV2(settings, String(value)) : acceptsV1(settings, { cents, resource });
  const evidence = JSON.stringify({ x402Version: version, paymentPayload, paymentRequirements });
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

/** Compares chain addresses without case, which is only a checksum (EIP-55). */
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
 * Repeating is safe: the token accepts an authorization once. After a refusal the chain is asked about the transaction that the
 * facilitator named for an attempt of this service. No other transaction counts: another service with the same address may
 * have settled the same authorization.
 */
async function settleAgain(
  facilitator: Facilitator,
  chain: ChainReader | undefined,
  evidence: string,
  earlier: string | undefined,
): Promise<Settlement> {
  const again = await facilitator.settle(evidence);
  if (again.outcome === 'settled') return again;
  const named = (again.outcome === 'unclear' ? again.reference : undefined) ?? earlier;
  const unclear = { outcome: 'unclear', reason: again.reason, reference: named } as const;
  if (!chain) return unclear;
  const found = await chain.find(transferFromEvidence(evidence), named);
  return found.outcome === 'unclear' ? { ...unclear, reason: found.reason } : found;
}

/** A transfer whose signature is not verified yet. */
interface SignedTransfer extends TokenTransfer {
  readonly version: 1 | 2;
  /** Our payment terms as the payer repeats them. */
  readonly terms: Readonly<Record<string, unknown>>;
  readonly payload: object;
}

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const HASH = /^0x[0-9a-f]{64}$/i;
const SECONDS = /^\d{1,30}$/;
// Amounts of up to 18 digits stay exact as cents in a number.
const AMOUNT = /^\d{1,18}$/;
// Both base64 alphabets: x402 clients differ.
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

function readSignedTransfer(asset: string, text: string): SignedTransfer | undefined {
  const payload = recordFromBase64(text, BASE64);
  const version = payload['x402Version'];
  if (version !== 1 && version !== 2) return undefined;
  const { from, to, value, nonce, validBefore } = asRecord(asRecord(payload['payload'])['authorization']);
  const fits =
    matches(from, ADDRESS) &&
    matches(to, ADDRESS) &&
    matches(nonce, HASH) &&
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

function transferFromEvidence(evidence: string): TokenTransfer {
  // The cast holds: `readPayment` wrote this evidence.
  const { paymentPayload, paymentRequirements } = JSON.parse(evidence) as X402Evidence;
  const { authorization } = paymentPayload.payload;
  const { value, validBefore } = authorization;
  const { asset } = paymentRequirements;
  return { ...authorization, asset, value: BigInt(value), validBefore: Number(validBefore) };
}

interface X402Evidence {
  readonly paymentPayload: {
    readonly payload: {
      readonly authorization: Record<'from' | 'to' | 'value' | 'nonce' | 'validBefore', string>;
    };
  };
  readonly paymentRequirements: Pick<TokenTransfer, 'asset'>;
}

export interface Facilitator {
  kinds(): Promise<readonly FacilitatorKind[]>;
  verify(evidence: string): Promise<'good' | 'refused' | 'unclear'>;
  settle(evidence: string): Promise<Settlement>;
}

type FacilitatorKind = Readonly<Record<'x402Version' | 'scheme' | 'network', unknown>>;

const USUAL_TIMEOUTS = { verifyMs: 10_000, settleMs: 45_000 };

export function facilitatorClient(url: string, patience = USUAL_TIMEOUTS): Facilitator {
  const base = trimSlashes(url);
  return {
    async kinds() {
      const { status, body } = await fetchJson(`${base}/supported`, patience.verifyMs);
      if (status !== 200 || !Array.isArray(body['kinds']))
        throw new Error(`the facilitator answered ${status}`);
      return body['kinds'].map((kind) => asRecord(kind) as unknown as FacilitatorKind);
    },
    async verify(evidence) {
      try {
        return verdictIn(await fetchJson(`${base}/verify`, patience.verifyMs, evidence));
      } catch {
        return 'unclear';
      }
    },
    async settle(evidence) {
      try {
        return settlementIn(await fetchJson(`${base}/settle`, patience.settleMs, evidence));
      } catch (error) {
        return { outcome: 'unclear', reason: error instanceof Error ? error.name : 'no answer' };
      }
    },
  };
}

function verdictIn({ status, body }: JsonReply): 'good' | 'refused' | 'unclear' {
  if (body['isValid'] === true) return 'good';
  // A facilitator sends refusals with status 200 or 4xx.
  return body['isValid'] === false && status < 500 ? 'refused' : 'unclear';
}

// Refusal reasons that facilitators gave after money had moved.
const MAY_HAVE_MOVED = /pending|time.?out|unexpected/i;

function settlementIn({ status, body }: JsonReply): Settlement {
  const { success, transaction, errorReason } = body;
  const hash = matches(transaction, HASH) ? transaction : '';
  const told = typeof errorReason === 'string' ? errorReason : undefined;
  const reason = told?.replace(/[^\w .:-]/g, ' ').slice(0, 100) ?? `answered ${status}`;
  if (success === true && hash !== '') return { outcome: 'settled', reference: hash };
  const nothing = transaction === undefined || transaction === null || transaction === '';
  if (success === false && nothing && status < 500 && !MAY_HAVE_MOVED.test(reason))
    return { outcome: 'refused', reason };
  return { outcome: 'unclear', reason, reference: hash === '' ? undefined : hash };
}

/** A signed token transfer: EIP-3009 transferWithAuthorization. */
export interface TokenTransfer {
  readonly asset: string;
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly nonce: string;
  /** End of the authorization, in Unix seconds. */
  readonly validBefore: number;
}

const TIMEOUT_MS = 10_000;
const AUTHORIZATION_USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5';
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const AUTHORIZATION_STATE = '0xe94a0102';
const FINAL_AFTER_SECONDS = 600;

export interface ChainReader {
  /** Looks up whether the transaction `reference` carried a transfer out; `unclear` while the transfer can still happen. */
  find(transfer: TokenTransfer, reference: string | undefined): Promise<Settlement>;
}

export function chainReader(url: string): ChainReader {
  let asked = 0;
  const ask = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    asked += 1;
    const question = JSON.stringify({ jsonrpc: '2.0', id: asked, method, params });
    const { body } = await fetchJson(url, TIMEOUT_MS, question);
    if (body['error'] !== undefined || !('result' in body)) throw new Error(`the node refused ${method}`);
    return body['result'];
  };
  return {
    async find(transfer: TokenTransfer, reference: string | undefined): Promise<Settlement> {
      try {
        return await findSettlement(ask, transfer, reference);
      } catch (error) {
        return { outcome: 'unclear', reason: error instanceof Error ? error.message : 'no answer' };
      }
    },
  };
}

type JsonRpcCall = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

async function findSettlement(
  ask: JsonRpcCall,
  transfer: TokenTransfer,
  reference: string | undefined,
): Promise<Settlement> {
  if (reference !== undefined && (await carriedOut(ask, transfer, reference)))
    return { outcome: 'settled', reference };
  if (await isUsed(ask, transfer))
    return { outcome: 'unclear', reason: 'used by a transaction not known here' };
  const latest = asRecord(await ask('eth_getBlockByNumber', 'latest', false));
  const over = Number(BigInt(String(latest['timestamp']))) > transfer.validBefore + FINAL_AFTER_SECONDS;
  return over
    ? { outcome: 'refused', reason: 'never carried out' }
    : { outcome: 'unclear', reason: 'no transfer found yet' };
}

/** Whether a transaction used the authorization for this transfer: a nonce may have been used for another one. */
async function carriedOut(ask: JsonRpcCall, transfer: TokenTransfer, reference: string): Promise<boolean> {
  const { status, logs } = asRecord(await ask('eth_getTransactionReceipt', reference));
  if (status !== '0x1' || !Array.isArray(logs)) return false;
  const events = logs.map((log) => asRecord(log));
  const { asset, from, to, nonce, value } = transfer;
  return (
    events.some((event) => isEvent(event, [asset, AUTHORIZATION_USED, abiWord(from), nonce])) &&
    events.some(
      (event) =>
        isEvent(event, [asset, TRANSFER, abiWord(from), abiWord(to)]) &&
        BigInt(String(event['data'])) === value,
    )
  );
}

function isEvent(
  { address, topics }: Readonly<Record<string, unknown>>,
  expected: readonly string[],
): boolean {
  if (!Array.isArray(topics)) return false;
  return [address, ...topics].join().toLowerCase() === expected.join().toLowerCase();
}

async function isUsed(ask: JsonRpcCall, { asset, from, nonce }: TokenTransfer): Promise<boolean> {
  const data = AUTHORIZATION_STATE + abiWord(from).slice(2) + nonce.slice(2);
  return BigInt(String(await ask('eth_call', { to: asset, data }, 'latest'))) !== 0n;
}

function abiWord(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
}
