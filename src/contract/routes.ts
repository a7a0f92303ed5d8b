import { adoptCreature } from './adoption.ts';
import { getAnalytics } from './admin.ts';
import { getRegistrationSchema, registerAgent, rotateApiKey } from './auth.ts';
import { createCalendarFeed, getCalendar, revokeCalendarFeed } from './calendar.ts';
import { careForCreature } from './care.ts';
import { buyCredits, getCreditBalance } from './credits.ts';
import { getApiIndex, getHealth, getHouseIndex } from './discovery.ts';
import { listGraveyard } from './graveyard.ts';
import { listHall } from './hall.ts';
import { getCareHistory } from './history.ts';
import { getCreaturePreferences } from './preferences.ts';
import { releaseCreature } from './release.ts';
import { resurrectCreature } from './resurrection.ts';
import type { Route } from './route.ts';
import { getSandboxClock, turnSandboxClock } from './sandbox.ts';
import { createSpecies, getSpecies, listSpecies } from './species.ts';
import { getHouseStats } from './stats.ts';
import { getCreatureStatus } from './status.ts';

/** Every operation by the name of its operationId: those of the specification in its order, then our own. */
export const ROUTES = {
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
  getApiIndex,
  getHouseIndex,
  getHealth,
  getHouseStats,
  getAnalytics,
  // ---
  getCalendar,
  createCalendarFeed,
  revokeCalendarFeed,
} as const satisfies Record<string, Route>;

export type Routes = typeof ROUTES;
export type RouteName = keyof Routes;

/** What a house with a sandbox clock can do besides. */
export const SANDBOX_ROUTES = { getSandboxClock, turnSandboxClock } as const satisfies Record<string, Route>;
