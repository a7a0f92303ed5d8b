import { createCalendarFeed, getCalendar, revokeCalendarFeed } from '../features/account/calendar.http.ts';
import { deleteMyAccount, exportMyData } from '../features/account/own-data.http.ts';
import {
  getRegistrationSchema,
  registerAgent,
  rotateApiKey,
  updateProfile,
  whoAmI,
} from '../features/account/profile.http.ts';
import { careForCreature } from '../features/care/care.http.ts';
import { getCreaturePreferences } from '../features/care/preferences.http.ts';
import { createSpecies, getSpecies, listSpecies } from '../features/catalog/species.http.ts';
import { adoptCreature, releaseCreature, resurrectCreature } from '../features/lives/adoption.http.ts';
import { getDue } from '../features/lives/due.http.ts';
import { getCareHistory } from '../features/lives/history.http.ts';
import { getCreatureStatus } from '../features/lives/status.http.ts';
import { createOwnerLink, revokeOwnerLink } from '../features/owner/owner-link.http.ts';
import { createSitter, listSitters, revokeSitter } from '../features/owner/sitters.http.ts';
import { getWeek } from '../features/owner/week.http.ts';
import { listLetters } from '../features/public/letters.http.ts';
import { getHouseStats, listGraveyard, listHall } from '../features/public/public.http.ts';
import { buyCredits, getCreditBalance } from '../features/shop/credits.http.ts';
import { getAnalytics, getHealth } from '../features/stats/stats.http.ts';
import type { Handlers } from '../server/server-context.ts';

/** In the order of the contract. */
export const HANDLERS: Handlers = {
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
  getDue,
  getWeek,
  createOwnerLink,
  revokeOwnerLink,
  createSitter,
  listSitters,
  revokeSitter,
};
