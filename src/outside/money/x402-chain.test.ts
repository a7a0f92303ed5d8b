import { expect, test } from 'vitest';

import { localServer, sendJson } from '../../../test/support/local-server.ts';
import { chainReader, type TokenTransfer, facilitatorClient } from './x402.ts';

const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const ASSET = '0x036CbD53842c5426634e7929541eC2318f3dCF7e';
const FROM = '0xABCDEF0000000000000000000000000000000001';
const TO = '0x00000000000000000000000000000000000Fee11';
const NONCE = `0x${'ab'.repeat(32)}`;
const PAID = `0x${'cd'.repeat(32)}`;
const OVER = 1_000_600;

const coins = { asset: ASSET, from: FROM, to: TO, value: 4_000_000n };
const transfer: TokenTransfer = { ...coins, nonce: NONCE, validBefore: 1_000_000 };
const hex = (number: number) => `0x${number.toString(16)}`;
const word = (address: string) => `0x${'0'.repeat(24)}${address.slice(2).toLowerCase()}`;
const moved = { address: ASSET, topics: [TRANSFER_TOPIC, word(FROM), word(TO)], data: hex(4_000_000) };

interface NodeState {
  readonly block?: number;
  readonly seconds?: number;
  /** Receipts of the transactions that used the nonce, by hash. */
  readonly receipts?: Readonly<Record<string, unknown>>;
  readonly used?: boolean;
  /** Replies to return instead, by method. */
  readonly instead?: Readonly<Record<string, object>>;
}

/** A node that knows one nonce, and the requests it got. */
async function aNode({ block = 256, seconds = OVER, receipts = {}, used = false, instead = {} }: NodeState) {
  const asked: { readonly id: number; readonly method: string; readonly params: readonly unknown[] }[] = [];
  const state = `0xe94a0102${word(FROM).slice(2)}${NONCE.slice(2)}`;
  const results: Record<string, (first: never) => unknown> = {
    eth_getBlockByNumber: () => ({ number: hex(block), timestamp: hex(seconds) }),
    eth_getLogs: () => Object.keys(receipts).map((transactionHash) => ({ transactionHash })),
    eth_getTransactionReceipt: (hash) => receipts[hash] ?? null,
    eth_call: ({ to, data }: { to: string; data: string }) =>
      to === ASSET && data === state && used ? `0x${'1'.padStart(64, '0')}` : '0x0',
  };
  const { url } = await localServer(async (_, body, response) => {
    const question = JSON.parse(body) as (typeof asked)[number];
    asked.push(question);
    const { id, method, params } = question;
    const result = () => results[method]?.(params[0] as never);
    sendJson(response, 200, instead[method] ?? { jsonrpc: '2.0', id, result: result() });
  });
  return { asked, find: () => chainReader(url).find(transfer) };
}

const settled = { outcome: 'settled', reference: PAID };
const notYet = { outcome: 'unclear', reason: 'no transfer found yet' };

test('a confirmed transfer is settled by its transaction, among other logs', async () => {
  const odd = [
    null,
    { ...moved, topics: null },
    { ...moved, address: 7 },
    { ...moved, data: 4_000_000 },
    { ...moved, topics: [TRANSFER_TOPIC, word(TO), word(FROM)] },
  ];
  const { asked, find } = await aNode({ receipts: { [PAID]: { status: '0x1', logs: [...odd, moved] } } });
  expect(await find()).toEqual(settled);
  const methods = asked.map(({ id, method }) => `${id} ${method}`);
  expect(methods).toEqual(['1 eth_getBlockByNumber', '2 eth_getLogs', '3 eth_getTransactionReceipt']);
  expect(asked[0]?.params).toEqual(['latest', false]);
  const logs = { address: ASSET, topics: [expect.any(String), word(FROM), NONCE] };
  expect(asked[1]?.params).toMatchObject([logs]);
});

test.each([
  ['failed', { status: '0x0', logs: [moved] }],
  ['has no logs', { status: '0x1', logs: null }],
  ['is not there', null],
  ['went to another', { status: '0x1', logs: [{ ...moved, topics: moved.topics.with(2, word(FROM)) }] }],
  ['moved another coin', { status: '0x1', logs: [{ ...moved, address: TO }] }],
  ['moved less', { status: '0x1', logs: [{ ...moved, data: '0x1' }] }],
  ['moved what is no number of the chain', { status: '0x1', logs: [{ ...moved, data: 4_000_000 }] }],
])('a use of the nonce that %s pays nothing, and the next one is checked', async (_, receipt) => {
  const other = `0x${'11'.repeat(32)}`;
  const alone = await aNode({ receipts: { [other]: receipt }, used: true });
  expect(await alone.find()).toEqual(notYet);
  const both = await aNode({ receipts: { [other]: receipt, [PAID]: { status: '0x1', logs: [moved] } } });
  expect(await both.find()).toEqual(settled);
});

test.each([
  ['can still be carried out', { seconds: 999_000 }, notYet],
  ['is over, but not for ten minutes', { seconds: OVER }, notYet],
  ['is over for good', { seconds: OVER + 1 }, { outcome: 'refused', reason: 'never carried out' }],
  ['is over, and was used for something', { seconds: OVER + 1, used: true }, notYet],
])('an unseen transfer that %s', async (_, state, outcome) => {
  const { asked, find } = await aNode(state);
  expect(await find()).toEqual(outcome);
  expect(asked.map(({ method }) => method)).not.toContain('eth_getTransactionReceipt');
});

