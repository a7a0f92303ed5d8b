import { expect, test } from 'vitest';

import { localServer, sendJson } from '../../../test/support/local-server.ts';
import {
  chainReader,
  type Facilitator,
  facilitatorClient,
  type TokenTransfer,
  x402Rail,
  type X402Settings,
} from './x402.ts';

const NETWORK = 'eip155:84532';
const OLD_NETWORK = 'base-sepolia';
const ASSET = '0x036CbD53842c5426634e7929541eC2318f3dCF7e';
const PAY_TO = '0x00000000000000000000000000000000000Fee11';
const FROM = '0xABCDEF0000000000000000000000000000000001';
const RESOURCE = '/api/house/credits';
const NO_FACILITATOR = facilitatorClient('http://127.0.0.1:9');
const COIN = { asset: ASSET, assetName: 'USDC', assetVersion: '2', rpcUrl: undefined, payTo: PAY_TO };
const NETWORKS = { network: NETWORK, oldNetwork: OLD_NETWORK, live: false };
const settings: X402Settings = { ...NETWORKS, ...COIN, baseUrl: new URL('https://pets.example.org') };

const KINDS = {
  new: { x402Version: 2, scheme: 'exact', network: NETWORK },
  old: { x402Version: 1, scheme: 'exact', network: OLD_NETWORK },
};

/** A rail whose facilitator lists these kinds and refuses every settlement. */
async function railWith(...kinds: readonly object[]) {
  const { url } = await localServer(async ({ url: path }, _body, response) =>
    sendJson(response, 200, path === '/supported' ? { kinds } : { success: false, errorReason: 'no_funds' }),
  );
  const rail = x402Rail(settings, facilitatorClient(url));
  await rail.refreshKinds();
  return rail;
}

type Payment = Partial<Record<'terms' | 'authorization', object>> & { readonly version?: unknown };

function headerOf({ version = 2, terms = {}, authorization = {} }: Payment = {}): string {
  const value = '4000000';
  const valid = { validAfter: '0', validBefore: '1000', nonce: `0x${'Ab'.repeat(32)}` };
  const signed = { from: FROM, to: PAY_TO, value, ...valid, ...authorization };
  const payload = { signature: '0x1', authorization: signed };
  const what = { network: NETWORK, asset: ASSET, payTo: PAY_TO, amount: value };
  const agreed = { scheme: 'exact', ...(version === 1 ? { network: OLD_NETWORK } : what), ...terms };
  const written = version === 1 ? agreed : { accepted: agreed };
  return Buffer.from(JSON.stringify({ x402Version: version, ...written, payload })).toString('base64');
}

const HUGE = `1${'0'.repeat(29)}`;

const reading = (payment: Payment = {}) =>
  x402Rail(settings, NO_FACILITATOR).read(headerOf(payment), RESOURCE);

test.each([
  ['nothing', []],
  ['the older version', [KINDS.old]],
  ['another scheme', [{ ...KINDS.new, scheme: 'upto' }]],
  ['another network', [{ ...KINDS.new, network: 'eip155:1' }]],
  ['our network in the older version', [{ ...KINDS.new, x402Version: 1 }]],
])('a facilitator that settles %s leaves the rail closed', async (_, kinds) => {
  expect(x402Rail(settings, NO_FACILITATOR).open).toBe(false);
  expect((await railWith(...kinds)).open).toBe(false);
});

test('a facilitator for both versions, among others, serves clients of both', async () => {
  const offer = { agentId: 'a', credits: 500, cents: 400, resource: RESOURCE };
  const url = 'https://pets.example.org/api/house/credits';
  const rail = await railWith({ ...KINDS.new, scheme: 'upto' }, KINDS.new, KINDS.old);
  expect(rail.open).toBe(true);
  expect(rail.requirements(offer)).toMatchObject({
    v2: { resource: { url }, accepts: [{ amount: '4000000', network: NETWORK }] },
    v1: { resource: url, maxAmountRequired: '4000000', network: OLD_NETWORK },
  });
  const newer = await railWith(KINDS.new, { ...KINDS.old, network: 'base' });
  expect([newer.open, newer.requirements(offer).v1]).toEqual([true, undefined]);
});

