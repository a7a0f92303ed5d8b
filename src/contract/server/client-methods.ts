import type { Routes, SANDBOX_ROUTES } from '../routes.ts';
import type { Reply, RequestPart, RequestPartName, Route } from './route.ts';

/** True for a part that no caller has to write: the row has none, or everything in it is optional. */
type IsOptionalPart<R extends Route, P extends RequestPartName> =
  undefined extends RequestPart<R, P> ? true : object extends RequestPart<R, P> ? true : false;

type CallOptions<R extends Route> = {
  readonly [P in RequestPartName as IsOptionalPart<R, P> extends true ? never : P]: RequestPart<R, P>;
} & {
  readonly [P in RequestPartName as RequestPart<R, P> extends undefined ? never : P]?: RequestPart<R, P>;
} & {
  /** Sent again under the same key, the request is done once. */
  readonly idempotencyKey?: string;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
};

type ClientMethod<R extends Route> = TextReplyMethod<R> &
  (object extends CallOptions<R>
    ? (options?: CallOptions<R>) => Promise<Reply<R>>
    : (options: CallOptions<R>) => Promise<Reply<R>>);

/** An operation that also answers with a text gives it when asked for `format: 'markdown'`. */
type TextReplyMethod<R extends Route> = R extends { readonly alsoAs: readonly string[] }
  ? (options: CallOptions<R> & { readonly query: { readonly format: 'markdown' } }) => Promise<string>
  : unknown;

/** Every row as a typed function. */
export type ClientMethods<Rows extends Readonly<Record<string, Route>>> = {
  readonly [Name in keyof Rows]: ClientMethod<Rows[Name]>;
};

/** Every operation of the house as a typed function, made from the contract's rows. */
export type Client = ClientMethods<Routes>;

/** The clock of a house that was started to be tried out. */
export type SandboxClient = ClientMethods<typeof SANDBOX_ROUTES>;
