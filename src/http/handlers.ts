import { ROUTES, SANDBOX_ROUTES } from '../contract/routes.ts';
import type { Route } from '../contract/server/route.ts';
import { careForCreature } from './care/care.ts';
import { getCreaturePreferences } from './care/preferences.ts';
import { getAnalytics } from './figures/analytics.ts';
import { getHealth } from './figures/health.ts';
import { listLetters } from './heart/letters.ts';
import { createCalendarFeed, getCalendar, revokeCalendarFeed } from './keepers/calendar.ts';
import { deleteMyAccount, exportMyData } from './keepers/own-data.ts';
import { updateProfile, whoAmI } from './keepers/profile.ts';
import { getRegistrationSchema, registerAgent, rotateApiKey } from './keepers/registration.ts';
import { adoptCreature } from './lives/adoption.ts';
import { getCareHistory } from './lives/history.ts';
import { releaseCreature } from './lives/release.ts';
import { resurrectCreature } from './lives/resurrection.ts';
import { getCreatureStatus } from './lives/status.ts';
import { buyCredits, getCreditBalance } from './money/credits.ts';
import { listGraveyard } from './public/graveyard.ts';
import { listHall } from './public/hall.ts';
import { getHouseStats } from './public/stats.ts';
import { indexHandlers } from './server/discovery.ts';
import type { Handler, Handlers, ServedRoute } from './server/handler.ts';
import { getSandboxClock, turnSandboxClock } from './server/sandbox-clock.ts';
import { createSpecies, getSpecies, listSpecies } from './species/species.ts';

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
  whoAmI,
  updateProfile,
  deleteMyAccount,
  exportMyData,
  listLetters,
};
const INDEXES = [ROUTES.getApiIndex, ROUTES.getHouseIndex] as const;

/** The rows that are served, in the contract's order: those with a handler, and the indexes that list them. */
export const SERVED_ROUTES: readonly Route[] = Object.entries(ROUTES)
  .filter(([name, route]) => name in HANDLERS || INDEXES.some((index) => index === route))
  .map(([, route]) => route);

/** Every row a server has, with its handler. */
export function servedRoutes(
  { sandbox }: { readonly sandbox: boolean },
  extra: readonly ServedRoute[] = [],
): readonly ServedRoute[] {
  const clock = sandbox ? sandboxRoutes() : [];
  const listed = [...SERVED_ROUTES, ...clock.map(({ route }) => route)];
  return [...joinHandlers(ROUTES, { ...HANDLERS, ...indexHandlers(listed) }), ...clock, ...extra];
}

/** The sandbox clock's rows. They answer those only who may use the sandbox. */
function sandboxRoutes(): readonly ServedRoute[] {
  return joinHandlers(SANDBOX_ROUTES, { getSandboxClock, turnSandboxClock }).map((each) => ({
    ...each,
    only: 'sandbox',
  }));
}

function joinHandlers(rows: Readonly<Record<string, Route>>, handlers: object): ServedRoute[] {
  const byName = handlers as Readonly<Record<string, Handler<Route> | undefined>>;
  return Object.entries(rows).flatMap(([name, route]) => {
    const handler = byName[name];
    return handler ? [{ route, handler }] : [];
  });
}