test.each([
  [2, { amount: '4000000', network: NETWORK }, 'payment-response', NETWORK],
  [1, { maxAmountRequired: '4000000', network: OLD_NETWORK }, 'x-payment-response', OLD_NETWORK],
] as const)('a payment of version %i is forwarded, and its receipt written, in that version', (...row) => {
  const [version, wanted, header, network] = row;
  const payment = reading({ version });
  expect(payment?.check('a', 0)).toEqual({ cents: 400, credits: undefined });
  const { paymentRequirements, ...others } = JSON.parse(payment?.evidence ?? '') as Record<string, object>;
  expect(others).toMatchObject({ x402Version: version, paymentPayload: { x402Version: version } });
  expect(paymentRequirements).toMatchObject(wanted);
  expect(paymentRequirements).not.toHaveProperty(version === 2 ? 'maxAmountRequired' : 'amount');
  const receipt = payment?.receipt('0xfeed', 0) ?? {};
  expect(Object.keys(receipt)).toEqual([header]);
  const written = { success: true, transaction: '0xfeed', network, payer: FROM.toLowerCase() };
  expect(JSON.parse(Buffer.from(receipt[header] ?? '', 'base64').toString())).toEqual(written);
});

test.each([
  ['nothing', { version: 1, authorization: { value: '0' } }],
  ['a fraction of a cent', { version: 1, authorization: { value: '4000001' } }],
  ['a fraction on both sides', { terms: { amount: '4000001' }, authorization: { value: '4000001' } }],
  ['another receiver', { authorization: { to: FROM } }],
  ['another coin', { terms: { asset: FROM } }],
  ['another chain', { terms: { network: 'eip155:1' } }],
  ['another scheme', { terms: { scheme: 'upto' } }],
  ['another on paper', { terms: { payTo: FROM } }],
  ['the newer network in the older version', { version: 1, terms: { network: NETWORK } }],
])('a payment of or to %s does not match our terms', (_, payment) => {
  expect(reading(payment)?.check('a', 0)).toBe('other_terms');
});

test.each([
  ['version 3', { version: 3 }],
  ['half a payer', { authorization: { from: '0x12' } }],
  ['no receiver', { authorization: { to: null } }],
  ['a payer in a list', { authorization: { from: [FROM] } }],
  ['a malformed nonce', { authorization: { nonce: 'x' } }],
  ['an amount above the range', { authorization: { value: HUGE }, terms: { amount: HUGE } }],
  ['an end that is no moment', { authorization: { validBefore: 'never' } }],
])('a payment with %s is unreadable', (_, payment) => {
  expect(reading(payment)).toBeUndefined();
});

test('addresses and nonces are case-insensitive', () => {
  const shouted = reading({
    authorization: { from: FROM.toLowerCase(), to: PAY_TO.toLowerCase(), nonce: `0x${'aB'.repeat(32)}` },
  });
  expect(shouted?.key).toBe(reading()?.key);
  expect(shouted?.check('a', 0)).toEqual({ cents: 400, credits: undefined });
});

test('a second refusal is inconclusive where no chain can be read', async () => {
  const rail = await railWith(KINDS.new);
  const evidence = rail.read(headerOf(), RESOURCE)?.evidence ?? '';
  expect(await rail.settle(evidence)).toEqual({ outcome: 'refused', reason: 'no_funds' });
  expect(await rail.settleAgain(evidence)).toEqual({ outcome: 'unclear', reason: 'no_funds' });
});

const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const NONCE = `0x${'ab'.repeat(32)}`;
const PAID = `0x${'cd'.repeat(32)}`;
const OVER = 1_000_600;
const coins = { asset: ASSET, from: FROM, to: PAY_TO, value: 4_000_000n };
const transfer: TokenTransfer = { ...coins, nonce: NONCE, validBefore: 1_000_000 };
const hex = (number: number) => `0x${number.toString(16)}`;
const word = (address: string) => `0x${'0'.repeat(24)}${address.slice(2).toLowerCase()}`;
const AUTHORIZATION_USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5';
const used = { address: ASSET, topics: [AUTHORIZATION_USED, word(FROM), NONCE], data: '0x' };
const moved = { address: ASSET, topics: [TRANSFER_TOPIC, word(FROM), word(PAY_TO)], data: hex(4_000_000) };

/** A node by default. It may have `receipts` by transaction hash, and replies `instead` by method. */
const NODE = { seconds: OVER, used: false };
const NOTHING: Readonly<Record<string, object | null>> = {};

