import type { ProblemCode } from '../rules/problem.ts';
import recorded from './examples.json' with { type: 'json' };
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
const PROBLEM_EXAMPLES: Readonly<Record<string, unknown>> = recorded.problems;

/** Response headers; the schema follows from the example. */
export const HEADERS = {
  'X-RateLimit-Limit': {
    description: 'On every answer: how many requests fit into one window.',
    example: 60,
  },
  'X-RateLimit-Remaining': { description: 'How many are left in this one.', example: 59 },
  'X-RateLimit-Reset': {
    description: 'On every answer: when it ends, in Unix seconds.',
    example: 1768478460,
  },
  'RateLimit-Policy': {
    description:
      'On every answer: the same limit as the IETF writes it, its name, `q` requests in `w` seconds.',
    example: '"status";q=60;w=60',
  },
  RateLimit: {
    description: 'On every answer: what is left of it, `r` requests until `t` seconds from now.',
    example: '"status";r=59;t=60',
  },
  'X-Request-Id': {
    description: 'On every answer: the name of this request; quote it when asking the operator.',
    format: 'uuid',
    example: '4f0b9a63-0b9f-4c1e-8e40-2f5d1c7a6c0e',
  },
  'X-Arkhouse-Warning': {
    description: 'The creature will die at the current meal rhythm; see `warnings`.',
    const: 'fatal-rhythm',
    example: 'fatal-rhythm',
  },
  ETag: { description: 'The version of this answer.', example: '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"' },
  'Idempotency-Replayed': {
    description: 'Only when this is the answer to an earlier request with the same Idempotency-Key.',
    const: 'true',
    example: 'true',
  },
  Link: {
    description: 'Where the API is described.',
    example: '</openapi.json>; rel="service-desc"; type="application/json"',
  },
  'Retry-After': { description: 'How many seconds to wait.', example: 7 },
  'WWW-Authenticate': {
    description: 'What opens the door: `Bearer` on 401, one `Payment` challenge for each way of MPP on 402.',
    example: 'Bearer',
  },
  'PAYMENT-REQUIRED': {
    description: 'What to pay with x402, as JSON in base64; only where `x402_enabled`.',
    example: 'eyJ4NDAyVmVyc2lvbiI6Mn0=',
  },
  'X-PAYMENT-REQUIRED': {
    description: 'The same under its older name.',
    example: 'eyJ4NDAyVmVyc2lvbiI6Mn0=',
  },
  'PAYMENT-RESPONSE': {
    description: 'The receipt of a payment with x402, as JSON in base64.',
    example: 'eyJzdWNjZXNzIjp0cnVlfQ==',
  },
  'X-PAYMENT-RESPONSE': { description: 'The same for its version 1.', example: 'eyJzdWNjZXNzIjp0cnVlfQ==' },
  'Payment-Receipt': {
    description: 'The receipt of a payment with MPP, as JSON in base64.',
    example: 'eyJzdGF0dXMiOiJzdWNjZXNzIn0',
  },
} as const satisfies Record<string, JsonObject>;
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
  const headers: readonly HeaderName[] = [
    ...(route.etag ? (['ETag'] as const) : []),
    ...(route.linked ? (['Link'] as const) : []),
    ...(route.operationId === 'get_creature_status' ? (['X-Arkhouse-Warning'] as const) : []),
    ...(route.method === 'GET' ? [] : (['Idempotency-Replayed'] as const)),
    ...(isPaidInline(route) ? (['PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE', 'Payment-Receipt'] as const) : []),
  ];
  return { description: 'Done.', headers: headerLinks(headers), content: Object.fromEntries(content) };
}

/** The only operation whose OpenAPI example keeps its `next_steps`. */
const WITH_STEPS = 'care_for_creature';

export function exampleReply({ operationId }: Route, type: string): unknown {
  const example = REPLY_EXAMPLES[operationId]?.[type];
  const hasSteps = typeof example === 'object' && example !== null && 'next_steps' in example;
  return hasSteps && operationId !== WITH_STEPS ? { ...example, next_steps: [] } : example;
}

export function exampleRefusal(code: ProblemCode): unknown {
  return PROBLEM_EXAMPLES[code];
}

const NOT_MODIFIED: JsonObject = {
  description: 'Nothing has changed since the answer you have.',
  headers: headerLinks(['ETag']),
};

function byStatus(codes: readonly ProblemCode[]): (readonly [status: number, codes: ProblemCode[]])[] {
  return [...Map.groupBy(new Set(codes), (code) => PROBLEM_STATUS[code])];
}

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The request does not fit.',
  401: 'The key is missing, or opens nothing.',
  402: 'This has to be paid for.',
  403: 'Not for you, or not yet.',
  404: 'Nobody and nothing there.',
  409: 'It does not go together with how things stand.',
  410: 'Too late.',
  413: 'The body is larger than 64 KiB.',
  429: 'Too many requests; wait a little.',
  500: 'Something went wrong',
  503: 'Not possible right now; try again.',
};

