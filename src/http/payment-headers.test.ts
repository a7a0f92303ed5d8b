import { expect, test } from 'vitest';

import { acceptsPayment, paymentCredentialFrom, paymentRequiredHeaders } from './payment-headers.ts';

test.each([
  ['  payment   abc  ', 'abc'],
  ['PAYMENT\tabc', 'abc'],
  ['Payment abc def', undefined],
  ['Payment', undefined],
  ['Bearer payment abc', undefined],
])('%j contains the proof %s', (header, text) => {
  const expected = text === undefined ? undefined : { method: 'mpp', text };
  expect(paymentCredentialFrom({ authorization: header })).toEqual(expected);
  const beside = { authorization: 'Bearer key', 'payment-authorization': header };
  expect(paymentCredentialFrom(beside)).toEqual(expected);
});

test.each([
  [{ 'payment-signature': ' abc ' }, 'x402', 'abc'],
  [{ 'x-payment': 'abc' }, 'x402', 'abc'],
  [{ 'payment-signature': 'two', 'x-payment': 'one' }, 'x402', 'two'],
  [{ 'payment-signature': 'abc', authorization: 'Payment def' }, 'mpp', 'def'],
])('%j contains a credential of %s: %s', (headers, method, text) => {
  expect(paymentCredentialFrom(headers)).toEqual({ method, text });
});

test('blank headers and lists contain no credential', () => {
  const lists = [{ 'payment-signature': ['abc'] }, { 'payment-authorization': ['Payment abc'] }];
  for (const headers of [...lists, { 'payment-signature': '   ' }, {}])
    expect(paymentCredentialFrom(headers)).toBeUndefined();
});

const ACCEPTING =
  'play/charge | play/charge ; q=1 | play/charge;  q=0.001 | */*;q=0, play/* | play/charge;q=0, play/charge | play/charge, play/charge;q=0 | */charge;q=0, play/*';
const DECLINING = `play/session | tempo/charge | play/charge;q=0 | play/charge;q=0. | play/charge;q=2 | play/charge! | !play/charge | play | */charge, play/charge;q=0 | play/*, play/charge;q=0 | */*, play/*;q=0 | */*, */charge;q=0`;

test('a payment challenge is sent only where the Accept-Payment header allows it', () => {
  const isAsked = (accepted: string) => acceptsPayment({ 'accept-payment': accepted }, ['play/charge']);
  expect(ACCEPTING.split(' | ').filter((header) => !isAsked(header))).toEqual([]);
  expect(['', ...DECLINING.split(/\s\|\s+/)].filter(isAsked)).toEqual([]);
  expect(acceptsPayment({}, ['play/charge'])).toBe(false);
  expect(acceptsPayment({ 'accept-payment': '*/*' }, [])).toBe(false);
});

test('the headers of a 402 name exactly the open payment methods', () => {
  const x402 = { v2: { x402Version: 2 }, v1: undefined };
  const required = Buffer.from('{"x402Version":2}').toString('base64');
  const mpp = ['Payment id="1"', 'Payment id="2"'].map((header) => ({ header, challenge: {} }));
  const never = { 'cache-control': 'no-store' };
  expect(paymentRequiredHeaders({})).toEqual(never);
  const asked = { 'payment-required': required, 'x-payment-required': required };
  expect(paymentRequiredHeaders({ mpp: [], x402 })).toEqual({ ...never, ...asked });
  const challenges = { 'www-authenticate': ['Payment id="1"', 'Payment id="2"'] };
  expect(paymentRequiredHeaders({ mpp })).toEqual({ ...never, ...challenges });
});
