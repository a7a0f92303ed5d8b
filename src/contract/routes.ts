import { careForCreature } from './care/care.ts';
import { getCreaturePreferences } from './care/preferences.ts';
import { getAnalytics } from './figures/analytics.ts';
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
import { getApiIndex, getHealth, getHouseIndex } from './server/discovery.ts';
import type { Route } from './server/route.ts';
import { getSandboxClock, turnSandboxClock } from './server/sandbox.ts';
import { createSpecies, getSpecies, listSpecies } from './species/species.ts';

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
  whoAmI,
  updateProfile,
  deleteMyAccount,
  exportMyData,
  listLetters,
} as const satisfies Record<string, Route>;

export type Routes = typeof ROUTES;
export type RouteName = keyof Routes;

/** What a house with a sandbox clock can do besides. */
export const SANDBOX_ROUTES = { getSandboxClock, turnSandboxClock } as const satisfies Record<string, Route>;
