import { LIMITS } from '../contract/limits.ts';
import { openapi } from '../contract/openapi.ts';
import { problemsOf, STATUS } from '../contract/problems.ts';
import type { Auth, Route } from '../contract/route.ts';
import { ROUTES } from '../contract/routes.ts';
import { CATALOG } from '../core/species/catalog.ts';
import { explain } from '../voice/problems.ts';
import { curl, OWN, type Filling } from './curl.ts';
import { fieldLines, type Schema } from './fields.ts';
import { bullets, parts, shell } from './layout.ts';
import { at, type Site } from './site.ts';

/** Who may call, in few words. */
export const WHO: Record<Auth, string> = {
  none: 'no key',
  optional: 'a key or none',
  required: 'your key',
  admin: 'the operator’s key',
};

/** How often, in few words. */
export function howOften({ limit }: Route): string {
  const { max, windowSeconds, per } = LIMITS[limit];
  return `at most ${max} requests in ${windowSeconds} seconds per ${per === 'ip' ? 'address' : 'agent'}`;
}

/** Rows that an agent can use: not those of the operator, nor of somebody who tries things out. */
export function forAgents({ routes }: Site): readonly Route[] {
  return routes.filter(({ auth, tag }) => auth !== 'admin' && tag !== 'Sandbox');
}

// What an example needs besides the row's own example.
const FILLINGS = new Map<Route, Filling>([
  [ROUTES.registerAgent, { once: true }],
  [ROUTES.getCreatureStatus, { query: { view: 'brief' } }],
  [ROUTES.releaseCreature, { body: { creature_id: OWN.creatureId } }],
  [ROUTES.resurrectCreature, { body: { creature_id: OWN.creatureId } }],
  [ROUTES.getSpecies, { params: { slug: CATALOG[0]?.slug ?? '' } }],
  [ROUTES.getCalendar, { query: { token: OWN.token } }],
]);

/** The row's own example as a call. */
export function exampleOf(site: Site, route: Route): string {
  return curl(site, route, FILLINGS.get(route));
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, { readonly content?: Contents }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

type Contents = Readonly<Record<string, { readonly schema: Schema }>>;

/** Every operation with all it takes, answers and refuses; and every shape that has a name. */
export function everyOperation(site: Site): { readonly operations: string; readonly shapes: string } {
  // The document is made of these rows, so that all of them are in it.
  const { paths, components } = openapi(site.routes, explain) as unknown as Described;
  return {
    operations: parts(
      ...site.routes.map((route) => {
        const described = paths[route.path]?.[route.method.toLowerCase()];
        return described ? operationText(site, route, described) : '';
      }),
    ),
    shapes: parts(
      ...Object.entries(components.schemas).map(([name, schema]) =>
        [`### ${name}`, '', ...fieldLines(schema)].join('\n'),
      ),
    ),
  };
}

function operationText(site: Site, route: Route, operation: Operation): string {
  return parts(
    `### ${route.operationId}`,
    `\`${route.method} ${at(site, route.path)}\` with ${WHO[route.auth]}, ${howOften(route)}.`,
    `${route.summary}. ${route.description}`,
    section('Takes:', [...parameterLines(operation), ...bodyLines(operation)]),
    section(`Answers ${route.status}:`, replyLines(route, operation)),
    section('Refuses:', refusalLines(route)),
    shell([exampleOf(site, route)]),
  ).trimEnd();
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, '', ...lines].join('\n');
}

function parameterLines({ parameters = [] }: Operation): string[] {
  return parameters
    .filter((parameter) => parameter.in !== 'header')
    .flatMap(({ name, in: place, required, description, schema }) =>
      fieldLines({
        properties: { [name]: { ...schema, description: `${description ?? ''} (${place})` } },
        required: required ? [name] : [],
      }),
    );
}

function bodyLines({ requestBody }: Operation): string[] {
  return requestBody ? Object.values(requestBody.content).flatMap(({ schema }) => fieldLines(schema)) : [];
}

function replyLines(route: Route, { responses }: Operation): string[] {
  const content = responses[String(route.status)]?.content ?? {};
  return Object.entries(content).flatMap(([type, { schema }]) =>
    type === 'application/json' ? fieldLines(schema) : [`- \`${type}\``],
  );
}

function refusalLines(route: Route): string[] {
  const codes = [...new Set(problemsOf(route))].toSorted((one, other) => STATUS[one] - STATUS[other]);
  return bullets(codes.map((code) => `${STATUS[code]} \`${code}\`: ${explain(code, route)}`)).split('\n');
}