test.each([
  [256, '0x0'],
  [9001, '0x1'],
  [1_000_000, `0x${(991_000).toString(16)}`],
])('at block %i it searches back to %s', async (block, fromBlock) => {
  const { asked, find } = await aNode({ block });
  await find();
  expect(asked[1]?.params).toMatchObject([{ fromBlock, toBlock: 'latest' }]);
});

test.each([
  ['says why not', { error: { code: -32_005, message: 'too many blocks' } }],
  ['says why not, and something else', { error: { code: 1 }, result: [] }],
  ['says nothing', {}],
])('a node that refuses the search and %s does not count as nothing found', async (_, answer) => {
  const { find } = await aNode({ seconds: OVER + 1, instead: { eth_getLogs: answer } });
  expect(await find()).toEqual({ outcome: 'unclear', reason: 'the node refused eth_getLogs' });
});

test('a log reply that is no list counts as empty', async () => {
  const { asked, find } = await aNode({ instead: { eth_getLogs: { result: 'many' } } });
  expect(await find()).toEqual(notYet);
  expect(asked).toHaveLength(2);
});

test('while the node does not reply the result is unknown', async () => {
  const { url } = await localServer(async (request) => void request.socket.destroy());
  expect(await chainReader(url).find(transfer)).toEqual({ outcome: 'unclear', reason: 'fetch failed' });
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
});

test('malformed kinds have no fields', async () => {
  const kind = { x402Version: 2, scheme: 'exact', network: 'eip155:1' };
  expect(await (await saying(200, { kinds: [kind, 'exact', null] })).kinds()).toEqual([kind, {}, {}]);
});

test.each([
  [200, { isValid: true }, 'good'],
  [200, { isValid: false }, 'refused'],
  [402, { isValid: false }, 'refused'],
  [500, { isValid: false }, 'unclear'],
  [503, { isValid: false }, 'unclear'],
  [200, {}, 'unclear'],
  [200, { isValid: 'true' }, 'unclear'],
])('a verification answered with %i %j is %s', async (status, body, verdict) => {
  expect(await (await saying(status, body)).verify('{}')).toBe(verdict);
});

test('a facilitator that closes the connection has neither verified nor refused', async () => {
  const { url } = await localServer(async (request) => void request.socket.destroy());
  const facilitator = facilitatorClient(url);
  expect(await facilitator.verify('{}')).toBe('unclear');
  expect(await facilitator.settle('{}')).toEqual({ outcome: 'unclear', reason: 'TypeError' });
});

test('a payment is settled only by a well-formed transaction hash', async () => {
  const told = async (transaction: unknown) =>
    (await saying(200, { success: true, transaction })).settle('{}');
  expect(await told(HASH)).toEqual({ outcome: 'settled', reference: HASH });
  for (const other of [`x${HASH}`, `${HASH}0`, '', 'done', [HASH], undefined])
    expect(await told(other), String(other)).toEqual({ outcome: 'unclear', reason: 'answered 200' });
});

const REASON = 'insufficient_funds';

test.each([
  ['no transaction', 200, { success: false, errorReason: REASON }, 'refused'],
  ['null for one', 200, { success: false, errorReason: REASON, transaction: null }, 'refused'],
  ['an empty one', 402, { success: false, errorReason: REASON, transaction: '' }, 'refused'],
  ['one', 200, { success: false, errorReason: REASON, transaction: HASH }, 'unclear'],
  ['something for one', 200, { success: false, errorReason: REASON, transaction: 0 }, 'unclear'],
  ['its own failure', 500, { success: false, errorReason: REASON }, 'unclear'],
  ['nothing about success', 200, { errorReason: REASON }, 'unclear'],
  ['success without one', 200, { success: true, errorReason: REASON }, 'unclear'],
])('a settlement that fails with %s', async (_, status, body, outcome) => {
  expect(await (await saying(status, body)).settle('{}')).toEqual({ outcome, reason: REASON });
});

test('after a timeout or an unexpected error the result is unknown, since money may have moved', async () => {
  const timeouts = ['settlement_pending', 'time out', 'timeout', 'Timed-out: time-out'];
  for (const errorReason of [...timeouts, 'unexpected_settle_error']) {
    const facilitator = await saying(200, { success: false, errorReason });
    expect(await facilitator.settle('{}')).toMatchObject({ outcome: 'unclear' });
  }
});

test('a failure without a reason is reported by its status', async () => {
  const facilitator = await saying(400, { success: false, errorReason: { why: 'so' } });
  expect(await facilitator.settle('{}')).toEqual({ outcome: 'refused', reason: 'answered 400' });
});

test('a foreign reason is cut to a hundred plain characters', async () => {
  const errorReason = `a_1.b: c-d\n"<é>${'x'.repeat(200)}`;
  const facilitator = await saying(200, { success: false, errorReason });
  const reason = `a_1.b: c-d     ${'x'.repeat(85)}`;
  expect(await facilitator.settle('{}')).toEqual({ outcome: 'refused', reason });
});
