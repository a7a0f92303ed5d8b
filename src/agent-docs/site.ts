import type { Route } from '../contract/server/route.ts';
import type { Instant } from '../core/engine/clock.ts';

/** The house that documents are written about. */
export interface DocsSite {
  /** Without a slash at its end. */
  readonly origin: string;
  /** The operations that are open, in their order. */
  readonly routes: readonly Route[];
  /** Whom to tell about a vulnerability, where the operator has said so. */
  readonly securityContact: string | undefined;
  /** Midnight, so that documents change once a day. */
  readonly today: Instant;
}

/** The whole address of a path. */
export function absoluteUrl({ origin }: Pick<DocsSite, 'origin'>, path: string): string {
  return `${origin}${path}`;
}
