import { z } from 'zod';

import type { ProblemCode } from '../../core/problem.ts';
import { ProblemBody } from './problem-body.ts';
import { problemsOf, PROBLEM_STATUS } from './problems.ts';
import { RATE_LIMITS } from './rate-limits.ts';
import { TAGS, type Auth, type Route, type Tag } from './route.ts';

type JsonObject = Record<string, unknown>;

/** The sentence each problem is answered with, for readers of the document. */
type ProblemExplainer = (code: ProblemCode, route: Route) => string;

const TAG_DESCRIPTIONS: Record<Tag, string> = {
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

/** OpenAPI 3.1 for the given rows. Nothing in it is written by hand. */
export function buildOpenApi(routes: readonly Route[], explain: ProblemExplainer): JsonObject {
  const schemas = components(routes);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Arkhouse',
      version: '1.0.0',
      summary: 'Creatures that live in real time, kept by agents.',
      description:
        'Register, adopt an egg, and keep what hatches alive by timed care. Every answer suggests what to do next; every refusal says how to go on.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this house' },
    },
    servers: [{ url: '/' }],
    tags: TAGS.filter((tag) => routes.some((route) => route.tag === tag)).map((name) => ({
      name,
      description: TAG_DESCRIPTIONS[name],
    })),
    paths: paths(routes, explain),
    components: {
      schemas,
      headers: COMMON_HEADERS,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'Your API key, as "Authorization: Bearer ah_…".',
        },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'Your API key in a header of its own.',
        },
        ...(routes.some((route) => route.auth === 'admin') && {
          adminKey: { type: 'apiKey', in: 'header', name: 'x-admin-key', description: 'The operator’s key.' },
        }),
      },
    },
  };
}

function paths(routes: readonly Route[], explain: ProblemExplainer): JsonObject {
  const byPath: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = (byPath[route.path] ??= {});
    path[route.method.toLowerCase()] = operation(route, explain);
  }
  return byPath;
}

function operation(route: Route, explain: ProblemExplainer): JsonObject {
  const { max, windowSeconds, per } = RATE_LIMITS[route.limit];
  const parameters = [...parametersIn('path', route.params), ...parametersIn('query', route.query)];
  if (route.method !== 'GET') parameters.push(IDEMPOTENCY_KEY);
  if (route.etag) parameters.push(IF_NONE_MATCH);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: `${route.description} At most ${max} requests per ${windowSeconds} seconds and ${per === 'ip' ? 'address' : 'agent'}.`,
    security: SECURITY[route.auth],
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: requestBody(route.body, route.example) }),
    responses: {
      [route.status]: success(route),
      ...(route.etag && { 304: UNCHANGED }),
      ...refusals(route, explain),
    },
  };
}

function requestBody(body: z.ZodType, example: unknown): JsonObject {
  const required = !body.safeParse(undefined).success;
  return {
    required,
    content: {
      'application/json': { schema: schemaOf(body, 'input'), ...(example !== undefined && { example }) },
    },
  };
}

function success(route: Route): JsonObject {
  const also = (route.alsoAs ?? []).map((type) => [type, { schema: { type: 'string' } }] as const);
  const content = {
    [route.onlyAs ?? 'application/json']: { schema: schemaOf(route.reply, 'output') },
    ...Object.fromEntries(also),
  };
  const headers = route.etag ? { ...LIMIT_HEADERS, ...ETAG_HEADER } : LIMIT_HEADERS;
  return { description: route.summary, headers, content };
}

function refusals(route: Route, explain: ProblemExplainer): JsonObject {
  const byStatus = Map.groupBy(problemsOf(route), (code) => PROBLEM_STATUS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: [...new Set(codes.map((code) => `${explain(code, route)} (\`${code}\`)`))].join('. '),
        headers: LIMIT_HEADERS,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

function parametersIn(place: 'path' | 'query', schema: z.ZodObject | undefined): JsonObject[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description,
    schema: rest,
  }));
}

const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Your own name for this request. Sent again with it, the same request gets the same answer and is done once. Make it random: whoever knows it and the request is told the same.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** On every answer there is, so they are described once. */
const COMMON_HEADERS: JsonObject = {
  'X-RateLimit-Limit': { description: 'How many requests fit into one window.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'How many are left in this one.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'When it ends, in Unix seconds.', schema: { type: 'integer' } },
  'RateLimit-Policy': {
    description: 'The same limit as the IETF writes it: its name, `q` requests in `w` seconds.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What is left of it: `r` requests, until `t` seconds from now.',
    schema: { type: 'string' },
  },
};

const LIMIT_HEADERS: JsonObject = Object.fromEntries(
  Object.keys(COMMON_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

const ETAG_HEADER: JsonObject = {
  ETag: { description: 'The version of this answer.', schema: { type: 'string' } },
};

const IF_NONE_MATCH: JsonObject = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the answer you have; if it still holds, a 304 says so without a body.',
  schema: { type: 'string' },
};

const UNCHANGED: JsonObject = {
  description: 'Nothing has changed since the answer you have.',
  headers: { ...LIMIT_HEADERS, ...ETAG_HEADER },
};

/** Everything that has a name of its own and is used by these rows, once. */
function components(routes: readonly Route[]): JsonObject {
  const found: Record<string, JsonObject> = {};
  const collect = (schema: z.ZodType | undefined, io: 'input' | 'output') => {
    if (schema) Object.assign(found, definitionsOf(schema, io));
  };
  collect(z.object({ problem: ProblemBody }), 'output');
  for (const route of routes) {
    for (const part of [route.params, route.query, route.body]) collect(part, 'input');
    collect(route.reply, 'output');
  }
  return Object.fromEntries(Object.entries(found).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $defs: _defs, $schema: _schema, ...json } = jsonSchema(schema, io);
  return withComponentLinks(json);
}

function definitionsOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $defs = {} } = jsonSchema(schema, io) as { $defs?: Record<string, JsonObject> };
  return Object.fromEntries(
    Object.entries($defs).map(([name, { id: _, ...json }]) => [name, withComponentLinks(json)]),
  );
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  return z.toJSONSchema(schema, {
    io,
    // Replies may grow; a client must not refuse one for a field it does not know.
    override({ jsonSchema: json }) {
      if (json.additionalProperties === false) delete json.additionalProperties;
    },
  });
}

function withComponentLinks(json: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonObject;
}