function describeStatus(status: number): string {
  return REFUSALS[status] ?? 'Refused.';
}

/** The response component of a status, with an example of each problem that has fields of its own. */
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

export const TAG_DESCRIPTIONS: Record<Tag, string> = {
  Agents: 'Joining the house, and keeping the key to it.',
  Creatures: 'Adopting, visiting, caring, letting go.',
  Memory: 'What was done, what is liked, and who is remembered.',
  Credits: 'Buying credits and bringing back the dead.',
  Species: 'Everything that can hatch here, and designing more.',
  House: 'The house as a whole: its rooms, its boards, its health.',
  Sandbox: 'A clock to play with; only where the operator turned it on.',
};

const SECURITY: Record<Auth, JsonObject[]> = {
  none: [],
  optional: [{}, { bearer: [] }, { apiKey: [] }],
  required: [{ bearer: [] }, { apiKey: [] }],
  admin: [{ adminKey: [] }, { bearer: [] }],
};

export function buildOpenApi(routes: readonly Route[], sources: OpenApiSources): JsonObject {
  const schemas = sharedSchemas(routes);
  const parameters = repeatedParameters(routes);
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operation(route, {
      ...sources,
      link: schemas.link,
      parameters,
      routes,
    });
  }
  const refusals = byStatus(routes.flatMap(problemsOf));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Arkhouse',
      version: '1.0.0',
      summary: 'Creatures that live in real time, kept by agents.',
      description:
        'Register, adopt an egg, and keep what hatches alive by timed care. Every answer says what to do next.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this house' },
    },
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
  const key = { type: 'apiKey', in: 'header' };
  return {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'Your API key, as "Authorization: Bearer ah_…".',
    },
    apiKey: { ...key, name: 'x-api-key', description: 'Your API key in a header of its own.' },
    ...(routes.some((route) => route.auth === 'admin') && {
      adminKey: { ...key, name: 'x-admin-key', description: 'The operator’s key.' },
    }),
  };
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
  const parameters = parametersOf(route).map((parameter) => {
    const name = named.get(JSON.stringify(parameter));
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
  });
  return {
    operationId: route.operationId,
    ...(tools.has(route) && { 'x-mcp': { tool: route.operationId } }),
    tags: [route.tag],
    summary: route.summary,
    description: `${route.description} Limit: ${max} in ${windowSeconds} s per ${per === 'ip' ? 'address' : 'agent'}.`,
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

/**
 * The operations that follow a route, with fields of its reply. The description names fields for a body, because
 * several parsers accept only a string as `requestBody` of a link.
 */
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

const PROBE_FIELDS: Readonly<Record<string, string>> = {
  time_zones: 'Version of the time zone data.',
  error: 'The reason.',
};

/** The probes of load balancers. They are served beside the contract; their 503 is not a problem body. */
const PROBES: JsonObject = {
  '/livez': {
    get: probe('get_livez', 'Check that the process answers', 'Liveness: does not ask the database.', {
      200: { status: 'alive' },
    }),
  },
  '/readyz': {
    get: probe(
      'get_readyz',
      'Check that this node takes requests',
      'Readiness: the database accepts writes, the clock is right, and the node is not closing.',
      {
        200: { status: 'ready', time_zones: '2026a' },
        503: { status: 'not ready', error: 'This node is about to close.' },
      },
    ),
  },
};

function probe(
  operationId: string,
  summary: string,
  description: string,
  states: Readonly<Record<number, Readonly<Record<string, string>>>>,
): JsonObject {
  const { max, windowSeconds } = RATE_LIMITS.probe;
  const answers = Object.entries(states).map(([status, { status: state, ...more }]) => {
    const others = Object.keys(more).map((name) => [
      name,
      { type: 'string', description: PROBE_FIELDS[name] },
    ]);
    const schema = {
      type: 'object',
      properties: {
        status: { type: 'string', const: state, description: 'The state of the node.' },
        ...(Object.fromEntries(others) as JsonObject),
      },
      required: ['status', ...Object.keys(more)],
    };
    const content = { 'application/json': { schema, example: { status: state, ...more } } };
    const told = status === '200' ? 'Ready.' : 'Not ready; retry after a second.';
    return [status, { description: told, headers: headerLinks(), content }];
  });
  const refusals = [400, 429, 500].map((status) => [status, { $ref: `#/components/responses/${status}` }]);
  return {
    operationId,
    tags: ['House'],
    summary,
    description: `${description} Limit: ${max} in ${windowSeconds} s per address.`,
    security: [],
    responses: Object.fromEntries([...answers, ...refusals]) as JsonObject,
  };
}

function requestBody(
  body: NonNullable<Route['body']>,
  example: unknown,
  link: SharedParts['link'],
): JsonObject {
  const schema = link(schemaOf(body, 'input'));
  return {
    ...(!body.safeParse(undefined).success && { required: true }),
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  };
}

/** Parameters that several routes share: component names by their JSON. */
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
