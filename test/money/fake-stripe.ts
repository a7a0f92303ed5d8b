import type { IncomingMessage } from 'node:http';
import { Stripe } from 'stripe';

import { localServer, sendJson } from '../support/local-server.ts';

export const SECRET_KEY = 'sk_test_canary51Secret';
export const WEBHOOK_SECRET = 'whsec_canary52Secret';

export type FakeSession = Readonly<{ id: string } & Record<string, unknown>>;

/** A partial Stripe server that records requests and can be made to fail. */
export async function aFakeStripe() {
  const stripe = {
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
  const replyTo = (seen: Seen, query: URLSearchParams): object | undefined => {
    const { sessions, refunds, intents } = stripe;
    const [, , kind, second = '', third] = seen.path.split('/');
    if (kind === 'checkout' && seen.method === 'POST') return createSession(sessions, seen);
    if (kind === 'checkout' && third !== undefined) return sessions.get(third);
    const list = { object: 'list', has_more: false, url: seen.path };
    const completed = [...sessions.values()].filter(({ status }) => status === query.get('status'));
    if (kind === 'checkout') return { ...list, data: completed };
    if (kind === 'refunds') return { ...list, data: refunds.get(query.get('charge') ?? '') ?? [] };
    const metadata = intents.get(second);
    return metadata && { id: second, object: 'payment_intent', metadata };
  };
  const { port } = await localServer(async (request, body, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://stripe');
    const seen = asSeen(request, path, body);
    stripe.seen.push(seen);
    const isBroken = stripe.broken.has(path.split('/').at(-1) ?? '');
    const accident = isBroken ? 400 : stripe.accidents.shift();
    if (accident === 'no answer') return void request.socket.destroy();
    const reply = accident === undefined ? replyTo(seen, searchParams) : undefined;
    const headers = { 'content-type': 'application/json', 'request-id': 'req_1' };
    response.writeHead(accident ?? (reply ? 200 : 404), headers);
    const error = { type: 'api_error', message: `no: ${SECRET_KEY}` };
    return void response.end(JSON.stringify(reply ?? { error }));
  });
  return { ...stripe, at: { host: '127.0.0.1', port, protocol: 'http' } as const };
}

type Seen = ReturnType<typeof asSeen>;

function asSeen({ method = '', headers, socket }: IncomingMessage, path: string, body: string) {
  const { 'idempotency-key': key, authorization } = headers;
  const form: Readonly<Record<string, string>> = Object.fromEntries(new URLSearchParams(body));
  return { method, path, form, idempotencyKey: key?.toString(), authorization, port: socket.localPort };
}

/** The same idempotency key returns the same session. */
function createSession(sessions: Map<string, FakeSession>, { form, idempotencyKey: key, port }: Seen) {
  const id = `cs_test_${sessions.size + 1}_${port}`;
  const session = [...sessions.values()].find((each) => each['key'] === key) ?? {
    id,
    key,
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
  sessions.set(session.id, session);
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
