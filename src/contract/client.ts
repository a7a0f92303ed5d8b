import type { ProblemBody } from './problem-body.ts';
import { pathOf, type Reply, type Route, type Sent } from './route.ts';
import { ROUTES, type Routes } from './routes.ts';

/** One request, as plain as it gets; whoever sends it knows the address and the key. */
export interface Outgoing {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface Incoming {
  readonly status: number;
  readonly body: unknown;
}

export type Send = (request: Outgoing) => Promise<Incoming>;

type Part = 'body' | 'query' | 'params';
/** A part that no caller has to write: the row has none, or everything in it is optional. */
type NotNeeded<R extends Route, P extends Part> =
  undefined extends Sent<R, P> ? true : object extends Sent<R, P> ? true : false;

type Ask<R extends Route> = {
  readonly [P in Part as NotNeeded<R, P> extends true ? never : P]: Sent<R, P>;
} & {
  readonly [P in Part as Sent<R, P> extends undefined ? never : P]?: Sent<R, P>;
} & { readonly idempotencyKey?: string };

type Method<R extends Route> =
  object extends Ask<R> ? (ask?: Ask<R>) => Promise<Reply<R>> : (ask: Ask<R>) => Promise<Reply<R>>;

/** Every operation of the house as a typed function, made from the contract's rows. */
export type Client = { readonly [Name in keyof Routes]: Method<Routes[Name]> };

/** What the house refused, with everything it said about it. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly problem: ProblemBody;

  constructor(status: number, problem: ProblemBody) {
    super(`${status} ${problem.error}`);
    this.status = status;
    this.problem = problem;
  }
}

export function client(send: Send): Client {
  const methods = Object.entries(ROUTES).map(([name, row]) => [
    name,
    (ask?: LooseAsk) => call(send, row, ask),
  ]);
  // Each entry is made from the row of its own name.
  return Object.fromEntries(methods) as Client;
}

/** Sends over the network, with the key where the house looks for it. */
export function overHttp(baseUrl: string, key?: string): Send {
  return async ({ method, path, headers, body }) => {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      ...(body !== undefined && { body }),
    });
    return { status: response.status, body: await response.json() };
  };
}

interface LooseAsk {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
}

async function call(send: Send, row: Route, ask: LooseAsk = {}): Promise<unknown> {
  const { status, body } = await send({
    method: row.method,
    path: pathOf(row, ask.params) + searchOf(ask.query),
    headers: {
      ...(ask.body !== undefined && { 'content-type': 'application/json' }),
      ...(ask.idempotencyKey !== undefined && { 'idempotency-key': ask.idempotencyKey }),
    },
    body: ask.body === undefined ? undefined : JSON.stringify(ask.body),
  });
  if (status >= 400) throw new Refused(status, body as ProblemBody);
  return body;
}

function searchOf(query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}
