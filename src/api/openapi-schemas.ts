import { z } from 'zod';

import { ProblemBody } from './problems.ts';
import type { Route } from './route.ts';

export type JsonObject = Record<string, unknown>;

type Direction = 'input' | 'output';

/** The JSON Schemas of some rows, each shape written once. */
export interface RouteSchemas {
  /** Everything that has a name of its own, by that name. */
  readonly named: Readonly<Record<string, JsonObject>>;
  readonly bodyOf: (route: Route) => JsonObject | undefined;
  readonly replyOf: (route: Route) => JsonObject;
}

/** A shape that has a name in the contract keeps it; one that stands under one field name in several places gets that name. */
export function routeSchemas(routes: readonly Route[]): RouteSchemas {
  const bodies = new Map(
    routes.flatMap((route) => (route.body ? [[route, schemaOf(route.body, 'input')] as const] : [])),
  );
  const replies = new Map(routes.map((route) => [route, replySchema(route)] as const));
  const named = definitions(routes.filter(({ auth }) => auth !== 'admin'));
  const shared = repeatedFields([...bodies.values(), ...replies.values(), ...Object.values(named)], named);
  const link = (schema: JsonObject) => linkShared(schema, shared);
  const all = Object.entries(named).map(([name, schema]) => [name, link(schema)] as const);
  const found = [...shared.values()].map(({ type, schema }) => [type, link(schema)] as const);
  return {
    named: Object.fromEntries([...all, ...found].toSorted(([one], [other]) => (one < other ? -1 : 1))),
    bodyOf(route) {
      const body = bodies.get(route);
      return body && link(body);
    },
    replyOf: (route) => link(replies.get(route) ?? {}),
  };
}

/** What only the operator reads is described by its sections; the example beside it shows what is in them. */
function replySchema({ reply, auth }: Route): JsonObject {
  const schema = schemaOf(reply, 'output');
  if (auth !== 'admin') return schema;
  const sections = Object.entries((schema['properties'] ?? {}) as Record<string, JsonObject>).map(
    ([name, field]) => [name, field['type'] === 'object' ? { type: 'object' } : field],
  );
  return { ...schema, properties: Object.fromEntries(sections) };
}

/** Everything that has a name of its own and is used by these rows, once. */
export function definitions(routes: readonly Route[]): Record<string, JsonObject> {
  const found: Record<string, JsonObject> = {};
  const collect = (schema: z.ZodType | undefined, io: Direction) => {
    if (schema) Object.assign(found, definitionsOf(schema, io));
  };
  collect(z.object({ problem: ProblemBody }), 'output');
  for (const route of routes) {
    for (const part of [route.params, route.query, route.body]) collect(part, 'input');
    collect(route.reply, 'output');
  }
  return Object.fromEntries(Object.entries(found).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

export function schemaOf(schema: z.ZodType, io: Direction): JsonObject {
  const { $defs: _defs, $schema: _schema, ...json } = jsonSchema(schema, io);
  return withComponentLinks(json);
}

function definitionsOf(schema: z.ZodType, io: Direction): JsonObject {
  const { $defs = {} } = jsonSchema(schema, io) as { $defs?: Record<string, JsonObject> };
  return Object.fromEntries(
    Object.entries($defs).map(([name, { id: _, ...json }]) => [name, withComponentLinks(json)]),
  );
}

// Their names say more than the patterns that zod writes beside them.
const FORMATS = new Set<unknown>(['uuid', 'date-time']);

function jsonSchema(schema: z.ZodType, io: Direction): JsonObject {
  return z.toJSONSchema(schema, {
    io,
    override({ jsonSchema: json }) {
      // Replies may grow; a client must not refuse one for a field it does not know.
      if (json.additionalProperties === false) delete json.additionalProperties;
      if (FORMATS.has(json.format) || json.$ref !== undefined) delete json.pattern;
      if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
      if (json.minLength === 0) delete json.minLength;
      if (io === 'output' && json.minimum === 0) delete json.minimum;
    },
  });
}

function withComponentLinks(json: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonObject;
}

/** What is shorter than a link to it is not worth one. */
const WORTH_A_NAME = 60;

/** Fields that stand in several places under one name and with the same words: the type each becomes, by name and words. */
function repeatedFields(
  schemas: readonly JsonObject[],
  named: Readonly<Record<string, JsonObject>>,
): ReadonlyMap<string, SharedField> {
  const byWords = Map.groupBy(schemas.flatMap(fieldsIn), (field) => JSON.stringify(field));
  const worth = [...byWords].filter(
    ([words, [first, ...more]]) =>
      words.length > WORTH_A_NAME && more.length > 0 && first && !first[1]['$ref'],
  );
  const taken = new Set(Object.keys(named));
  const shared = new Map<string, SharedField>();
  // Where two want the same name, the one that saves more gets it.
  for (const [words, [first]] of worth.toSorted(([, one], [, other]) => other.length - one.length)) {
    if (!first) continue;
    const [field, schema] = first;
    const type = typeName(field);
    if (taken.has(type)) continue;
    taken.add(type);
    shared.set(words, { type, schema });
  }
  return shared;
}

interface SharedField {
  readonly type: string;
  readonly schema: JsonObject;
}

/** Every field of every object in a schema, however deep. */
function fieldsIn(schema: JsonObject): [name: string, field: JsonObject][] {
  const own = Object.entries((schema['properties'] ?? {}) as Record<string, JsonObject>);
  return [...own, ...innerSchemas(schema).flatMap(fieldsIn)];
}

const LISTS = ['anyOf', 'allOf', 'oneOf'] as const;

function innerSchemas(schema: JsonObject): JsonObject[] {
  const { properties = {}, items, additionalProperties } = schema;
  return [
    ...Object.values(properties as Record<string, JsonObject>),
    ...LISTS.flatMap((name) => (schema[name] ?? []) as JsonObject[]),
    ...[items, additionalProperties]
      .filter((inner) => typeof inner === 'object')
      .map((inner) => inner as JsonObject),
  ];
}

/** The schema with a link in place of every field that has got a name. */
function linkShared(schema: JsonObject, shared: ReadonlyMap<string, SharedField>): JsonObject {
  const linked = (name: string, field: JsonObject): JsonObject => {
    const found = shared.get(JSON.stringify([name, field]));
    return found ? { $ref: `#/components/schemas/${found.type}` } : linkShared(field, shared);
  };
  const { properties, items, additionalProperties } = schema;
  const lists = LISTS.filter((name) => name in schema).map(
    (name) => [name, (schema[name] as JsonObject[]).map((each) => linkShared(each, shared))] as const,
  );
  return {
    ...schema,
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, linked(name, field as JsonObject)]),
      ),
    }),
    ...(isObject(items) && { items: linkShared(items, shared) }),
    ...(isObject(additionalProperties) && { additionalProperties: linkShared(additionalProperties, shared) }),
    ...Object.fromEntries(lists),
  };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

