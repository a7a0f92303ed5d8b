import { parametersOf, type Parameter } from './openapi-parameters.ts';
import {
  HEADER_COMPONENTS,
  describeStatus,
  refusal,
  refusalsOf,
  success,
  UNCHANGED,
  type ProblemExplainer,
} from './openapi-responses.ts';
import { routeSchemas, type JsonObject, type RouteSchemas } from './openapi-schemas.ts';
import { RATE_LIMITS } from './rate-limits.ts';
import { TAGS, type Auth, type Route, type Tag } from './route.ts';

/** What the contract itself does not know about its rows. */
export interface OpenApiSources {
  readonly explain: ProblemExplainer;
  /** The name of the MCP tool that does the same, if there is one. */
  readonly toolOf: (route: Route) => string | undefined;
}

/** What the operations under a tag are about. */
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

/** OpenAPI 3.1 for the given rows. Nothing in it is written by hand, and nothing twice. */
export function buildOpenApi(routes: readonly Route[], sources: OpenApiSources): JsonObject {
  const shared: SharedParts = {
    sources,
    schemas: routeSchemas(routes),
    parameters: repeatedParameters(routes),
  };
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
    paths: paths(routes, shared),
    components: {
      schemas: shared.schemas.named,
      parameters: Object.fromEntries([...shared.parameters].map(([text, name]) => [name, JSON.parse(text)])),
      responses: { 304: UNCHANGED, ...sharedRefusals(routes) },
      headers: HEADER_COMPONENTS,
      securitySchemes: securitySchemes(routes),
    },
  };
}

/** What several operations say alike, and say once. */
interface SharedParts {
  readonly sources: OpenApiSources;
  readonly schemas: RouteSchemas;
  /** The name of each, by its text. */
  readonly parameters: ReadonlyMap<string, string>;
}

function securitySchemes(routes: readonly Route[]): JsonObject {
  return {
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
  };
}

function paths(routes: readonly Route[], shared: SharedParts): JsonObject {
  const byPath: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = (byPath[route.path] ??= {});
    path[route.method.toLowerCase()] = operation(route, shared);
  }
  return byPath;
}

function operation(route: Route, shared: SharedParts): JsonObject {
  const { max, windowSeconds, per } = RATE_LIMITS[route.limit];
  const parameters = parametersOf(route).map((parameter) => linkParameter(parameter, shared));
  const body = shared.schemas.bodyOf(route);
  const tool = shared.sources.toolOf(route);
  return {
    operationId: route.operationId,
    ...(tool !== undefined && { 'x-mcp': { tool } }),
    tags: [route.tag],
    summary: route.summary,
    description: `${route.description} Limit: ${max} in ${windowSeconds} s per ${per === 'ip' ? 'address' : 'agent'}.`,
    ...(route.auth !== 'required' && { security: SECURITY[route.auth] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(route, body) }),
    responses: {
      [route.status]: success(route, shared.schemas.replyOf(route)),
      ...(route.etag && { 304: { $ref: '#/components/responses/304' } }),
      ...refusals(route, shared.sources.explain),
    },
  };
}

function requestBody({ body, example }: Route, schema: JsonObject): JsonObject {
  return {
    ...(body?.safeParse(undefined).success === false && { required: true }),
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  };
}

/** Parameters that several rows take alike: the name of each, by its text. */
function repeatedParameters(routes: readonly Route[]): ReadonlyMap<string, string> {
  const byText = Map.groupBy(routes.flatMap(parametersOf), (parameter) => JSON.stringify(parameter));
  const shared = new Map<string, string>();
  for (const [text, [parameter, ...more]] of byText) {
    const taken = [...shared.values()].includes(parameter?.name ?? '');
    if (parameter && more.length > 0 && !taken) shared.set(text, parameter.name);
  }
  return shared;
}

function linkParameter(parameter: Parameter, { parameters }: SharedParts): Parameter | JsonObject {
  const name = parameters.get(JSON.stringify(parameter));
  return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
}

/** One answer for each status that a row may refuse with. */
function sharedRefusals(routes: readonly Route[]): JsonObject {
  const all = routes.flatMap((route) => [...refusalsOf(route)]);
  const byStatus = Map.groupBy(all, ([status]) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, found]) => {
      const codes = new Set(found.flatMap(([, each]) => each));
      return [status, refusal(status, [...codes])];
    }),
  );
}

/** A row's refusals as links, with the words for those that are its own. */
function refusals(route: Route, explain: ProblemExplainer): JsonObject {
  return Object.fromEntries(
    [...refusalsOf(route)].map(([status, codes]) => {
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
