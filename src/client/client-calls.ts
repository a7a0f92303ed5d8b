import type { Route } from '../api/route.ts';
import { type RouteName, ROUTES } from '../api/routes.ts';

/** Stands for the name of each action: `care.feed`, `care.play` and so on. */
export const EACH_ACTION = '{action}';

/** Group and method of every operation in the clients for TypeScript and Python. */
export const CLIENT_CALLS = {
  registerAgent: 'agents.register',
  getRegistrationSchema: 'agents.schema',
  rotateApiKey: 'agents.rotateKey',
  adoptCreature: 'creatures.adopt',
  getCreatureStatus: 'creatures.status',
  careForCreature: 'care.{action}',
  getCareHistory: 'care.history',
  getCreaturePreferences: 'creatures.preferences',
  listGraveyard: 'graveyard.list',
  releaseCreature: 'creatures.release',
  getCreditBalance: 'credits.balance',
  buyCredits: 'credits.buy',
  resurrectCreature: 'creatures.resurrect',
  listHall: 'hall.list',
  createSpecies: 'species.create',
  listSpecies: 'species.list',
  getSpecies: 'species.get',
  getApiIndex: 'house.routes',
  getHouseIndex: 'house.index',
  getHealth: 'house.health',
  getHouseStats: 'house.stats',
  getAnalytics: 'house.analytics',
  getCalendar: 'calendar.get',
  createCalendarFeed: 'calendar.create',
  revokeCalendarFeed: 'calendar.revoke',
  whoAmI: 'agents.me',
  updateProfile: 'agents.update',
  deleteMyAccount: 'agents.delete',
  exportMyData: 'agents.export',
  listLetters: 'letters.list',
} as const satisfies Record<RouteName, `${string}.${string}`>;

/** Replies that are one page of a list: its field, and how the next page is asked for. */
export const CLIENT_PAGES = {
  getCareHistory: { items: 'care_log', by: 'offset' },
  listGraveyard: { items: 'gravestones', by: 'cursor' },
  listHall: { items: 'leaderboard', by: 'cursor' },
  listSpecies: { items: 'species', by: 'cursor' },
  listLetters: { items: 'letters', by: 'offset' },
} as const satisfies Partial<Record<RouteName, ListPaging>>;

export type ListPaging = Readonly<{ items: string; by: 'cursor' | 'offset' }>;

const NAMES: ReadonlyMap<Route, string> = new Map(
  Object.entries(ROUTES).map(([name, route]) => [route, name]),
);

/** Group and method of a route; both empty for routes of the sandbox. */
export function clientCallOf(route: Route): readonly [group: string, method: string] {
  const calls: Readonly<Record<string, string>> = CLIENT_CALLS;
  const [group = '', method = ''] = calls[NAMES.get(route) ?? '']?.split('.') ?? [];
  return [group, method];
}

export function listPagingOf(route: Route): ListPaging | undefined {
  const pages: Readonly<Record<string, ListPaging>> = CLIENT_PAGES;
  return pages[NAMES.get(route) ?? ''];
}
