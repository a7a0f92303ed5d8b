import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

export interface ObjectSchema {
  readonly [keyword: string]: unknown;
  readonly type: 'object';
  readonly properties: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
}

type SchemaNode = Readonly<Record<string, unknown>>;

/** The input of a zod schema as shortened JSON Schema. */
export function inputSchemaOf(schema: z.ZodType): ObjectSchema {
  const { $schema: _, ...json } = shorten(z.toJSONSchema(schema, { io: 'input' })) as ObjectSchema;
  return { ...json, type: 'object', properties: json.properties ?? {} };
}

/** Shortens every node of a JSON Schema, innermost first. */
function shorten(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(shorten);
  if (typeof node !== 'object' || node === null) return node;
  const inner = Object.entries(node).map(([keyword, value]) => [keyword, shorten(value)]);
  return shortenNode(Object.fromEntries(inner) as SchemaNode);
}

const SAID_BY_FORMAT: ReadonlySet<unknown> = new Set(['uuid', 'date-time', 'uri']);

/** Removes redundant JSON Schema keywords: models pay for every token of a schema. */
function shortenNode(node: SchemaNode): SchemaNode {
  const { id, pattern, minLength, maxLength, maximum, additionalProperties: _, anyOf, ...rest } = node;
  const isPatterned = pattern !== undefined && !SAID_BY_FORMAT.has(rest['format']);
  return {
    ...rest,
    // In JSON Schema `id` as a string names a definition; as an object it is a field called id.
    ...(typeof id === 'object' && { id }),
    // `pattern` replaces the length keywords: our patterns include the length.
    ...(isPatterned && { pattern }),
    ...(!isPatterned && typeof minLength === 'number' && minLength > 0 && { minLength }),
    ...(!isPatterned && maxLength !== undefined && { maxLength }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(Array.isArray(anyOf) && withoutNull(anyOf as SchemaNode[])),
  };
}

/** Removes null from a union: nulls are dropped before sending, so models need not know of them. */
function withoutNull(anyOf: readonly SchemaNode[]): SchemaNode {
  const [only, ...others] = anyOf.filter(({ type }) => type !== 'null');
  return only && others.length === 0 ? only : { anyOf };
}

export type ToolArguments = Readonly<Record<string, unknown>>;

/** A tool's input schema that accepts everything: the API validates, and its problems explain more. */
export function passThroughSchema(json: ObjectSchema): StandardSchemaWithJSON<ToolArguments, ToolArguments> {
  return {
    '~standard': {
      version: 1,
      vendor: 'arkhouse',
      // The cast holds: the protocol allows only objects.
      validate: (value) => ({ value: value as ToolArguments }),
      jsonSchema: { input: () => ({ ...json }), output: () => ({ ...json }) },
    },
  };
}