async function aNode(state: Partial<typeof NODE> & { receipts?: typeof NOTHING; instead?: typeof NOTHING }) {
  const { seconds, used: spent, receipts = NOTHING, instead = NOTHING } = { ...NODE, ...state };
  const asked: { readonly id: number; readonly method: string; readonly params: readonly unknown[] }[] = [];
  const question = `0xe94a0102${word(FROM).slice(2)}${NONCE.slice(2)}`;
  const results: Record<string, (first: never) => unknown> = {
    eth_getBlockByNumber: () => ({ timestamp: hex(seconds) }),
    eth_getTransactionReceipt: (hash) => receipts[hash] ?? null,
    eth_call: ({ to, data }: { to: string; data: string }) =>
      to === ASSET && data.toLowerCase() === question && spent ? `0x${'1'.padStart(64, '0')}` : '0x0',
  };
  const { url } = await localServer(async (_, body, response) => {
    const call = JSON.parse(body) as (typeof asked)[number];
    asked.push(call);
    const { id, method, params } = call;
    const result = () => results[method]?.(params[0] as never);
    sendJson(response, 200, instead[method] ?? { jsonrpc: '2.0', id, result: result() });
  });
  return { url, asked, find: (reference?: string) => chainReader(url).find(transfer, reference) };
}

const settled = { outcome: 'settled', reference: PAID };
const notYet = { outcome: 'unclear', reason: 'no transfer found yet' };

const elsewhere = { outcome: 'unclear', reason: 'used by a transaction not known here' };

test('a confirmed transfer is settled by the named transaction, among other logs', async () => {
  const back = { ...moved, topics: [TRANSFER_TOPIC, word(PAY_TO), word(FROM)] };
  const odd = [null, { ...moved, topics: null }, { ...moved, address: 7 }, back];
  const logs = [...odd, used, moved];
  const { asked, find } = await aNode({ receipts: { [PAID]: { status: '0x1', logs } }, used: true });
  expect(await find(PAID)).toEqual(settled);
  expect(asked.map(({ id, method }) => `${id} ${method}`)).toEqual(['1 eth_getTransactionReceipt']);
  expect(asked[0]?.params).toEqual([PAID]);
});

test.each([
  ['failed', { status: '0x0', logs: [used, moved] }],
  ['has no logs', { status: '0x1', logs: null }],
  [
    'went to another',
    { status: '0x1', logs: [used, { ...moved, topics: moved.topics.with(2, word(FROM)) }] },
  ],
  ['moved another coin', { status: '0x1', logs: [used, { ...moved, address: PAY_TO }] }],
  ['moved less', { status: '0x1', logs: [used, { ...moved, data: '0x1' }] }],
  ['used another nonce', { status: '0x1', logs: [{ ...used, topics: used.topics.with(2, PAID) }, moved] }],
])('a named transaction that %s pays nothing', async (_, receipt) => {
  const { find } = await aNode({ receipts: { [PAID]: receipt }, used: true });
  expect(await find(PAID)).toEqual(elsewhere);
});

test('a transfer carried out by a transaction nobody named here is not taken for ours', async () => {
  const { find } = await aNode({ receipts: { [PAID]: { status: '0x1', logs: [used, moved] } }, used: true });
  expect(await find()).toEqual(elsewhere);
});

test('of two services with one address, only the one whose attempt was carried out grants credits', async () => {
  const receipts = { [PAID]: { status: '0x1', logs: [used, moved] } };
  const { url: rpcUrl } = await aNode({ receipts, used: true });
  // The facilitator is asked by both: it names the transaction to the first, and refuses the used nonce to the second.
  const answers = [{ transaction: PAID, errorReason: 'timeout' }, {}, {}, {}];
  const facilitator: Facilitator = {
    ...NO_FACILITATOR,
    settle: async () => {
      const { transaction: reference, errorReason } = answers.shift() ?? {};
      const reason = errorReason ?? 'nonce used';
      return reference ? { outcome: 'unclear', reason, reference } : { outcome: 'refused', reason };
    },
  };
  const [ours, theirs] = [1, 2].map(() => x402Rail({ ...settings, rpcUrl }, facilitator));
  const evidence = ours?.read(headerOf(), RESOURCE)?.evidence ?? '';
  expect(await ours?.settle(evidence)).toEqual({ outcome: 'unclear', reason: 'timeout', reference: PAID });
  expect(await theirs?.settle(evidence)).toEqual({ outcome: 'refused', reason: 'nonce used' });
  expect(await theirs?.settleAgain(evidence)).toEqual({ ...elsewhere, reference: undefined });
  expect(await ours?.settleAgain(evidence, PAID)).toEqual(settled);
});

