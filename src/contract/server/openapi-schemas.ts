import { z } from 'zod';

import { ProblemBody } from './problem-body.ts';
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
