import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** The JSON Schema of an object, as far as we take it apart. */
export interface ObjectSchema {
  readonly [keyword: string]: unknown;
  readonly type: 'object';
  readonly properties: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
}

type SchemaNode = Readonly<Record<string, unknown>>;

/** What one of the contract's schemas takes, as JSON Schema, shortened. */
export function inputSchemaOf(schema: z.ZodType): ObjectSchema {
  const { $schema: _, ...json } = shorten(z.toJSONSchema(schema, { io: 'input' })) as ObjectSchema;
  return { ...json, type: 'object', properties: json.properties ?? {} };
}

/** The same schema with every part of it shortened, the innermost first. */
function shorten(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(shorten);
  if (typeof node !== 'object' || node === null) return node;
  const inner = Object.entries(node).map(([keyword, value]) => [keyword, shorten(value)]);
  return shortenNode(Object.fromEntries(inner) as SchemaNode);
}

const SAID_BY_FORMAT: ReadonlySet<unknown> = new Set(['uuid', 'date-time', 'uri']);

/** Models pay for every word of a schema: what another word says already, or nobody needs, is left out. */
function shortenNode(node: SchemaNode): SchemaNode {
  const { id, pattern, minLength, maxLength, maximum, additionalProperties: _, anyOf, ...rest } = node;
  const isPatterned = pattern !== undefined && !SAID_BY_FORMAT.has(rest['format']);
  return {
    ...rest,
    // A name of a definition is where it stands; a field may be called id.
    ...(typeof id === 'object' && { id }),
    // Ours tell how long a word may be.
    ...(isPatterned && { pattern }),
    ...(!isPatterned && typeof minLength === 'number' && minLength > 0 && { minLength }),
    ...(!isPatterned && maxLength !== undefined && { maxLength }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(Array.isArray(anyOf) && withoutNull(anyOf as SchemaNode[])),
  };
}

/** A null is never sent on, so that no model has to be told that it may send one. */
function withoutNull(anyOf: readonly SchemaNode[]): SchemaNode {
  const [only, ...others] = anyOf.filter(({ type }) => type !== 'null');
  return only && others.length === 0 ? only : { anyOf };
}

export type ToolArguments = Readonly<Record<string, unknown>>;

/** A schema that is shown to the caller and left to the house to enforce: it says best what does not fit. */
export function passThroughSchema(json: ObjectSchema): StandardSchemaWithJSON<ToolArguments, ToolArguments> {
  return {
    '~standard': {
      version: 1,
      vendor: 'arkhouse',
      // The protocol lets nothing but an object through.
      validate: (value) => ({ value: value as ToolArguments }),
      jsonSchema: { input: () => ({ ...json }), output: () => ({ ...json }) },
    },
  };
}
