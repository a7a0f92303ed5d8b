import type { IncomingMessage, ServerResponse } from 'node:http';
import { Stripe } from 'stripe';

import { localServer, sendJson } from '../support/local-server.ts';

export const SECRET_KEY = 'sk_test_canary51Secret';
export const WEBHOOK_SECRET = 'whsec_canary52Secret';

export interface FakeSession {
  readonly id: string;
  readonly [field: string]: unknown;
}

type FakeStripe = ReturnType<typeof noRecords> & { readonly at: { readonly port: number } };

function noRecords() {
  return {
    seen: [] as Seen[],
    sessions: new Map<string, FakeSession>(),
    /** By charge. */
    refunds: new Map<string, readonly object[]>(),
    /** Metadata by payment intent. */
    intents: new Map<string, Readonly<Record<string, string>>>(),
    /** Results of the next requests, one each. */
    accidents: [] as (number | 'no answer')[],
    /** Sessions whose lookup fails. */
    broken: new Set<string>(),
  };
}

/** A partial Stripe server that records requests and can be made to fail. */
export async function aFakeStripe() {
  const { port } = await localServer(async (...message) => answer(stripe, ...message));
  const stripe = { at: { host: '127.0.0.1', port, protocol: 'http' } as const, ...noRecords() };
  return stripe;
}

function answer(stripe: FakeStripe, request: IncomingMessage, body: string, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://stripe');
  const seen = asSeen(request, url, body);
  stripe.seen.push(seen);
  const isBroken = stripe.broken.has(url.pathname.split('/').at(-1) ?? '');
  const accident = isBroken ? 400 : stripe.accidents.shift();
  if (accident === 'no answer') return void request.socket.destroy();
  const reply = accident === undefined ? replyTo(stripe, seen, url) : undefined;
  const status = accident ?? (reply ? 200 : 404);
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' });
  response.end(JSON.stringify(reply ?? { error: { type: 'api_error', message: `no: ${SECRET_KEY}` } }));
}

type Seen = ReturnType<typeof asSeen>;

function asSeen({ method = '', headers }: IncomingMessage, { pathname }: URL, body: string) {
  const { 'idempotency-key': key, authorization } = headers;
  const form: Readonly<Record<string, string>> = Object.fromEntries(new URLSearchParams(body));
  return { method, path: pathname, form, idempotencyKey: key?.toString(), authorization };
}

function replyTo({ sessions, refunds, intents, at }: FakeStripe, seen: Seen, url: URL): object | undefined {
  const [, , kind, second = '', third] = seen.path.split('/');
  if (kind === 'checkout' && seen.method === 'POST') return createSession({ sessions, at }, seen);
  if (kind === 'checkout' && third !== undefined) return sessions.get(third);
  const list = { object: 'list', has_more: false, url: seen.path };
  if (kind === 'checkout') {
    const wanted = url.searchParams.get('status');
    return { ...list, data: [...sessions.values()].filter(({ status }) => status === wanted) };
  }
  if (kind === 'refunds') return { ...list, data: refunds.get(url.searchParams.get('charge') ?? '') ?? [] };
  const metadata = intents.get(second);
  return metadata && { id: second, object: 'payment_intent', metadata };
}

/** The same idempotency key returns the same session. */
function createSession(
  { sessions, at }: Pick<FakeStripe, 'sessions' | 'at'>,
  { form, idempotencyKey = '' }: Seen,
): FakeSession {
  const earlier = [...sessions.values()].find(({ key }) => key === idempotencyKey);
  if (earlier) return earlier;
  const id = `cs_test_${sessions.size + 1}_${at.port}`;
  const session = {
    id,
    key: idempotencyKey,
    object: 'checkout.session',
    url: `https://checkout.stripe.example/c/${id}`,
    status: 'open',
    payment_status: 'unpaid',
    livemode: false,
    currency: form['line_items[0][price_data][currency]'],
    amount_total: Number(form['line_items[0][price_data][unit_amount]']),
    metadata: { purchase_id: form['metadata[purchase_id]'], pack: form['metadata[pack]'] },
    payment_intent: null,
  };
  sessions.set(id, session);
  return session;
}

/** The part of Stripe that shared payment tokens need: same key, same answer. */
export class TestStripe {
  readonly intents = new Map<string, { readonly id: string; readonly order: URLSearchParams }>();
  readonly versions = new Set<string>();
  mood: 'well' | 'lost after' | 'locked' = 'well';

  async open() {
    const { port } = await localServer(async (request, body, response) => {
      const key = String(request.headers['idempotency-key']);
      this.versions.add(String(request.headers['stripe-version']));
      if (this.mood === 'locked') return sendJson(response, 401, { error: { message: 'no such key' } });
      const id = `pi_${this.intents.size}`;
      const known = this.intents.get(key) ?? { id, order: new URLSearchParams(body) };
      this.intents.set(key, known);
      if (this.mood === 'lost after') request.socket.destroy();
      else sendJson(response, 200, { id: known.id, object: 'payment_intent', status: 'succeeded' });
    });
    const at = { host: '127.0.0.1', port, protocol: 'http' } as const;
    return new Stripe('sk_test_1', { ...at, maxNetworkRetries: 0, telemetry: false });
  }
}
