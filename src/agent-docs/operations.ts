import { ROUTES } from '../contract/routes.ts';
import { buildOpenApi } from '../contract/server/openapi.ts';
import { PROBLEM_STATUS, problemsOf } from '../contract/server/problems.ts';
import { RATE_LIMITS } from '../contract/server/rate-limits.ts';
import type { Auth, Route } from '../contract/server/route.ts';
import { CATALOG } from '../core/species/catalog.ts';
import { errorTextFor } from '../voice/server/problems.ts';
import { curl, SHELL_VARIABLES, type CurlOptions } from './curl.ts';
import { bullets, joinSections, shellBlock } from './markdown.ts';
import { fieldLines, type JsonSchema } from './schema-fields.ts';
import { absoluteUrl, type DocsSite } from './site.ts';

/** Who may call, in few words. */
export const AUTH_WORDS: Record<Auth, string> = {
  none: 'no key',
  optional: 'a key or none',
  required: 'your key',
  admin: 'the operator’s key',
};

/** How often, in few words. */
export function describeLimit({ limit }: Route): string {
  const { max, windowSeconds, per } = RATE_LIMITS[limit];
  return `at most ${max} requests in ${windowSeconds} seconds per ${per === 'ip' ? 'address' : 'agent'}`;
}

/** Routes that an agent can use: neither the operator's nor those of the sandbox. */
export function agentRoutes({ routes }: DocsSite): readonly Route[] {
  return routes.filter(({ auth, tag }) => auth !== 'admin' && tag !== 'Sandbox');
}

// What an example needs besides the row's own example.
const EXAMPLE_OPTIONS = new Map<Route, CurlOptions>([
  [ROUTES.registerAgent, { once: true }],
  [ROUTES.getCreatureStatus, { query: { view: 'brief' } }],
  [ROUTES.releaseCreature, { body: { creature_id: SHELL_VARIABLES.creatureId } }],
  [ROUTES.resurrectCreature, { body: { creature_id: SHELL_VARIABLES.creatureId } }],
  [ROUTES.getSpecies, { params: { slug: CATALOG[0]?.slug ?? '' } }],
  [ROUTES.getCalendar, { query: { token: SHELL_VARIABLES.token } }],
]);

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

interface OpenApiOperation {
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: { readonly content: OpenApiContents };
  readonly responses: Readonly<Record<string, { readonly content?: OpenApiContents }>>;
}

interface OpenApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

type OpenApiContents = Readonly<Record<string, { readonly schema: JsonSchema }>>;

/** Every operation with all it takes, answers and refuses; and every shape that has a name. */
export function describeOperations(site: DocsSite): { readonly operations: string; readonly shapes: string } {
  // The document is made of these rows, so that all of them are in it.
  const { paths, components } = buildOpenApi(site.routes, errorTextFor) as unknown as OpenApiDocument;
  return {
    operations: joinSections(
      ...site.routes.map((route) => {
        const described = paths[route.path]?.[route.method.toLowerCase()];
        return described ? operationText(site, route, described) : '';
      }),
    ),
    shapes: joinSections(
      ...Object.entries(components.schemas).map(([name, schema]) =>
        [`### ${name}`, '', ...fieldLines(schema)].join('\n'),
      ),
    ),
  };
}

function operationText(site: DocsSite, route: Route, operation: OpenApiOperation): string {
  return joinSections(
    `### ${route.operationId}`,
    `\`${route.method} ${absoluteUrl(site, route.path)}\` with ${AUTH_WORDS[route.auth]}, ${describeLimit(route)}.`,
    `${route.summary}. ${route.description}`,
    section('Takes:', [...parameterLines(operation), ...bodyLines(operation)]),
    section(`Answers ${route.status}:`, replyLines(route, operation)),
    section('Refuses:', refusalLines(route)),
    shellBlock([curl(site, route, EXAMPLE_OPTIONS.get(route))]),
  ).trimEnd();
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, '', ...lines].join('\n');
}

function parameterLines({ parameters = [] }: OpenApiOperation): string[] {
  return parameters
    .filter((parameter) => parameter.in !== 'header')
    .flatMap(({ name, in: place, required, description, schema }) =>
      fieldLines({
        properties: { [name]: { ...schema, description: `${description ?? ''} (${place})` } },
        required: required ? [name] : [],
      }),
    );
}

function bodyLines({ requestBody }: OpenApiOperation): string[] {
  return requestBody ? Object.values(requestBody.content).flatMap(({ schema }) => fieldLines(schema)) : [];
}

function replyLines(route: Route, { responses }: OpenApiOperation): string[] {
  const content = responses[String(route.status)]?.content ?? {};
  return Object.entries(content).flatMap(([type, { schema }]) =>
    type === 'application/json' ? fieldLines(schema) : [`- \`${type}\``],
  );
}

function refusalLines(route: Route): string[] {
  const codes = [...new Set(problemsOf(route))].toSorted(
    (one, other) => PROBLEM_STATUS[one] - PROBLEM_STATUS[other],
  );
  return bullets(
    codes.map((code) => `${PROBLEM_STATUS[code]} \`${code}\`: ${errorTextFor(code, route)}`),
  ).split('\n');
}
