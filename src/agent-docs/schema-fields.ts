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

/** Every field of an object in a line of its own, what is inside it indented below. */
export function fieldLines(schema: JsonSchema, depth = 0): string[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, field]) => {
    const need = required.includes(name) ? '' : ', may be missing';
    const about = field.description ?? '';
    const line = `${'  '.repeat(depth)}- \`${name}\` (${typeNameOf(field)}${rangeText(field)}${need})${about && `: ${about}`}`;
    return [line, ...fieldLines(innerSchema(field), depth + 1)];
  });
}

/** The object a field holds, or each entry of its list. */
function innerSchema({ items, ...field }: JsonSchema): JsonSchema {
  return items ?? field;
}

const FORMATS: Readonly<Record<string, string>> = { uuid: 'UUID', 'date-time': 'moment', uri: 'address' };

/** What a value may be, in few words. */
function typeNameOf(schema: JsonSchema): string {
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

function rangeText(given: JsonSchema): string {
  // What may also be null has its bounds in the first of its kinds.
  const schema = { ...given.anyOf?.[0], ...given };
  const { minLength, maxLength, maxItems } = schema;
  const fallback = schema.default;
  const said = [
    boundsText(schema.minimum, schema.maximum, ''),
    boundsText(minLength, maxLength, ' characters'),
    boundsText(undefined, maxItems, ' entries'),
    fallback === undefined || typeof fallback === 'object' ? '' : `usually ${fallback}`,
  ].filter((word) => word !== '');
  return said.map((word) => `, ${word}`).join('');
}

function boundsText(lowest: number | undefined, highest: number | undefined, what: string): string {
  const most = highest === undefined || highest >= Number.MAX_SAFE_INTEGER ? undefined : highest;
  if (most === undefined)
    return lowest === undefined || lowest <= Number.MIN_SAFE_INTEGER ? '' : `from ${lowest}${what}`;
  return lowest === undefined || lowest === 0 ? `up to ${most}${what}` : `${lowest} to ${most}${what}`;
}