/** `next_steps` as types are called: NextSteps. */
function typeName(field: string): string {
  return field.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** One parameter, as OpenAPI describes it. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: JsonObject;
  readonly example: unknown;
}

/** Everything a row takes besides its body. */
export function parametersOf(route: Route): Parameter[] {
  return [
    ...parametersIn('path', route.params),
    ...parametersIn('query', route.query),
    ...(route.tag === 'Sandbox' ? [SANDBOX_TOKEN] : []),
    ...(route.method === 'GET' ? [] : [IDEMPOTENCY_KEY]),
    ...(route.etag ? [IF_NONE_MATCH] : []),
    ...(isPaidInline(route) ? PAYMENT_HEADERS : []),
  ];
}

/** True for what an agent can pay for in the same request. */
export function isPaidInline({ problems }: Route): boolean {
  return problems.includes('payment_refused');
}

function parametersIn(place: 'path' | 'query', schema: z.ZodObject | undefined): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    ...((place === 'path' || required.includes(name)) && { required: true }),
    description: String(description),
    schema: rest,
    example: exampleOf(name, rest),
  }));
}

const EXAMPLES: Readonly<Record<string, string | number>> = {
  slug: 'moss_fox',
  agent: 'wren-7',
  token: 'the-token-of-your-feed',
  every_hours: 8,
  cursor: 'WzI1LDFd',
};
const AN_ID = '0b9f6c1e-6c0e-4f0b-9a63-2f5d1c7a8e40';

function exampleOf(name: string, { enum: words, format, ...schema }: JsonObject): unknown {
  if (format === 'uuid') return AN_ID;
  return schema['default'] ?? (Array.isArray(words) ? words[0] : EXAMPLES[name]);
}

const SANDBOX_TOKEN: Parameter = {
  name: 'X-Sandbox-Token',
  in: 'header',
  required: true,
  description: 'ARKHOUSE_SANDBOX_TOKEN, or what is in `sandbox-token` in the data folder.',
  schema: { type: 'string' },
  example: 'the-token-of-your-sandbox',
};

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Your own name for this request: sent again with it, the same is done once and answered the same. Make it random; where the answer holds an API key, a UUID or 128 bits in hex or base64.',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  example: '6f3d0c52-b1e9-4a7d-8c05-f2e6a9134bd7',
};

const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of the answer you have; while it holds, a 304 says so.',
  schema: { type: 'string' },
  example: '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
};

const PAYMENT_HEADERS: readonly Parameter[] = [
  {
    name: 'PAYMENT-SIGNATURE',
    in: 'header',
    description: 'A payment with x402, in base64; X-PAYMENT in its version 1. Only where `x402_enabled`.',
    schema: { type: 'string' },
    example: 'eyJ4NDAyVmVyc2lvbiI6Mn0=',
  },
  {
    name: 'Payment-Authorization',
    in: 'header',
    description: 'A payment with MPP, as `Payment` and its credential. Only where `mpp_enabled`.',
    schema: { type: 'string' },
    example: 'Payment eyJjaGFsbGVuZ2UiOnt9fQ',
  },
];
