import type { JsonObject } from '../../src/api/openapi-schemas.ts';

/** One field of a JSON Schema, as much of it as a caller may rely on. */
export interface PromisedField {
  /** `number or null`, in the order of the alphabet; left out: anything. */
  readonly type?: string;
  /** Always there, or always wanted. */
  readonly required?: true;
  /** The only words it may be. */
  readonly words?: readonly string[];
  /** The least and the most, of a number, a text or a list. */
  readonly least?: number;
  readonly most?: number;
}

export type PromisedFields = Readonly<Record<string, PromisedField>>;

/** Every field of a schema by its path (`creatures[].name`), with named shapes put where they are used. */
export function flatten(schema: JsonObject, named: Readonly<Record<string, JsonObject>>): PromisedFields {
  return new Flattening(named).of(schema);
}

class Flattening {
  readonly #named: Readonly<Record<string, JsonObject>>;

  constructor(named: Readonly<Record<string, JsonObject>>) {
    this.#named = named;
  }

  of(schema: JsonObject): Record<string, PromisedField> {
    return merged(this.#branches(schema).map((branch) => this.#fieldsOf(branch)));
  }

  #fieldsOf(branch: JsonObject): Record<string, PromisedField> {
    if (branch['items'] !== undefined) return prefixed('[]', this.of(branch['items'] as JsonObject));
    const required = new Set(branch['required'] as readonly string[] | undefined);
    const fields = Object.entries((branch['properties'] ?? {}) as Record<string, JsonObject>);
    return Object.fromEntries(
      fields.flatMap(([name, schema]) => [
        [name, { ...this.#valueOf(schema), ...(required.has(name) && REQUIRED) }] as const,
        ...Object.entries(prefixed(name, this.of(schema))),
      ]),
    );
  }

  #valueOf(schema: JsonObject): Omit<PromisedField, 'required'> {
    const branches = this.#branches(schema);
    const words = branches.flatMap((each) => wordsOf(each) ?? []);
    const isClosed = branches.every((each) => typesOf(each)[0] === 'null' || wordsOf(each) !== undefined);
    return {
      ...typed(branches.map(typesOf)),
      ...(isClosed && words.length > 0 && { words }),
      ...bound('least', branches, ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']),
      ...bound('most', branches, ['maximum', 'maxLength', 'maxItems']),
    };
  }

  /** The alternatives of a value. */
  #branches(schema: JsonObject): JsonObject[] {
    const link = schema['$ref'];
    if (typeof link === 'string')
      return this.#branches(this.#named[link.slice(link.lastIndexOf('/') + 1)] ?? {});
    const several = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonObject[] | undefined;
    return several ? several.flatMap((each) => this.#branches(each)) : [schema];
  }
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

// Whole numbers of any size are written with the ends of what a number can hold.
const isTold = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) < 2 ** 53 - 1;

function bound(name: 'least' | 'most', branches: readonly JsonObject[], keywords: readonly string[]) {
  const told = branches.flatMap((branch) => keywords.map((keyword) => branch[keyword]).filter(isTold));
  const [only] = told;
  return told.length === 1 && only !== undefined ? { [name]: only } : {};
}

function prefixed(
  name: string,
  fields: Readonly<Record<string, PromisedField>>,
): Record<string, PromisedField> {
  const dotted = (path: string) => (path.startsWith('[]') ? `${name}${path}` : `${name}.${path}`);
  return Object.fromEntries(Object.entries(fields).map(([path, field]) => [dotted(path), field]));
}

/** Ways that a value may be, in one: what only some have may be missing. */
function merged(ways: readonly Readonly<Record<string, PromisedField>>[]): Record<string, PromisedField> {
  const objects = ways.filter((way) => Object.keys(way).length > 0);
  const names = [...new Set(objects.flatMap((way) => Object.keys(way)))];
  return Object.fromEntries(names.map((name) => [name, together(objects.map((way) => way[name]))]));
}

function together(ways: readonly (PromisedField | undefined)[]): PromisedField {
  const there = ways.filter((way) => way !== undefined);
  const [{ required: _, ...only } = {}] = there.length === 1 ? there : [];
  const isRequired = there.length === ways.length && there.every((way) => way.required);
  return { ...only, ...typed(there.map(typesIn)), ...(isRequired && REQUIRED) };
}
