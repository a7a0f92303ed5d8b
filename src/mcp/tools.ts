import type { z } from 'zod';

import { ROUTES, type RouteName } from '../api/routes.ts';
import type { Route } from '../api/route.ts';
import { inputOf, type InputOptions } from './tool-input.ts';

/** Routes that are no tools: they describe the HTTP API, return no JSON, or belong to the operator. */
const WITHOUT_TOOL = [
  'getRegistrationSchema',
  'getApiIndex',
  'getHouseIndex',
  'getHealth',
  'getAnalytics',
  'getCalendar',
] as const satisfies readonly RouteName[];

export type ToolRoute = Exclude<RouteName, (typeof WITHOUT_TOOL)[number]>;

export type Tool = Readonly<ReturnType<typeof toolOf>>;

const VIEW = { type: 'string', enum: ['brief', 'full'], description: 'Brief, unless you ask for full.' };

/** Differences of tools from their routes: replies are shorter by default. */
const TOOL_OVERRIDES: Partial<Record<ToolRoute, Partial<Omit<InputOptions, 'offersUntrusted'>>>> = {
  getCreatureStatus: { defaults: { view: 'brief' } },
  careForCreature: { defaults: { view: 'brief' }, own: { view: VIEW } },
  getCareHistory: {
    defaults: { limit: 5 },
    own: { view: VIEW },
    unlisted: ['view'],
    descriptions: { limit: 'How many entries you want.' },
  },
  adoptCreature: { unlisted: ['view'] },
  listLetters: { defaults: { limit: 1 }, unlisted: ['view'] },
  listGraveyard: { defaults: { per_page: 5 }, own: { view: VIEW } },
  listHall: { defaults: { per_page: 5 } },
  listSpecies: { defaults: { per_page: 10, view: 'brief' } },
  exportMyData: { defaults: { entries: 20 } },
};

const DESTRUCTIVE: ReadonlySet<ToolRoute> = new Set([
  'releaseCreature',
  'rotateApiKey',
  'createCalendarFeed',
  'revokeCalendarFeed',
  'deleteMyAccount',
]);

export const TOOLS: readonly Tool[] = (Object.keys(ROUTES) as RouteName[])
  .filter(isTool)
  .map((route) => toolOf(route, ROUTES[route]));

export function toolFor(route: ToolRoute): Tool {
  const found = TOOLS.find((tool) => tool.route === route);
  if (!found) throw new Error(`there is no tool for ${route}`);
  return found;
}

function isTool(name: RouteName): name is ToolRoute {
  return !WITHOUT_TOOL.some((each) => each === name);
}

function toolOf(route: ToolRoute, row: Route) {
  const { defaults = {}, own = {}, descriptions = {}, unlisted = [] } = TOOL_OVERRIDES[route] ?? {};
  const hasUntrusted = 'untrusted_fields' in (row.reply as z.ZodObject).shape;
  return {
    /** Name of the route; `name` is the operationId. */
    route,
    row,
    name: row.operationId,
    title: row.summary,
    description: row.auth === 'required' ? `${row.description} Needs your API key.` : row.description,
    hints: {
      // A route that refuses HEAD changes something on GET: the first status hatches an egg.
      readOnlyHint: row.method === 'GET' && row.noHead !== true,
      destructiveHint: DESTRUCTIVE.has(route),
      idempotentHint: row.method !== 'POST',
      openWorldHint: hasUntrusted,
    },
    // `include_untrusted` is listed on public routes only; elsewhere the reply mentions it when it leaves something out.
    input: inputOf(row, {
      defaults,
      own,
      descriptions,
      unlisted,
      offersUntrusted: hasUntrusted && row.auth !== 'required',
    }),
  };
}
