import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import type { CallingAgent } from '../rules/agents.ts';
import type { KeyPlace, PaymentCredential } from '../rules/credits.ts';
import type { PaymentOptions } from '../rules/problem.ts';
import type { ReplyHeaders } from './send.ts';

interface PayerFacts {
  readonly agent: CallingAgent;
  readonly keyIn: KeyPlace;
  readonly resource: string;
}

export function payerFrom(agent: CallingAgent, raw: IncomingMessage, resource: string): PayerFacts {
  // The payment must not use the header of the caller's key.
  const keyIn: KeyPlace = raw.headers['x-api-key'] === undefined ? 'bearer' : 'x-api-key';
  return { agent, keyIn, resource };
}

/** The payment in a request, by the Payment scheme (MPP) or x402 in version 2 or 1. */
export function paymentCredentialFrom(headers: IncomingHttpHeaders): PaymentCredential | undefined {
  const mpp = paymentScheme(headers.authorization) ?? paymentScheme(headers['payment-authorization']);
  if (mpp !== undefined) return { method: 'mpp', text: mpp };
  const x402 = headers['payment-signature'] ?? headers['x-payment'];
  return typeof x402 === 'string' && x402.trim() !== '' ? { method: 'x402', text: x402.trim() } : undefined;
}

function paymentScheme(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? /^\s*payment\s+(\S+)\s*$/i.exec(header)?.[1] : undefined;
}

export function acceptsPayment(headers: IncomingHttpHeaders, names: readonly string[]): boolean {
  const accepted = headers['accept-payment'];
  if (typeof accepted !== 'string') return false;
  const ranges = accepted.split(',').flatMap((each) => parseRange(each.trim()));
  return names.some((name) => weightOf(name, ranges) > 0);
}

function parseRange(text: string) {
  const found = /^([a-z0-9-]+|\*)\/([a-z0-9-]+|\*)(?:\s*;\s*q=([01](?:\.\d{0,3})?))?$/i.exec(text);
  const [, method, intent, weight = '1'] = found ?? [];
  return method !== undefined && intent !== undefined ? [{ method, intent, weight: Number(weight) }] : [];
}

function weightOf(name: string, ranges: ReturnType<typeof parseRange>): number {
  const [method, intent] = name.split('/');
  const exactness = (range: (typeof ranges)[number]) =>
    Number(range.method !== '*') + Number(range.intent !== '*');
  const fitting = ranges
    .filter((range) => range.method === '*' || range.method === method)
    .filter((range) => range.intent === '*' || range.intent === intent)
    .toSorted((one, other) => exactness(other) - exactness(one) || other.weight - one.weight);
  return fitting[0]?.weight ?? 0;
}

/** Headers of a 402: one line per MPP challenge, and the x402 requirements under both names. */
export function paymentRequiredHeaders({ mpp = [], x402 }: PaymentOptions): ReplyHeaders {
  const required = x402 && Buffer.from(JSON.stringify(x402.v2)).toString('base64');
  return {
    'cache-control': 'no-store',
    ...(mpp.length > 0 && { 'www-authenticate': mpp.map(({ header }) => header) }),
    ...(required !== undefined && { 'payment-required': required, 'x-payment-required': required }),
  };
}
