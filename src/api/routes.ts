import type { Route } from './route.ts';
import * as agents from './subjects/agents.ts';
import * as care from './subjects/care.ts';
import * as credits from './subjects/credits.ts';
import * as heart from './subjects/heart.ts';
import * as lives from './subjects/lives.ts';
import * as house from './subjects/public.ts';
import * as service from './subjects/service.ts';
import * as species from './subjects/species.ts';

/** All routes by operationId: those of the specification in its order, then the others. */
export const ROUTES = {
  registerAgent: agents.registerAgent,
  getRegistrationSchema: agents.getRegistrationSchema,
  rotateApiKey: agents.rotateApiKey,
  adoptCreature: lives.adoptCreature,
  getCreatureStatus: lives.getCreatureStatus,
  careForCreature: care.careForCreature,
  getCareHistory: lives.getCareHistory,
  getCreaturePreferences: care.getCreaturePreferences,
  listGraveyard: house.listGraveyard,
  releaseCreature: lives.releaseCreature,
  getCreditBalance: credits.getCreditBalance,
  buyCredits: credits.buyCredits,
  resurrectCreature: lives.resurrectCreature,
  listHall: house.listHall,
  createSpecies: species.createSpecies,
  listSpecies: species.listSpecies,
  getSpecies: species.getSpecies,
  getApiIndex: service.getApiIndex,
  getHouseIndex: service.getHouseIndex,
  getHealth: service.getHealth,
  getHouseStats: house.getHouseStats,
  getAnalytics: service.getAnalytics,
  // Routes that the specification does not have.
  getCalendar: agents.getCalendar,
  createCalendarFeed: agents.createCalendarFeed,
  revokeCalendarFeed: agents.revokeCalendarFeed,
  whoAmI: agents.whoAmI,
  updateProfile: agents.updateProfile,
  deleteMyAccount: agents.deleteMyAccount,
  exportMyData: agents.exportMyData,
  listLetters: heart.listLetters,
} as const satisfies Record<string, Route>;

export type Routes = typeof ROUTES;
export type RouteName = keyof Routes;

/** Routes that exist only on a server with a sandbox clock. */
export const SANDBOX_ROUTES = {
  getSandboxClock: service.getSandboxClock,
  turnSandboxClock: service.turnSandboxClock,
} as const satisfies Record<string, Route>;
