import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** The JSON Schema of an object, as far as we take it apart. */
export interface ObjectSchema {
  readonly [keyword: string]: unknown;
  readonly type: 'object';
  readonly properties: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
}

export type SchemaNode = Readonly<Record<string, unknown>>;

/** One of the contract's schemas as JSON Schema, shortened. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...json } = mapSchema(z.toJSONSchema(schema, { io }), shortenNode) as ObjectSchema;
  return { ...json, type: 'object', properties: json.properties ?? {} };
}

/** The same schema with every part of it changed, the innermost first. */
export function mapSchema(node: unknown, change: (part: SchemaNode) => SchemaNode): unknown {
  if (Array.isArray(node)) return node.map((each) => mapSchema(each, change));
  if (typeof node !== 'object' || node === null) return node;
  const inner = Object.entries(node).map(([keyword, value]) => [keyword, mapSchema(value, change)]);
  return change(Object.fromEntries(inner) as SchemaNode);
}

const SAID_BY_FORMAT: ReadonlySet<unknown> = new Set(['uuid', 'date-time']);

/** Models pay for every word of a schema: what another word says already, or nobody needs, is left out. */
function shortenNode({ id, pattern, maximum, additionalProperties, type, ...rest }: SchemaNode): SchemaNode {
  return {
    ...rest,
    // A name of a definition is where it stands; a field may be called id.
    ...(typeof id === 'object' && { id }),
    ...(pattern !== undefined && !SAID_BY_FORMAT.has(rest['format']) && { pattern }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    // Replies may grow; a client must not refuse one for a field it does not know.
    ...(additionalProperties !== undefined && additionalProperties !== false && { additionalProperties }),
    // Not every model can be shown a field of two types at once.
    ...(Array.isArray(type)
      ? { anyOf: type.map((each: unknown) => ({ type: each })) }
      : type !== undefined && { type }),
  };
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
