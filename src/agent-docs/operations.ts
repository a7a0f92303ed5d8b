import { ROUTES } from '../contract/routes.ts';
import { parametersOf } from '../contract/server/openapi-parameters.ts';
import { definitions, schemaOf } from '../contract/server/openapi-schemas.ts';
import { isCommonProblem, PROBLEM_STATUS, problemsOf } from '../contract/server/problems.ts';
import { RATE_LIMITS } from '../contract/server/rate-limits.ts';
import type { Auth, Route } from '../contract/server/route.ts';
import { PROBLEMS, type ProblemCode } from '../core/problem.ts';
import { CATALOG } from '../core/species/catalog.ts';
import { errorTextFor } from '../voice/server/problems.ts';
import { curl, SHELL_VARIABLES, type CurlOptions } from './curl.ts';
import { joinSections, shellBlock } from './markdown.ts';
import { fieldLines } from './schema-fields.ts';
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

/** What the example of an operation needs besides the row's own example. */
export const EXAMPLE_OPTIONS: ReadonlyMap<Route, CurlOptions> = new Map<Route, CurlOptions>([
  [ROUTES.registerAgent, { once: true }],
  [ROUTES.getCreatureStatus, { query: { view: 'brief' } }],
  [ROUTES.releaseCreature, { body: { creature_id: SHELL_VARIABLES.creatureId } }],
  [ROUTES.resurrectCreature, { body: { creature_id: SHELL_VARIABLES.creatureId } }],
  [ROUTES.getSpecies, { params: { slug: CATALOG[0]?.slug ?? '' } }],
  [ROUTES.getCalendar, { query: { token: SHELL_VARIABLES.token } }],
]);

/** Every operation with all it takes, answers and refuses; and every shape that has a name. */
export function describeOperations(site: DocsSite): { readonly operations: string; readonly shapes: string } {
  return {
    operations: joinSections(...site.routes.map((route) => operationText(site, route))),
    shapes: joinSections(
      ...Object.entries(definitions(site.routes)).map(([name, schema]) =>
        [`### ${name}`, '', ...fieldLines(schema)].join('\n'),
      ),
    ),
  };
}

function operationText(site: DocsSite, route: Route): string {
  return joinSections(
    `### ${route.operationId}`,
    `\`${route.method} ${absoluteUrl(site, route.path)}\` with ${AUTH_WORDS[route.auth]}, ${describeLimit(route)}.`,
    `${route.summary}. ${route.description}`,
    section('Takes:', [...parameterLines(route), ...bodyLines(route)]),
    section(`Answers ${route.status}:`, replyLines(route)),
    section('Refuses:', refusalLines(route)),
    shellBlock([curl(site, route, EXAMPLE_OPTIONS.get(route))]),
  ).trimEnd();
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, '', ...lines].join('\n');
}

function parameterLines(route: Route): string[] {
  return parametersOf(route)
    .filter((parameter) => parameter.in !== 'header')
    .flatMap(({ name, in: place, required, description, schema }) =>
      fieldLines({
        properties: { [name]: { ...schema, description: `${description} (${place})` } },
        required: required ? [name] : [],
      }),
    );
}

function bodyLines({ body }: Route): string[] {
  return body ? fieldLines(schemaOf(body, 'input')) : [];
}

function replyLines({ reply, onlyAs, alsoAs = [] }: Route): string[] {
  const json = onlyAs === undefined ? fieldLines(schemaOf(reply, 'output')) : [`- \`${onlyAs}\``];
  return [...json, ...alsoAs.map((type) => `- \`${type}\``)];
}

function refusalLines(route: Route): string[] {
  return ownRefusals(route).map((refusal) => `- ${refusalText(refusal)}`);
}

/** One way to be refused, in the words of the house. */
export interface RefusalLine {
  readonly status: number;
  readonly code: ProblemCode;
  readonly words: string;
}

/** What only this operation refuses, or refuses in words of its own. */
export function ownRefusals(route: Route): RefusalLine[] {
  const codes = problemsOf(route).filter((code) => !isCommonProblem(code) || WORDED_BY_ROUTE.has(code));
  const inOrder = codes.toSorted((one, other) => PROBLEM_STATUS[one] - PROBLEM_STATUS[other]);
  return inOrder.map((code) => describeRefusal(code, route));
}

const WORDED_BY_ROUTE: ReadonlySet<ProblemCode> = new Set(['invalid_request', 'unexpected']);

/** What any operation may refuse, told once. */
export function commonRefusals(): RefusalLine[] {
  return PROBLEMS.filter((code) => isCommonProblem(code) && !WORDED_BY_ROUTE.has(code)).map((code) =>
    describeRefusal(code, ROUTES.getApiIndex),
  );
}

function describeRefusal(code: ProblemCode, route: Route): RefusalLine {
  return { status: PROBLEM_STATUS[code], code, words: errorTextFor(code, route) };
}

export function refusalText({ status, code, words }: RefusalLine): string {
  return `${status} \`${code}\`: ${words}`;
}
