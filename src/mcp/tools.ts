import type { Route } from '../contract/route.ts';
import { ROUTES, type RouteName } from '../contract/routes.ts';
import { inputOf, type Input } from './input.ts';
import type { Json } from './json-schema.ts';
import { outputOf } from './output.ts';

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

export interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** One operation of the house, as a model is offered it. */
export interface Tool {
  /** Its name in the contract; `name` is its operationId. */
  readonly route: ToolRoute;
  readonly row: Route;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: Hints;
  readonly input: Input;
  readonly output: Json;
}

/** What a tool does differently from its route: fewer words where nobody asked for more, and no pages. */
const MANNERS: Partial<Record<ToolRoute, Manner>> = {
  getCreatureStatus: { usual: { view: 'brief' } },
  getCareHistory: {
    usual: { limit: 10 },
    without: ['format'],
    says: { limit: 'How many entries you want.' },
    description: 'The care log, newest first, with the stages of its life and how well it was kept.',
  },
  listGraveyard: { usual: { per_page: 10 } },
  listHall: { usual: { per_page: 10 } },
  listSpecies: { usual: { per_page: 10 } },
};

interface Manner {
  readonly usual?: Readonly<Record<string, string | number>>;
  readonly without?: readonly string[];
  /** Other words for a field. */
  readonly says?: Readonly<Record<string, string>>;
  readonly description?: string;
}

const ENDS_SOMETHING: ReadonlySet<ToolRoute> = new Set([
  'releaseCreature',
  'rotateApiKey',
  'createCalendarFeed',
  'revokeCalendarFeed',
]);

/** Every tool, in the order of the contract. */
export const TOOLS: readonly Tool[] = (Object.keys(ROUTES) as RouteName[])
  .filter(isTool)
  .map((route) => toolOf(route, ROUTES[route]));

function isTool(name: RouteName): name is ToolRoute {
  return !WITHOUT_TOOL.some((each) => each === name);
}

function toolOf(route: ToolRoute, row: Route): Tool {
  const { usual = {}, without = [], says = {}, description = row.description } = MANNERS[route] ?? {};
  const output = outputOf(row);
  const quotesStrangers = 'untrusted' in output.properties;
  return {
    route,
    row,
    name: row.operationId,
    title: row.summary,
    description: row.auth === 'required' ? `${description} Needs your API key.` : description,
    hints: hintsOf(route, row, quotesStrangers),
    input: inputOf(row, { usual, without, says, quotesStrangers }),
    output,
  };
}

function hintsOf(route: ToolRoute, { method, noHead }: Route, quotesStrangers: boolean): Hints {
  return {
    // A look that may be noticed changes something: the first one hatches an egg.
    readOnlyHint: method === 'GET' && noHead !== true,
    destructiveHint: ENDS_SOMETHING.has(route),
    idempotentHint: method !== 'POST',
    openWorldHint: quotesStrangers,
  };
}
