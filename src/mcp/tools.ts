import type { z } from 'zod';

import { ROUTES, type RouteName } from '../api/routes.ts';
import type { Route } from '../api/route.ts';
import { inputOf, type InputOptions } from './tool-input.ts';

/** They describe the API over HTTP, answer with no JSON, or are the operator's: none is of use as a tool. */
const WITHOUT_TOOL = [
  'getRegistrationSchema',
  'getApiIndex',
  'getHouseIndex',
  'getHealth',
  'getAnalytics',
  'getCalendar',
] as const satisfies readonly RouteName[];

export type ToolRoute = Exclude<RouteName, (typeof WITHOUT_TOOL)[number]>;

/** One operation of the house, as a model is offered it. */
export type Tool = Readonly<ReturnType<typeof toolOf>>;

const VIEW = { type: 'string', enum: ['brief', 'full'], description: 'Brief, unless you ask for full.' };

/** What a tool does differently from its route: its answers are shorter by default. */
const TOOL_OVERRIDES: Partial<Record<ToolRoute, ToolOverride>> = {
  getCreatureStatus: { defaults: { view: 'brief' } },
  careForCreature: { defaults: { view: 'brief' }, own: { view: VIEW } },
  getCareHistory: {
    defaults: { limit: 5 },
    own: { view: VIEW },
    descriptions: { limit: 'How many entries you want.' },
  },
  listLetters: { defaults: { limit: 1 } },
  listGraveyard: { defaults: { per_page: 5 }, own: { view: VIEW } },
  listHall: { defaults: { per_page: 5 } },
  listSpecies: { defaults: { per_page: 10 }, own: { view: VIEW } },
  exportMyData: { defaults: { entries: 20 } },
};

type ToolOverride = Partial<Omit<InputOptions, 'offersUntrusted'>>;

const DESTRUCTIVE: ReadonlySet<ToolRoute> = new Set([
  'releaseCreature',
  'rotateApiKey',
  'createCalendarFeed',
  'revokeCalendarFeed',
  'deleteMyAccount',
]);

/** Every tool, in the order of the contract. */
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
  const { defaults = {}, own = {}, descriptions = {} } = TOOL_OVERRIDES[route] ?? {};
  const hasUntrusted = 'untrusted_fields' in (row.reply as z.ZodObject).shape;
  return {
    /** Its name in the contract; `name` is its operationId. */
    route,
    row,
    name: row.operationId,
    title: row.summary,
    description: row.auth === 'required' ? `${row.description} Needs your API key.` : row.description,
    hints: hintsOf(route, row, hasUntrusted),
    // Where others are what one comes to see; elsewhere the answer says so when it leaves something out.
    input: inputOf(row, {
      defaults,
      own,
      descriptions,
      offersUntrusted: hasUntrusted && row.auth !== 'required',
    }),
  };
}

function hintsOf(route: ToolRoute, { method, noHead }: Route, hasUntrusted: boolean) {
  return {
    // A look that may be noticed changes something: the first one hatches an egg.
    readOnlyHint: method === 'GET' && noHead !== true,
    destructiveHint: DESTRUCTIVE.has(route),
    idempotentHint: method !== 'POST',
    openWorldHint: hasUntrusted,
  };
}
