import type { JsonObject } from '../../src/api/openapi-schemas.ts';

/** One field of a JSON Schema, as much of it as a caller may rely on; `least` and `most` are of a number, a text or a list. */
export interface PromisedField {
  /** `number or null`, in the order of the alphabet; left out: anything. */
  readonly type?: string;
  readonly required?: true;
  readonly words?: readonly string[];
  readonly least?: number;
  readonly most?: number;
}

export type PromisedFields = Readonly<Record<string, PromisedField>>;

type Named = Readonly<Record<string, JsonObject>>;

/** Every field of a schema by its path (`creatures[].name`), with named shapes put where they are used. */
export function flatten(schema: JsonObject, named: Named): PromisedFields {
  return merged(branchesOf(schema, named).map((branch) => fieldsOf(branch, named)));
}

function fieldsOf(branch: JsonObject, named: Named): PromisedFields {
  if (branch['items'] !== undefined) return prefixed('[]', flatten(branch['items'] as JsonObject, named));
  const required = new Set(branch['required'] as readonly string[] | undefined);
  const fields = Object.entries((branch['properties'] ?? {}) as Record<string, JsonObject>);
  return Object.fromEntries(
    fields.flatMap(([name, schema]) => [
      [name, { ...valueOf(branchesOf(schema, named)), ...(required.has(name) && REQUIRED) }] as const,
      ...Object.entries(prefixed(name, flatten(schema, named))),
    ]),
  );
}

function valueOf(branches: readonly JsonObject[]): Omit<PromisedField, 'required'> {
  const words = branches.flatMap((each) => wordsOf(each) ?? []);
  const isClosed = branches.every((each) => typesOf(each)[0] === 'null' || wordsOf(each) !== undefined);
  return {
    ...typed(branches.map(typesOf)),
    ...(isClosed && words.length > 0 && { words }),
    ...bound('least', branches, ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']),
    ...bound('most', branches, ['maximum', 'maxLength', 'maxItems']),
  };
}

function branchesOf(schema: JsonObject, named: Named): JsonObject[] {
  const link = schema['$ref'];
  if (typeof link === 'string') return branchesOf(named[link.slice(link.lastIndexOf('/') + 1)] ?? {}, named);
  const several = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonObject[] | undefined;
  return several ? several.flatMap((each) => branchesOf(each, named)) : [schema];
}

const REQUIRED = { required: true } as const;

/** The types that a promise names; none of them stands for any. */
export function typesIn({ type }: PromisedField): string[] {
  return type?.split(' or ') ?? [];
}

/** A union is open if one of its members is. */
function typed(ways: readonly (readonly string[])[]): Pick<PromisedField, 'type'> {
  if (ways.some((types) => types.length === 0)) return {};
  return { type: [...new Set(ways.flat())].toSorted().join(' or ') };
}

function typesOf({ type }: JsonObject): string[] {
  return type === undefined ? [] : [type].flat().map(String);
}

function wordsOf(schema: JsonObject): string[] | undefined {
  const words = schema['const'] === undefined ? schema['enum'] : [schema['const']];
  return (words as readonly unknown[] | undefined)?.map(String);
}

function bound(name: 'least' | 'most', branches: readonly JsonObject[], keywords: readonly string[]) {
  // Unlimited integers have the limits of safe integers in the schema: these are not promises.
  const told = branches
    .flatMap((branch) => keywords.map((keyword) => branch[keyword]))
    .filter((value) => typeof value === 'number' && Math.abs(value) < 2 ** 53 - 1);
  return told.length === 1 ? { [name]: told[0] } : {};
}

function prefixed(name: string, fields: PromisedFields): PromisedFields {
  const dotted = (path: string) => (path.startsWith('[]') ? `${name}${path}` : `${name}.${path}`);
  return Object.fromEntries(Object.entries(fields).map(([path, field]) => [dotted(path), field]));
}

/** Merges the alternatives of a union; a field is required only if all object alternatives require it. */
function merged(ways: readonly PromisedFields[]): PromisedFields {
  const objects = ways.filter((way) => Object.keys(way).length > 0);
  const names = [...new Set(objects.flatMap((way) => Object.keys(way)))];
  return Object.fromEntries(
    names.map((name) => {
      const there = objects.flatMap((way) => way[name] ?? []);
      const [{ required: _, ...only } = {}] = there.length === 1 ? there : [];
      const isRequired = there.length === objects.length && there.every((way) => way.required);
      return [name, { ...only, ...typed(there.map(typesIn)), ...(isRequired && REQUIRED) }];
    }),
  );
}
