import { ROUTES, SANDBOX_ROUTES } from '../../contract/routes.ts';
import type { Route } from '../../contract/route.ts';
import type { Handler, Handlers, Served } from '../call.ts';
import { getRegistrationSchema, registerAgent, rotateApiKey } from './auth.ts';
import { discovery, getHealth } from './discovery.ts';
import { getSandboxClock, turnSandboxClock } from './sandbox.ts';

const HANDLERS: Handlers = {
  registerAgent,
  getRegistrationSchema,
  rotateApiKey,
  getHealth,
  // The two indexes list what is served, themselves included; see below.
  ...discovery([]),
};

/** The rows that have a handler, in the contract's order. */
export const SERVED_ROUTES: readonly Route[] = Object.entries(ROUTES)
  .filter(([name]) => name in HANDLERS)
  .map(([, route]) => route);

/** Every served row with its handler. */
export function servedHouse(): readonly Served[] {
  return join(ROUTES, { ...HANDLERS, ...discovery(SERVED_ROUTES) });
}

/** The clock's own rows, for a house on a sandbox clock. They answer this machine only. */
export function servedSandbox(): readonly Served[] {
  return join(SANDBOX_ROUTES, { getSandboxClock, turnSandboxClock }).map((each) => ({
    ...each,
    only: 'loopback',
  }));
}

function join(rows: Readonly<Record<string, Route>>, handlers: object): Served[] {
  const byName = handlers as Readonly<Record<string, Handler<Route> | undefined>>;
  return Object.entries(rows).flatMap(([name, route]) => {
    const handler = byName[name];
    return handler ? [{ route, handler }] : [];
  });
}