test.each([
  ['can still be carried out', { seconds: 999_000 }, notYet],
  ['is over, but not for ten minutes', { seconds: OVER }, notYet],
  ['is over for good', { seconds: OVER + 1 }, { outcome: 'refused', reason: 'never carried out' }],
  ['is over, and was used for something', { seconds: OVER + 1, used: true }, elsewhere],
])('an unseen transfer that %s', async (_, state, outcome) => {
  const { asked, find } = await aNode(state);
  expect(await find()).toEqual(outcome);
  expect(asked.map(({ method }) => method)).not.toContain('eth_getTransactionReceipt');
});

test.each([
  ['says why not', { error: { code: -32_005, message: 'too many requests' } }],
  ['says nothing', {}],
])('a node that refuses an answer and %s does not count as nothing found', async (_, answer) => {
  const { find } = await aNode({ seconds: OVER + 1, instead: { eth_call: answer } });
  expect(await find()).toEqual({ outcome: 'unclear', reason: 'the node refused eth_call' });
});

const HASH = `0x${'aB'.repeat(32)}`;

async function saying(status: number, body: object) {
  const { url } = await localServer(async (_request, _body, response) => sendJson(response, status, body));
  return facilitatorClient(url);
}

test.each([
  ['that it can do nothing', 200, {}],
  ['what it could do, were it well', 500, { kinds: [] }],
])('a facilitator that says %s has listed no kinds', async (_, status, body) => {
  await expect((await saying(status, body)).kinds()).rejects.toThrow(`the facilitator answered ${status}`);
  const malformed = await saying(200, { kinds: [KINDS.new, 'exact', null] });
  expect(await malformed.kinds()).toEqual([KINDS.new, {}, {}]);
});

test.each([
  [200, { isValid: true }, 'good'],
  [200, { isValid: false }, 'refused'],
  [402, { isValid: false }, 'refused'],
  [500, { isValid: false }, 'unclear'],
  [200, {}, 'unclear'],
  [200, { isValid: 'true' }, 'unclear'],
])('a verification answered with %i %j is %s', async (status, body, verdict) => {
  expect(await (await saying(status, body)).verify('{}')).toBe(verdict);
});

test('a node or facilitator that closes the connection has neither verified nor refused', async () => {
  const { url } = await localServer(async (request) => void request.socket.destroy());
  expect(await chainReader(url).find(transfer, undefined)).toEqual({
    outcome: 'unclear',
    reason: 'fetch failed',
  });
  const facilitator = facilitatorClient(url);
  expect(await facilitator.verify('{}')).toBe('unclear');
  expect(await facilitator.settle('{}')).toEqual({ outcome: 'unclear', reason: 'TypeError' });
});

test('a payment is settled only by a well-formed transaction hash', async () => {
  const told = async (hash: unknown) =>
    (await saying(200, { success: true, transaction: hash })).settle('{}');
  expect(await told(HASH)).toEqual({ outcome: 'settled', reference: HASH });
  for (const other of [`x${HASH}`, `${HASH}0`, '', 'done', [HASH], undefined])
    expect(await told(other), String(other)).toEqual({ outcome: 'unclear', reason: 'answered 200' });
});

const REASON = 'insufficient_funds';
const failed = (errorReason: unknown = REASON, more = {}) => ({ success: false, errorReason, ...more });
const FOREIGN = `a_1.b: c-d\n"<é>${'x'.repeat(200)}`;

test.each<readonly [what: string, status: number, body: object, outcome: string, reason: string]>([
  ['no transaction', 200, failed(), 'refused', REASON],
  ['an empty one', 402, failed(REASON, { transaction: '' }), 'refused', REASON],
  ['one', 200, failed(REASON, { transaction: HASH }), 'unclear', REASON],
  ['its own failure', 500, failed(), 'unclear', REASON],
  ['nothing about success', 200, { errorReason: REASON }, 'unclear', REASON],
  ['success without one', 200, { success: true, errorReason: REASON }, 'unclear', REASON],
  // Money may have moved after a timeout or an unexpected error.
  ...['settlement_pending', 'time out', 'timeout', 'Timed-out: time-out', 'unexpected_settle_error'].map(
    (reason) => [reason, 200, failed(reason), 'unclear', reason] as const,
  ),
  ['a reason that is no text', 400, failed({ why: 'so' }), 'refused', 'answered 400'],
  ['a long foreign reason', 200, failed(FOREIGN), 'refused', `a_1.b: c-d     ${'x'.repeat(85)}`],
])('a settlement that fails with %s', async (_, status, body, outcome, reason) => {
  const reference = JSON.stringify(body).includes(HASH) ? HASH : undefined;
  expect(await (await saying(status, body)).settle('{}')).toEqual({ outcome, reason, reference });
});
