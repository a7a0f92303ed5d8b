import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';

import { TRANSFER_TYPES } from '../../../test/money/facilitator.ts';
import { systemRandom } from '../random.ts';
import { PLAY_COIN, sandboxFacilitator, sandboxTokens } from './sandbox-payments.ts';

const NONCE: Hex = `0x${'a1'.repeat(32)}`;
const ANOTHER: Hex = `0x${'b2'.repeat(32)}`;
const now = () => BigInt(Math.floor(Date.now() / 1000));

type Change = Partial<Record<'to' | 'nonce', Hex> & Record<'value' | 'validAfter' | 'validBefore', bigint>>;

function aWallet() {
  const account = privateKeyToAccount(generatePrivateKey());
  /** A transfer of four dollars as the rail passes it on; `altered` is changed after signing. */
  return async (change: Change = {}, altered: Readonly<Record<string, unknown>> = {}) => {
    const valid = { validAfter: 0n, validBefore: now() + 60n, nonce: NONCE };
    const coins = { from: account.address, to: PLAY_COIN.payTo as Hex, value: 4_000_000n };
    const message = { ...coins, ...valid, ...change };
    const coin = { name: 'USDC', version: '2', verifyingContract: PLAY_COIN.asset as Hex };
    const domain = { ...coin, chainId: 84532 };
    const signature = await account.signTypedData({ domain, ...TRANSFER_TYPES, message });
    const { signature: given = signature, ...fields } = altered;
    const sent = Object.fromEntries(Object.entries(message).map(([name, each]) => [name, String(each)]));
    const payload = { signature: given, authorization: { ...sent, ...fields } };
    return JSON.stringify({ x402Version: 2, paymentPayload: { payload } });
  };
}

test('a signed transfer is settled once; copies get the same transaction, and it no longer verifies', async () => {
  const facilitator = sandboxFacilitator();
  const evidence = await aWallet()();
  expect(await facilitator.verify(evidence)).toBe('good');
  const copies = await Promise.all(Array.from({ length: 5 }, () => facilitator.settle(evidence)));
  const [first] = copies;
  expect(first).toEqual({ outcome: 'settled', reference: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
  for (const copy of copies) expect(copy).toEqual(first);
  expect(await facilitator.verify(evidence)).toBe('refused');
});

test.each<[string, Change, Readonly<Record<string, unknown>>, string]>([
  ['with another amount than signed', {}, { value: '1' }, 'invalid_signature'],
  ['from another wallet than signed', {}, { from: `0x${'3'.repeat(40)}` }, 'invalid_signature'],
  ['with a malformed signature', {}, { signature: 'x' }, 'invalid_signature'],
  ['with a malformed time', {}, { validAfter: 'soon' }, 'invalid_signature'],
  ['to somebody else', { to: `0x${'4'.repeat(40)}` }, {}, 'invalid_recipient'],
  ['that has expired', { validBefore: now() }, {}, 'expired'],
  ['that begins later', { validAfter: now() + 60n }, {}, 'expired'],
  ['of more than a wallet holds', { value: 100_000_001n }, {}, 'insufficient_funds'],
])('a transfer %s is refused', async (_, change, altered, reason) => {
  const facilitator = sandboxFacilitator();
  const evidence = await aWallet()(change, altered);
  expect(await facilitator.verify(evidence)).toBe('refused');
  expect(await facilitator.settle(evidence)).toEqual({ outcome: 'refused', reason });
});

test('a nonce is used once, and a wallet spends what it holds', async () => {
  const facilitator = sandboxFacilitator();
  const signed = aWallet();
  const settled = { outcome: 'settled' };
  for (const [change, outcome] of [
    [{ value: 99_000_000n }, settled],
    [{ value: 10_000n }, { reason: 'nonce_already_used' }],
    [{ value: 1_010_000n, nonce: ANOTHER }, { reason: 'insufficient_funds' }],
    [{ value: 1_000_000n, nonce: ANOTHER }, settled],
  ] as const)
    expect(await facilitator.settle(await signed(change))).toMatchObject(outcome);
  expect(await facilitator.settle(await aWallet()())).toMatchObject(settled);
});

const ORDER = { amount: '400', currency: 'usd', networkId: 'profile_sandbox' };

test('a token pays the amount and seller it was issued for, and one payment', async () => {
  const wallet = sandboxTokens('a secret', systemRandom);
  const charged = async (key: string, spt: unknown) =>
    (await wallet.method.charge({ key, cents: 400, payload: { spt } }, 'first')).outcome;
  const token = wallet.issueToken(ORDER);
  expect([await charged('one', token), await charged('one', token)]).toEqual(['settled', 'settled']);
  expect(await charged('two', token)).toBe('refused');
  expect(await charged('two', wallet.issueToken(ORDER))).toBe('settled');
  const others = [{ amount: '100' }, { currency: 'eur' }, { networkId: 'profile_1' }];
  const foreign = sandboxTokens('another secret', systemRandom).issueToken(ORDER);
  for (const spt of [
    ...others.map((other) => wallet.issueToken({ ...ORDER, ...other })),
    foreign,
    'spt_1',
    undefined,
  ])
    expect(await charged('three', spt), String(spt)).toBe('refused');
});
