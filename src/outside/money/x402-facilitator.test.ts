import { expect, test } from 'vitest';

import { localServer, sendJson } from '../../../test/support/local-server.ts';
import { facilitatorClient } from './x402.ts';

const HASH = `0x${'aB'.repeat(32)}`;

/** A facilitator with one reply. */
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
