import type { ProblemCode } from '../rules/problem.ts';
import recorded from './examples.json' with { type: 'json' };
import parts from './openapi-parts.json' with { type: 'json' };
import {
  isPaidInline,
  type JsonObject,
  parametersOf,
  replySchema,
  schemaOf,
  sharedSchemas,
} from './openapi-schemas.ts';
import { PROBLEM_STATUS, problemsOf } from './problems.ts';
import { RATE_LIMITS } from './rate-limits.ts';
import { type Auth, type Route, type Tag, TAGS } from './route.ts';

const REPLY_EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = recorded.replies;
export const PROBLEM_EXAMPLES: Readonly<Record<string, unknown>> = recorded.problems;

/** Response headers; the schema follows from the example. */
export const HEADERS = parts.headers;
type HeaderName = keyof typeof HEADERS;

/** Headers that OpenAPI lists for every response. The others are listed only where they matter, to keep the document short. */
const SHOWN_EVERYWHERE: readonly HeaderName[] = ['X-RateLimit-Remaining'];

const ON_STATUS: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  402: ['WWW-Authenticate', 'PAYMENT-REQUIRED', 'X-PAYMENT-REQUIRED'],
  429: ['X-RateLimit-Limit', 'X-RateLimit-Reset', 'Retry-After', 'RateLimit-Policy', 'RateLimit'],
  500: ['X-Request-Id'],
  503: ['Retry-After'],
};

const HEADER_COMPONENTS: JsonObject = Object.fromEntries(
  Object.entries(HEADERS).map(([name, { description, example, ...more }]) => {
    const type = typeof example === 'number' ? 'integer' : 'string';
    return [componentName(name), { description, schema: { type, ...more }, example }];
  }),
);

/** The OpenAPI component name of a header: `X-RateLimit-Limit` becomes `Limit`. */
function componentName(header: string): string {
  return header.replace(/^X-(?:RateLimit-)?(?!PAYMENT)/, '').replaceAll('-', '');
}

function headerLinks(more: readonly HeaderName[] = []): JsonObject {
  return Object.fromEntries(
    [...SHOWN_EVERYWHERE, ...more].map((name) => [
      name,
      { $ref: `#/components/headers/${componentName(name)}` },
    ]),
  );
}

function success(route: Route, schema: JsonObject): JsonObject {
  const { onlyAs = 'application/json', alsoAs = [] } = route;
  const content = [onlyAs, ...alsoAs].map((type) => {
    const example = exampleReply(route, type);
    const shape = type === onlyAs ? schema : { type: 'string' };
    return [type, { schema: shape, ...(example !== undefined && { example }) }];
  });
  const headers: HeaderName[] = [];
  if (route.etag) headers.push('ETag');
  if (route.linked) headers.push('Link');
  if (route.operationId === 'get_creature_status') headers.push('X-Arkhouse-Warning');
  if (route.method !== 'GET') headers.push('Idempotency-Replayed');
  if (isPaidInline(route)) headers.push('PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE', 'Payment-Receipt');
  return { description: 'Done.', headers: headerLinks(headers), content: Object.fromEntries(content) };
}

/** The only operation whose OpenAPI example keeps its `next_steps`. */
const WITH_STEPS = 'care_for_creature';

export function exampleReply({ operationId }: Route, type: string): unknown {
  const example = REPLY_EXAMPLES[operationId]?.[type];
  const hasSteps = typeof example === 'object' && example !== null && 'next_steps' in example;
  return hasSteps && operationId !== WITH_STEPS ? { ...example, next_steps: [] } : example;
}

const NOT_MODIFIED: JsonObject = {
  description: 'Nothing has changed since the answer you have.',
  headers: headerLinks(['ETag']),
};

function byStatus(codes: readonly ProblemCode[]): (readonly [status: number, codes: ProblemCode[]])[] {
  return [...Map.groupBy(new Set(codes), (code) => PROBLEM_STATUS[code])];
}

const REFUSALS: Readonly<Record<number, string>> = parts.refusals;
const describeStatus = (status: number) => REFUSALS[status] ?? 'Refused.';

