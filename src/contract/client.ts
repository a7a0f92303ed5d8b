import type { ProblemBody } from './problem-body.ts';
import { pathOf, type Reply, type Route, type Sent } from './route.ts';
import { ROUTES, SANDBOX_ROUTES, type Routes } from './routes.ts';
import { NoAnswer, type Send } from './send.ts';

export { LedAway, NoAnswer, overHttp, type Incoming, type Outgoing, type Send } from './send.ts';

type Part = 'body' | 'query' | 'params';
/** A part that no caller has to write: the row has none, or everything in it is optional. */
type NotNeeded<R extends Route, P extends Part> =
  undefined extends Sent<R, P> ? true : object extends Sent<R, P> ? true : false;

type Ask<R extends Route> = {
  readonly [P in Part as NotNeeded<R, P> extends true ? never : P]: Sent<R, P>;
} & {
  readonly [P in Part as Sent<R, P> extends undefined ? never : P]?: Sent<R, P>;
} & {
  /** Your own word for this request: sent again under the same word, it is done once. */
  readonly idempotencyKey?: string;
  /** Gives up when it says so. */
  readonly signal?: AbortSignal;
};

type Method<R extends Route> = AsPage<R> &
  (object extends Ask<R> ? (ask?: Ask<R>) => Promise<Reply<R>> : (ask: Ask<R>) => Promise<Reply<R>>);

/** A row that can also be had as a page gives its text when it is asked for that. */
type AsPage<R extends Route> = R extends { readonly alsoAs: readonly string[] }
  ? (ask: Ask<R> & { readonly query: { readonly format: 'markdown' } }) => Promise<string>
  : unknown;

type Methods<Rows extends Readonly<Record<string, Route>>> = {
  readonly [Name in keyof Rows]: Method<Rows[Name]>;
};

/** Every operation of the house as a typed function, made from the contract's rows. */
export type Client = Methods<Routes>;

/** The clock of a house that was started to be tried out. */
export type SandboxClient = Methods<typeof SANDBOX_ROUTES>;

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

  /** True when the same request would be refused for the same reason: nothing was done, and waiting changes nothing. */
  get isFinal(): boolean {
    return this.status < 500 && this.problem.retry_after_seconds === undefined;
  }
}

export function client(send: Send): Client {
  return methodsOf(ROUTES, send);
}

export function sandboxClient(send: Send): SandboxClient {
  return methodsOf(SANDBOX_ROUTES, send);
}

function methodsOf<Rows extends Readonly<Record<string, Route>>>(rows: Rows, send: Send): Methods<Rows> {
  const methods = Object.entries(rows).map(([name, row]) => [name, (ask?: LooseAsk) => call(send, row, ask)]);
  // Each entry is made from the row of its own name.
  return Object.fromEntries(methods) as Methods<Rows>;
}

interface LooseAsk {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
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
    signal: ask.signal,
  });
  if (status >= 400 && isProblem(body)) throw new Refused(status, body);
  if (status >= 400 || (typeof body === 'string' && !row.alsoAs && row.onlyAs === undefined))
    throw new NoAnswer(`What answered ${row.method} ${row.path} with ${status} was not the house.`);
  return body;
}

/** Whether something that answered with this body was the house, refusing. */
export function isProblem(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
}

function searchOf(query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}
