import { ROUTES, SANDBOX_ROUTES } from '../../contract/routes.ts';
import type { Route } from '../../contract/route.ts';
import type { Handler, Handlers, Served } from '../call.ts';
import { getRegistrationSchema, registerAgent, rotateApiKey } from './auth.ts';
import { discovery, getHealth } from './discovery.ts';
import { getSandboxClock, turnSandboxClock } from './sandbox.ts';

const HANDLERS: Handlers = { registerAgent, getRegistrationSchema, rotateApiKey, getHealth };
const INDEXES = [ROUTES.getApiIndex, ROUTES.getHouseIndex] as const;

/** The rows that are served, in the contract's order: those with a handler, and the indexes that list them. */
export const SERVED_ROUTES: readonly Route[] = Object.entries(ROUTES)
  .filter(([name, route]) => name in HANDLERS || INDEXES.some((index) => index === route))
  .map(([, route]) => route);

/** Every row a door serves, with its handler. */
export function servedBy(
  house: 'plainly' | 'with the sandbox clock',
  extra: readonly Served[] = [],
): readonly Served[] {
  const clock = house === 'plainly' ? [] : servedSandbox();
  const listed = [...SERVED_ROUTES, ...clock.map(({ route }) => route)];
  return [...join(ROUTES, { ...HANDLERS, ...discovery(listed) }), ...clock, ...extra];
}

/** The clock's own rows. They answer callers on this machine only. */
function servedSandbox(): readonly Served[] {
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