function refusal(status: number, codes: readonly ProblemCode[]): JsonObject {
  const known = codes.filter((code) => code in PROBLEM_EXAMPLES);
  const withOwnFields = known.filter((code) =>
    Object.keys(PROBLEM_EXAMPLES[code] as object).some((field) => !COMMON_FIELDS.has(field)),
  );
  const shown = withOwnFields.length > 0 ? withOwnFields : known.slice(0, 1);
  const examples = shown.map((code) => [code, { value: PROBLEM_EXAMPLES[code] }]);
  return {
    description: describeStatus(status),
    headers: headerLinks(ON_STATUS[status]),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

const COMMON_FIELDS: ReadonlySet<string> = new Set(['error', 'code', 'request_id']);

interface OpenApiSources {
  readonly explain: (code: ProblemCode, route: Route) => string;
  /** The routes that are also MCP tools; a tool's name is the operationId. */
  readonly tools: ReadonlySet<Route>;
}

export const TAG_DESCRIPTIONS: Readonly<Record<Tag, string>> = parts.tags;

const SECURITY: Record<Auth, JsonObject[]> = {
  none: [],
  optional: [{}, { bearer: [] }, { apiKey: [] }],
  required: [{ bearer: [] }, { apiKey: [] }],
  admin: [{ adminKey: [] }, { bearer: [] }],
};

export function buildOpenApi(routes: readonly Route[], sources: OpenApiSources): JsonObject {
  const schemas = sharedSchemas(routes);
  const parameters = repeatedParameters(routes);
  const shared = { ...sources, link: schemas.link, parameters, routes };
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operation(route, shared);
  }
  const refusals = byStatus(routes.flatMap(problemsOf));
  return {
    openapi: '3.1.0',
    info: parts.info,
    servers: [{ url: '/' }],
    security: SECURITY.required,
    tags: TAGS.filter((tag) => routes.some((route) => route.tag === tag)).map((name) => ({
      name,
      description: TAG_DESCRIPTIONS[name],
    })),
    paths: { ...paths, ...PROBES },
    components: {
      schemas: schemas.named,
      parameters: Object.fromEntries([...parameters].map(([text, name]) => [name, JSON.parse(text)])),
      responses: {
        304: NOT_MODIFIED,
        ...Object.fromEntries(refusals.map(([status, codes]) => [status, refusal(status, codes)])),
      },
      headers: HEADER_COMPONENTS,
      securitySchemes: securitySchemes(routes),
    },
  };
}

function securitySchemes(routes: readonly Route[]): JsonObject {
  const { adminKey, ...own } = parts.securitySchemes;
  return routes.some(({ auth }) => auth === 'admin') ? { ...own, adminKey } : own;
}

interface SharedParts extends OpenApiSources {
  readonly routes: readonly Route[];
  readonly link: (schema: JsonObject) => JsonObject;
  /** OpenAPI component names of shared parameters, by the JSON of the parameter. */
  readonly parameters: ReadonlyMap<string, string>;
}

function operation(route: Route, shared: SharedParts): JsonObject {
  const { explain, tools, link, parameters: named, routes } = shared;
  const { max, windowSeconds, per } = RATE_LIMITS[route.limit];
  const keyed = route.auth === 'optional' ? 'agent, or address without a key' : 'agent';
  const countedPer = per === 'ip' ? 'address' : keyed;
  const parameters = parametersOf(route).map((parameter) => {
    const name = named.get(JSON.stringify(parameter));
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
  });
  return {
    operationId: route.operationId,
    ...(tools.has(route) && { 'x-mcp': { tool: route.operationId } }),
    tags: [route.tag],
    summary: route.summary,
    description: `${route.description} Limit: ${max} in ${windowSeconds} s per ${countedPer}.`,
    ...(route.auth !== 'required' && { security: SECURITY[route.auth] }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: requestBody(route.body, route.example, link) }),
    responses: {
      [route.status]: { ...success(route, link(replySchema(route))), ...linksOf(route, routes) },
      ...(route.etag && { 304: { $ref: '#/components/responses/304' } }),
      ...refusalLinks(route, explain),
    },
  };
}

/** Several parsers accept only a string as `requestBody` of a link, so the description names fields for a body. */
function linksOf({ links: given = {} }: Route, routes: readonly Route[]): JsonObject {
  const links = Object.entries(given).flatMap(([operationId, fields]) => {
    const next = routes.find((each) => each.operationId === operationId);
    if (!next) return [];
    const values = Object.entries(fields).map(([name, value]) => [name, `$response.body#${value}`] as const);
    const inBody = values.map(([name, value]) => `${name} ${value}`).join(', ');
    const description = next.body && inBody !== '' ? `${next.summary}; body: ${inBody}` : next.summary;
    const parameters = !next.body && inBody !== '' && { parameters: Object.fromEntries(values) };
    return [[operationId, { operationId, description, ...parameters }] as const];
  });
  return links.length > 0 ? { links: Object.fromEntries(links) } : {};
}

/** The probes of load balancers. They are served beside the contract; their 503 is not a problem body. */
const PROBES: JsonObject = Object.fromEntries(
  Object.entries(parts.probes).map(([path, probe]) => {
    const { max, windowSeconds } = RATE_LIMITS.probe;
    const description = `${probe.description} Limit: ${max} in ${windowSeconds} s per address.`;
    return [path, { get: { ...probe, description } }];
  }),
);

function requestBody(body: NonNullable<Route['body']>, example: unknown, link: SharedParts['link']) {
  const schema = link(schemaOf(body, 'input'));
  return {
    ...(!body.safeParse(undefined).success && { required: true }),
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  };
}

function repeatedParameters(routes: readonly Route[]): ReadonlyMap<string, string> {
  const byText = Map.groupBy(routes.flatMap(parametersOf), (parameter) => JSON.stringify(parameter));
  const shared = new Map<string, string>();
  for (const [text, [parameter, ...more]] of byText) {
    const taken = [...shared.values()].includes(parameter?.name ?? '');
    if (parameter && more.length > 0 && !taken) shared.set(text, parameter.name);
  }
  return shared;
}

/** The refusals of a route as `$ref` links; problems of this route only are described in place. */
function refusalLinks(route: Route, explain: OpenApiSources['explain']): JsonObject {
  return Object.fromEntries(
    byStatus(problemsOf(route)).map(([status, codes]) => {
      const words = codes
        .filter((code) => route.problems.includes(code) || code === 'invalid_request')
        .map((code) => `${explain(code, route)} (\`${code}\`)`);
      if (status === 500) words.push(explain('unexpected', route));
      const own = words.join('. ');
      const description = own !== '' && own !== describeStatus(status) && { description: own };
      return [status, { $ref: `#/components/responses/${status}`, ...description }];
    }),
  );
}
