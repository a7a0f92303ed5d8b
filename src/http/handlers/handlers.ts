import { ROUTES, SANDBOX_ROUTES } from '../../contract/routes.ts';
import type { Route } from '../../contract/route.ts';
import type { Handler, Handlers, Served } from '../call.ts';
import { adoptCreature } from './adoption.ts';
import { getAnalytics } from './analytics.ts';
import { getRegistrationSchema, registerAgent, rotateApiKey } from './auth.ts';
import { createCalendarFeed, getCalendar, revokeCalendarFeed } from './calendar.ts';
import { careForCreature } from './care.ts';
import { buyCredits, getCreditBalance } from './credits.ts';
import { discovery, getHealth } from './discovery.ts';
import { listGraveyard } from './graveyard.ts';
import { listHall } from './hall.ts';
import { getCareHistory } from './history.ts';
import { getCreaturePreferences } from './preferences.ts';
import { releaseCreature } from './release.ts';
import { resurrectCreature } from './resurrection.ts';
import { getSandboxClock, turnSandboxClock } from './sandbox.ts';
import { createSpecies, getSpecies, listSpecies } from './species.ts';
import { getHouseStats } from './stats.ts';
import { getCreatureStatus } from './status.ts';

const HANDLERS: Handlers = {
  registerAgent,
  getRegistrationSchema,
  rotateApiKey,
  adoptCreature,
  getCreatureStatus,
  careForCreature,
  getCareHistory,
  getCreaturePreferences,
  listGraveyard,
  releaseCreature,
  getCreditBalance,
  buyCredits,
  resurrectCreature,
  listHall,
  createSpecies,
  listSpecies,
  getSpecies,
  getHealth,
  getHouseStats,
  getAnalytics,
  getCalendar,
  createCalendarFeed,
  revokeCalendarFeed,
};
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
