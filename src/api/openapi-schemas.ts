import { z } from 'zod';

import descriptions from './field-descriptions.json' with { type: 'json' };
import parts from './openapi-parts.json' with { type: 'json' };
import { ProblemBody } from './problems.ts';
import type { Route } from './route.ts';

export type JsonObject = Record<string, unknown>;

type Direction = 'input' | 'output';

export interface SharedSchemas {
  readonly named: Readonly<Record<string, JsonObject>>;
  /** Replaces shared parts of a schema by references. */
  readonly link: (schema: JsonObject) => JsonObject;
}

/** The component schemas, and a function that links to them; a repeated field becomes a component of its name. */
export function sharedSchemas(routes: readonly Route[]): SharedSchemas {
  const named = definitions(routes.filter(({ auth }) => auth !== 'admin'));
  const bodies = routes.flatMap(({ body }) => (body ? [schemaOf(body, 'input')] : []));
  const shared = repeatedFields([...bodies, ...routes.map(replySchema), ...Object.values(named)], named);
  const link = (schema: JsonObject): JsonObject =>
    replaceFields(schema, ([name, field]) => {
      const found = shared.get(JSON.stringify([name, field]));
      return [name, found ? { $ref: `#/components/schemas/${found[0]}` } : field];
    });
  const all = [...Object.entries(named), ...shared.values()];
  return { named: sortedByName(all.map(([name, schema]) => [name, link(schema)])), link };
}

const DESCRIPTIONS: Readonly<Record<string, string>> = descriptions;

/** Adds the description of `OWNER.FIELD` or `FIELD` to fields without one; the owner is a component or an operation. */
export function withDescriptions(schema: JsonObject, owner: string): JsonObject {
  return replaceFields(schema, ([name, field]) => {
    const description = DESCRIPTIONS[`${owner}.${name}`] ?? DESCRIPTIONS[name];
    if (description === undefined || '$ref' in field || 'description' in field) return [name, field];
    return [name, { ...field, description }];
  });
}

/** Replies to the operator list their sections only; the example shows the fields. */
export function replySchema({ operationId, reply, auth }: Route): JsonObject {
  const schema = schemaOf(reply, 'output');
  if (auth !== 'admin') return withDescriptions(schema, operationId);
  const sections = Object.entries((schema['properties'] ?? {}) as Record<string, JsonObject>).map(
    ([name, field]) => [name, field['type'] === 'object' ? { type: 'object' } : field],
  );
  return withDescriptions({ ...schema, properties: Object.fromEntries(sections) }, operationId);
}

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
  return sortedByName(Object.entries(found));
}

function sortedByName(schemas: readonly (readonly [name: string, schema: JsonObject])[]) {
  return Object.fromEntries(schemas.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

export function schemaOf(schema: z.ZodType, io: Direction): JsonObject {
  const { $defs: _defs, $schema: _schema, ...json } = jsonSchema(schema, io);
  return withComponentLinks(json);
}

function definitionsOf(schema: z.ZodType, io: Direction): JsonObject {
  const { $defs = {} } = jsonSchema(schema, io) as { $defs?: Record<string, JsonObject> };
  return Object.fromEntries(
    Object.entries($defs).map(([name, { id: _, ...json }]) => [
      name,
      withDescriptions(withComponentLinks(json), name),
    ]),
  );
}

// Formats for which zod adds a `pattern`, which is removed from the JSON Schema.
const FORMATS = new Set<unknown>(['uuid', 'date-time']);

/** A field that a short form never has, so that the full form does not fit its schema. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  CompactCreature: 'behavior',
  LateCreature: 'tier',
  SpeciesLine: 'personality',
};

function jsonSchema(schema: z.ZodType, io: Direction): JsonObject {
  return z.toJSONSchema(schema, {
    io,
    override({ zodSchema, jsonSchema: json }) {
      const leftOut = LEFT_OUT[String(json['id'])];
      if (leftOut !== undefined)
        json.not = { properties: { [leftOut]: { description: 'Not in this form.' } }, required: [leftOut] };
      // Our unions of objects exclude each other, and generators narrow `oneOf`.
      const isObjectUnion =
        zodSchema instanceof z.ZodUnion && zodSchema.options.every((each) => each instanceof z.ZodObject);
      if (isObjectUnion && json.anyOf) {
        json.oneOf = json.anyOf;
        delete json.anyOf;
      }
      // `additionalProperties: false` is removed: replies may get new fields, which clients must not refuse.
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

/** Minimum length of a shared schema in characters of JSON: a shorter one is not longer than a `$ref` to it. */
const MIN_SHARED_LENGTH = 60;

function repeatedFields(schemas: readonly JsonObject[], named: Readonly<Record<string, JsonObject>>) {
  const fields: SchemaField[] = [];
  for (const schema of schemas) {
    replaceFields(schema, (field) => {
      fields.push(field);
      return field;
    });
  }
  const byJson = Map.groupBy(fields, (field) => JSON.stringify(field));
  const taken = new Set(Object.keys(named));
  const shared = new Map<string, readonly [type: string, schema: JsonObject]>();
  // Two fields with the same name and different schemas: the more frequent one becomes the component.
  const byFrequency = [...byJson].toSorted(([, one], [, other]) => other.length - one.length);
  for (const [json, [first, ...more]] of byFrequency) {
    if (!first || more.length === 0 || json.length <= MIN_SHARED_LENGTH) continue;
    const [field, schema] = first;
    const type = field.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (schema['$ref'] || taken.has(type)) continue;
    taken.add(type);
    shared.set(json, [type, schema]);
  }
  return shared;
}

type SchemaField = readonly [name: string, schema: JsonObject];

/** Replaces the fields of every object in a JSON Schema, at any depth. No API field is called `properties`. */
function replaceFields(schema: JsonObject, replace: (field: SchemaField) => SchemaField): JsonObject {
  const json = JSON.stringify(schema, (key, value: unknown) =>
    key === 'properties'
      ? Object.fromEntries(Object.entries(value as Record<string, JsonObject>).map(replace))
      : value,
  );
  return JSON.parse(json) as JsonObject;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: JsonObject;
  readonly example: unknown;
}

const { sandboxToken, idempotencyKey, ifNoneMatch, acceptPayment, payment } = parts.parameters;

export function parametersOf(route: Route): Parameter[] {
  const headers = [
    ...(route.tag === 'Sandbox' ? [sandboxToken] : []),
    ...(route.method === 'GET' ? [] : [idempotencyKey]),
    ...(route.etag ? [ifNoneMatch] : []),
    ...(route.problems.includes('payment_required') ? [acceptPayment] : []),
    ...(isPaidInline(route) ? payment : []),
  ];
  return [
    ...parametersIn('path', route.params),
    ...parametersIn('query', route.query),
    ...headers.map((header) => ({ ...header, in: 'header' as const })),
  ];
}

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

const EXAMPLES: Readonly<Record<string, string | number>> = parts.parameterExamples;
const AN_ID = '0b9f6c1e-6c0e-4f0b-9a63-2f5d1c7a8e40';

function exampleOf(name: string, { enum: words, format, ...schema }: JsonObject): unknown {
  if (format === 'uuid') return AN_ID;
  return schema['default'] ?? (Array.isArray(words) ? words[0] : EXAMPLES[name]);
}
