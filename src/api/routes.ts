import type { Route } from './route.ts';
import {
  createCalendarFeed,
  deleteMyAccount,
  exportMyData,
  getCalendar,
  getRegistrationSchema,
  registerAgent,
  revokeCalendarFeed,
  rotateApiKey,
  updateProfile,
  whoAmI,
} from './subjects/agents.ts';
import { careForCreature, getCreaturePreferences } from './subjects/care.ts';
import { buyCredits, getCreditBalance } from './subjects/credits.ts';
import { listLetters } from './subjects/heart.ts';
import {
  adoptCreature,
  getCareHistory,
  getCreatureStatus,
  getDue,
  releaseCreature,
  resurrectCreature,
} from './subjects/lives.ts';
import { createOwnerLink, getWeek, revokeOwnerLink } from './subjects/owner.ts';
import { getHouseStats, listGraveyard, listHall } from './subjects/public.ts';
import {
  getAnalytics,
  getApiIndex,
  getHealth,
  getHouseIndex,
  getSandboxClock,
  turnSandboxClock,
} from './subjects/service.ts';
import { createSitter, listSitters, revokeSitter } from './subjects/sitters.ts';
import { createSpecies, getSpecies, listSpecies } from './subjects/species.ts';

/** All routes by operationId: those of the specification in its order, then the others. */
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
  // Routes that the specification does not have.
  getCalendar,
  createCalendarFeed,
  revokeCalendarFeed,
  whoAmI,
  updateProfile,
  deleteMyAccount,
  exportMyData,
  listLetters,
  getDue,
  createOwnerLink,
  revokeOwnerLink,
  getWeek,
  createSitter,
  listSitters,
  revokeSitter,
} as const satisfies Record<string, Route>;

export type Routes = typeof ROUTES;
export type RouteName = keyof Routes;

/** Routes that exist only on a server with a sandbox clock. */
export const SANDBOX_ROUTES = {
  getSandboxClock,
  turnSandboxClock,
} as const satisfies Record<string, Route>;
