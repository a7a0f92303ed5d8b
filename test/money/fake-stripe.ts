import type { IncomingMessage, ServerResponse } from 'node:http';
import { Stripe } from 'stripe';

import { localServer, sendJson } from '../support/local-server.ts';

export const SECRET_KEY = 'sk_test_canary51Secret';
export const WEBHOOK_SECRET = 'whsec_canary52Secret';

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | undefined;
  readonly authorization: string | undefined;
}

export interface FakeSession {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** A partial Stripe server that records requests and can be made to fail. */
export interface FakeStripe {
  readonly at: { readonly host: string; readonly port: number; readonly protocol: 'http' };
  readonly seen: Seen[];
  readonly sessions: Map<string, FakeSession>;
  /** By charge. */
  readonly refunds: Map<string, readonly object[]>;
  /** Metadata by payment intent. */
  readonly intents: Map<string, Readonly<Record<string, string>>>;
  /** Results of the next requests, one each. */
  readonly accidents: (number | 'no answer')[];
  /** Sessions whose lookup fails. */
  readonly broken: Set<string>;
}

export async function aFakeStripe(): Promise<FakeStripe> {
  const { port } = await localServer(async (...message) => answer(stripe, ...message));
  const stripe: FakeStripe = {
    at: { host: '127.0.0.1', port, protocol: 'http' },
    seen: [],
    sessions: new Map(),
    refunds: new Map(),
    intents: new Map(),
    accidents: [],
    broken: new Set(),
  };
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

function asSeen(request: IncomingMessage, { pathname }: URL, body: string): Seen {
  const key = request.headers['idempotency-key'];
  return {
    method: request.method ?? '',
    path: pathname,
    form: Object.fromEntries(new URLSearchParams(body)),
    idempotencyKey: typeof key === 'string' ? key : undefined,
    authorization: request.headers.authorization,
  };
}

function replyTo(stripe: FakeStripe, seen: Seen, url: URL): object | undefined {
  const [, , kind, second, third] = seen.path.split('/');
  if (seen.method === 'POST' && kind === 'checkout') return createSession(stripe, seen);
  if (kind === 'checkout' && third === undefined) return listed(stripe, url.searchParams.get('status'));
  if (kind === 'checkout') return stripe.sessions.get(third ?? '');
  if (kind === 'refunds') {
    return { object: 'list', data: stripe.refunds.get(url.searchParams.get('charge') ?? '') ?? [] };
  }
  const metadata = stripe.intents.get(second ?? '');
  return metadata && { id: second, object: 'payment_intent', metadata };
}

function listed({ sessions }: FakeStripe, wanted: string | null): object {
  const data = [...sessions.values()].filter(({ status }) => status === wanted);
  return { object: 'list', has_more: false, url: '/v1/checkout/sessions', data };
}

/** The same idempotency key returns the same session. */
function createSession({ sessions, at }: FakeStripe, { form, idempotencyKey = '' }: Seen): FakeSession {
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
    return new Stripe('sk_test_1', {
      host: '127.0.0.1',
      port,
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
    });
  }
}
