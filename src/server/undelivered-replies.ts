import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

import { MINUTE } from '../rules/base/clock.ts';
import type { Route } from '../api/route.ts';
import type { Call, HandlerResult } from '../http/handler.ts';
import { paymentCredentialFrom } from '../http/payment-headers.ts';

type Result = HandlerResult<Route>;

interface KeptReply {
  readonly json: string;
  readonly headers: Result['headers'];
  readonly bytes: number;
  readonly endsAtMs: number;
}

const KEPT_MS = MINUTE;
const LIMITS = { entries: 1000, bytes: 4 * 1024 * 1024 };

/**
 * The response that carries the replies of requests injected within it, as MCP does. An injected response always completes,
 * so that only this one tells whether its replies were delivered.
 */
export const carrier = new AsyncLocalStorage<ServerResponse>();

/**
 * Replies to writes whose connection closed before they were written: for a minute they answer the same request. In memory
 * of this process only. Nothing is hashed or kept while connections last.
 */
export class UndeliveredReplies {
  readonly #monotonicMs: () => number;
  readonly #limits: typeof LIMITS;
  /** Requests that are still being answered, though their connection has closed. */
  readonly #pending = new Map<string, Promise<void>>();
  /** In the order in which they end, since all are kept equally long. */
  readonly #kept = new Map<string, KeptReply>();
  #bytes = 0;

  constructor(monotonicMs: () => number, limits = LIMITS) {
    this.#monotonicMs = monotonicMs;
    this.#limits = limits;
  }

  get isEmpty(): boolean {
    return this.#pending.size === 0 && this.#kept.size === 0;
  }

  /** Answers with the undelivered reply to the same request, or acts, and keeps the reply if it cannot be delivered. */
  async answer(
    route: Route,
    call: Call<Route>,
    response: ServerResponse,
    act: () => Promise<Result | undefined> | undefined,
  ): Promise<Result | undefined> {
    // With an Idempotency-Key the reply is stored anyway, and another key stands for another request.
    if (route.method === 'GET' || call.idempotencyKey !== undefined) return act();
    const kept = this.isEmpty ? undefined : await this.find(identityOf(route, call));
    if (kept) return kept;
    const answering = act();
    if (answering)
      onceLost(carrier.getStore() ?? response, () => this.keep(identityOf(route, call), answering));
    return answering;
  }

  /** Waits for the reply if the first request is still being answered. */
  async find(identity: string): Promise<Result | undefined> {
    await this.#pending.get(identity);
    this.#dropExpired();
    const kept = this.#kept.get(identity);
    if (!kept) return undefined;
    const { json, headers } = kept;
    // The kept JSON is that of a body of this route, since the route is part of the identity.
    return { body: JSON.parse(json) as object, json, replayed: true, ...(headers && { headers }) };
  }

  /** Keeps a reply; a refusal is not kept, since nothing was done. */
  keep(identity: string, answering: Promise<Result | undefined>): void {
    const keeping = answering
      .then((result) => this.#put(identity, result))
      .catch(() => undefined)
      .finally(() => {
        if (this.#pending.get(identity) === keeping) this.#pending.delete(identity);
      });
    this.#pending.set(identity, keeping);
  }

  #put(identity: string, result: Result | undefined): void {
    if (!result || result.page) return;
    const json = result.json ?? JSON.stringify(result.body);
    const bytes = Buffer.byteLength(json);
    if (bytes > this.#limits.bytes) return;
    this.#drop(identity);
    const endsAtMs = this.#monotonicMs() + KEPT_MS;
    this.#kept.set(identity, { json, headers: result.headers, bytes, endsAtMs });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#limits.entries && this.#bytes <= this.#limits.bytes) return;
      this.#drop(oldest);
    }
  }

  #dropExpired(): void {
    const now = this.#monotonicMs();
    for (const [identity, { endsAtMs }] of this.#kept) {
      if (endsAtMs > now) return;
      this.#drop(identity);
    }
  }

  #drop(identity: string): void {
    const kept = this.#kept.get(identity);
    if (!kept) return;
    this.#kept.delete(identity);
    this.#bytes -= kept.bytes;
  }
}

/** By the key rather than by the agent: a rotation or a deletion is repeated with a key that no longer works. */
function identityOf(route: Route, { key, address, raw, params, query, body }: Call<Route>): string {
  const caller = [key, key === undefined || route.tellsKey ? address : undefined];
  const payment = paymentCredentialFrom(raw.headers)?.text;
  const content = [caller, route.method, route.path, params, query, body, payment];
  return hash('sha256', JSON.stringify(content), 'base64url');
}

function onceLost(response: ServerResponse, keep: () => void): void {
  if (response.destroyed && !response.writableFinished) return keep();
  // 'finish' rather than `writableFinished`, which is false for injected responses.
  response.once('finish', () => response.off('close', keep)).once('close', keep);
}
