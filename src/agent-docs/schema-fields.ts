/** The keywords of JSON Schema that documents tell of. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: string | number | boolean | object | null;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/** One field, in words. */
export interface SchemaField {
  readonly name: string;
  /** What it may be, in few words: `list of NextStep`. */
  readonly type: string;
  /** Its bounds and what it is without being sent: `1 to 100 characters`, `usually 50`. */
  readonly limits: readonly string[];
  readonly required: boolean;
  readonly about: string;
  /** The fields of the object it holds, or of each entry of its list. */
  readonly fields: readonly SchemaField[];
}

export function fieldsOfSchema({ properties = {}, required = [] }: JsonSchema): SchemaField[] {
  return Object.entries(properties).map(([name, field]) => ({
    name,
    type: typeNameOf(field),
    limits: limitsOf(field),
    required: required.includes(name),
    about: field.description ?? '',
    fields: fieldsOfSchema(innerSchema(field)),
  }));
}

/** Every field of an object in a line of its own, what is inside it indented below. */
export function fieldLines(schema: JsonSchema): string[] {
  return linesOf(fieldsOfSchema(schema), '');
}

function linesOf(described: readonly SchemaField[], indent: string): string[] {
  return described.flatMap(({ name, type, limits, required, about, fields }) => {
    const facts = [type, ...limits, ...(required ? [] : ['may be missing'])].join(', ');
    return [`${indent}- \`${name}\` (${facts})${about && `: ${about}`}`, ...linesOf(fields, `${indent}  `)];
  });
}

/** The object a field holds, or each entry of its list; what may also be null is the first of its kinds. */
function innerSchema({ items, anyOf, ...field }: JsonSchema): JsonSchema {
  const [first] = anyOf ?? [];
  return items ?? (first ? innerSchema(first) : field);
}

const FORMATS: Readonly<Record<string, string>> = { uuid: 'UUID', 'date-time': 'moment', uri: 'address' };

/** What a value may be, in few words. */
export function typeNameOf(schema: JsonSchema): string {
  const { $ref, anyOf, allOf, items, type, format } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.join(' | ');
  const either = anyOf ?? allOf;
  if (either) return [...new Set(either.map(typeNameOf))].join(' or ');
  if (items) return `list of ${typeNameOf(items)}`;
  if (format !== undefined && format in FORMATS) return FORMATS[format] ?? format;
  return typeof type === 'string' ? type : (type ?? ['anything']).join(' or ');
}

function limitsOf(given: JsonSchema): string[] {
  // What may also be null has its bounds in the first of its kinds.
  const schema = { ...given.anyOf?.[0], ...given };
  const { minLength, maxLength, maxItems } = schema;
  const fallback = schema.default;
  return [
    boundsText(schema.minimum, schema.maximum, ''),
    boundsText(minLength, maxLength, ' characters'),
    boundsText(undefined, maxItems, ' entries'),
    fallback === undefined || typeof fallback === 'object' ? '' : `usually ${fallback}`,
  ].filter((word) => word !== '');
}

function boundsText(lowest: number | undefined, highest: number | undefined, what: string): string {
  const most = highest === undefined || highest >= Number.MAX_SAFE_INTEGER ? undefined : highest;
  if (most === undefined)
    return lowest === undefined || lowest <= Number.MIN_SAFE_INTEGER ? '' : `from ${lowest}${what}`;
  return lowest === undefined || lowest === 0 ? `up to ${most}${what}` : `${lowest} to ${most}${what}`;
}
