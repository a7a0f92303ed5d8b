import { expect, test } from 'vitest';

import { acceptsPayment, paymentCredentialFrom, paymentRequiredHeaders } from './payment-headers.ts';

test.each([
  ['Payment abc', 'abc'],
  ['  payment   abc  ', 'abc'],
  ['PAYMENT\tabc', 'abc'],
  ['Payment abc def', undefined],
  ['Payment', undefined],
  ['Repayment abc', undefined],
  ['Bearer payment abc', undefined],
])('%j contains the proof %s', (header, text) => {
  const expected = text === undefined ? undefined : { method: 'mpp', text };
  expect(paymentCredentialFrom({ authorization: header })).toEqual(expected);
  expect(paymentCredentialFrom({ authorization: 'Bearer key', 'payment-authorization': header })).toEqual(
    expected,
  );
});

test.each([
  [{ 'payment-signature': ' abc ' }, { method: 'x402', text: 'abc' }],
  [{ 'x-payment': 'abc' }, { method: 'x402', text: 'abc' }],
  [
    { 'payment-signature': 'two', 'x-payment': 'one' },
    { method: 'x402', text: 'two' },
  ],
  [
    { 'payment-signature': 'abc', authorization: 'Payment def' },
    { method: 'mpp', text: 'def' },
  ],
  [{ 'payment-signature': '   ' }, undefined],
  [{ 'payment-signature': ['abc'] }, undefined],
  [{ 'payment-authorization': ['Payment abc'] }, undefined],
  [{}, undefined],
])('%j contains %j', (headers, credential) => {
  expect(paymentCredentialFrom(headers)).toEqual(credential);
});

test.each([
  ['play/charge', true],
  ['play/session', false],
  ['tempo/charge', false],
  ['play/charge ; q=1', true],
  ['play/charge;q=0', false],
  ['play/charge;  q=0.001', true],
  ['play/charge;q=0.', false],
  ['play/charge;q=2', false],
  ['play/charge!', false],
  ['!play/charge', false],
  ['play', false],
  ['', false],
  ['*/charge, play/charge;q=0', false],
  ['play/*, play/charge;q=0', false],
  ['*/*, play/*;q=0', false],
  ['*/*, */charge;q=0', false],
  ['*/*;q=0, play/*', true],
  ['play/charge;q=0, play/charge', true],
  ['play/charge, play/charge;q=0', true],
  ['*/charge;q=0, play/*', true],
])('Accept: %j gets a payment challenge: %s', (accepted, asked) => {
  expect(acceptsPayment({ 'accept-payment': accepted }, ['play/charge'])).toBe(asked);
});

test('without an Accept header or an offer there is no payment challenge', () => {
  expect(acceptsPayment({}, ['play/charge'])).toBe(false);
  expect(acceptsPayment({ 'accept-payment': '*/*' }, [])).toBe(false);
  expect(acceptsPayment({ 'accept-payment': 'play/charge' }, ['barter/charge', 'play/charge'])).toBe(true);
});

test('the headers of a 402 name exactly the open payment methods', () => {
  const x402 = { v2: { x402Version: 2 }, v1: undefined };
  const required = Buffer.from('{"x402Version":2}').toString('base64');
  const mpp = [
    { header: 'Payment id="1"', challenge: {} },
    { header: 'Payment id="2"', challenge: {} },
  ];
  expect(paymentRequiredHeaders({})).toEqual({ 'cache-control': 'no-store' });
  expect(paymentRequiredHeaders({ mpp: [], x402 })).toEqual({
    'cache-control': 'no-store',
    'payment-required': required,
    'x-payment-required': required,
  });
  expect(paymentRequiredHeaders({ mpp })).toEqual({
    'cache-control': 'no-store',
    'www-authenticate': ['Payment id="1"', 'Payment id="2"'],
  });
});
