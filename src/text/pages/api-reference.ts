import reference from '#content/voice/public/reference.json' with { type: 'json' };

import type { ProblemCode } from '../../rules/problem.ts';
import { REFERENCE_PATH } from '../../api/documents.ts';
import { definitions, parametersOf, schemaOf, withDescriptions } from '../../api/openapi-schemas.ts';
import { exampleReply, HEADERS, PROBLEM_EXAMPLES, TAG_DESCRIPTIONS } from '../../api/openapi.ts';
import { isCommonProblem, PROBLEM_STATUS, PROBLEMS, problemsOf } from '../../api/problems.ts';
import { RATE_LIMITS, type RateLimit } from '../../api/rate-limits.ts';
import { type Auth, type Route, type Tag, TAGS } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { errorTextFor } from '../server/problems.ts';
import { callExamples, curl, type CallExamples, type ExampleSite } from './call-examples.ts';

export const REFERENCE = reference;

const KEY_HEADERS: Partial<Record<Auth, string>> = {
  optional: 'x-api-key',
  required: 'x-api-key',
  admin: 'x-admin-key',
};

export function tagsOf(routes: readonly Route[]): readonly Tag[] {
  return TAGS.filter((tag) => routes.some((route) => route.tag === tag));
}

export function sectionPath(tag: Tag): string {
  return `${REFERENCE_PATH}/${tag.toLowerCase()}`;
}

export interface Reference {
  readonly origin: string;
  readonly firstCall: string;
  readonly refusalExample: string;
  readonly refusals: readonly Refusal[];
  readonly refusalShapes: readonly NamedShape[];
  readonly headers: readonly ReferenceHeader[];
  readonly sections: readonly ReferenceSection[];
}
export interface ReferenceSection {
  readonly tag: Tag;
  readonly path: string;
  readonly title: string;
  readonly about: string;
  readonly operations: readonly Operation[];
  readonly shapes: readonly NamedShape[];
}

interface ReferenceHeader {
  readonly name: string;
  readonly about: string;
}

export function describeReference(
  site: ExampleSite,
  routes: readonly Route[],
  tools: ReadonlySet<Route>,
): Reference {
  const shapes = describeShapes(routes);
  return {
    origin: site.origin,
    firstCall: curl(site, ROUTES.registerAgent, { once: true }),
    refusalExample: asText(PROBLEM_EXAMPLES['creature_asleep']),
    refusals: commonRefusals(),
    refusalShapes: reachableShapes(['Problem'], shapes),
    headers: Object.entries(HEADERS).map(([name, { description }]) => ({ name, about: description })),
    sections: tagsOf(routes).map((tag) => {
      const rows = routes.filter((route) => route.tag === tag);
      const operations = rows.map((route) => describeOperation(site, route, tools.has(route)));
      const fields = operations.flatMap(({ takes, answers }) => [...takes, ...answers]);
      return {
        tag,
        path: sectionPath(tag),
        title: reference.sections[tag],
        about: TAG_DESCRIPTIONS[tag],
        operations,
        shapes: reachableShapes(shapeNamesIn(fields), shapes),
      };
    }),
  };
}

export interface Operation extends Pick<Route, 'method' | 'path' | 'summary' | 'description' | 'status'> {
  /** The operationId: also the anchor on the page, and the name of the MCP tool. */
  readonly name: string;
  readonly isTool: boolean;
  readonly who: string;
  readonly limit: RateLimit;
  readonly keyHeader: string | undefined;
  readonly takes: readonly RequestField[];
  readonly answers: readonly Field[];
  readonly textTypes: readonly string[];
  readonly refuses: readonly Refusal[];
  readonly calls: CallExamples;
  readonly replies: readonly ExampleReply[];
}

interface ExampleReply {
  readonly type: string;
  readonly text: string;
}

export function describeOperation(site: ExampleSite, route: Route, isTool = false): Operation {
  const { operationId, method, path, summary, description, auth, status, onlyAs, alsoAs = [] } = route;
  const types = [onlyAs ?? 'application/json', ...alsoAs];
  return {
    name: operationId,
    method,
    path,
    summary,
    description,
    status,
    isTool,
    who: REFERENCE.auth[auth],
    limit: RATE_LIMITS[route.limit],
    keyHeader: KEY_HEADERS[auth],
    takes: requestFields(route),
    answers: onlyAs ? [] : fieldsOf(withDescriptions(schemaOf(route.reply, 'output'), operationId)),
    textTypes: onlyAs === undefined ? alsoAs : types,
    refuses: ownRefusals(route),
    calls: callExamples(site, route, isTool),
    replies: types.flatMap((type) => {
      const example = exampleReply(route, type);
      return example === undefined ? [] : [{ type, text: asText(example) }];
    }),
  };
}

function asText(example: unknown): string {
  return typeof example === 'string' ? example.trimEnd() : JSON.stringify(example, undefined, 2);
}

const PLACES = ['path', 'body', 'query', 'header'] as const;

export interface RequestField extends Field {
  readonly place: (typeof PLACES)[number];
  readonly choices: readonly string[];
  /** True if the field's value is entered as JSON: only body fields can be other than text. */
  readonly isJson: boolean;
  readonly example: string | undefined;
}

function requestFields(route: Route): RequestField[] {
  const body: JsonSchema = route.body ? schemaOf(route.body, 'input') : {};
  const examples = (route.example ?? {}) as Readonly<Record<string, unknown>>;
  const sent = [
    ...parametersOf(route).map(({ name, in: place, required, description, schema: given, example }) => {
      const schema: JsonSchema = { ...given, description };
      return { ...describeField(name, schema, required), place, schema, example };
    }),
    ...Object.entries(body.properties ?? {}).map(([name, schema]) => {
      const field = describeField(name, schema, body.required?.includes(name));
      return { ...field, place: 'body' as const, schema, example: examples[name] };
    }),
  ];
  const inOrder = sent.toSorted((one, other) => PLACES.indexOf(one.place) - PLACES.indexOf(other.place));
  return inOrder.map(({ schema, example, ...field }) => {
    // A nullable field is described by its other type.
    const { type, enum: words } = { ...schema.anyOf?.[0], ...schema };
    const choices = type === 'boolean' ? [true, false] : (words ?? []);
    return {
      ...field,
      choices: choices.map(String),
      isJson: field.place === 'body' && type !== 'string' && words === undefined,
      example: typeof example === 'string' ? example : JSON.stringify(example),
    };
  });
}

export interface Refusal {
  readonly status: number;
  readonly code: ProblemCode;
  readonly words: string;
}

function describeRefusal(code: ProblemCode, route: Route): Refusal {
  return { status: PROBLEM_STATUS[code], code, words: errorTextFor(code, route) };
}

const WORDED_BY_ROUTE: ReadonlySet<ProblemCode> = new Set(['invalid_request', 'unexpected']);

/** Problems of this operation only, or with a text of its own. */
function ownRefusals(route: Route): Refusal[] {
  return problemsOf(route)
    .filter((code) => !isCommonProblem(code) || WORDED_BY_ROUTE.has(code))
    .map((code) => describeRefusal(code, route))
    .toSorted((one, other) => one.status - other.status);
}

export function commonRefusals(): Refusal[] {
  const common = PROBLEMS.filter((code) => isCommonProblem(code) && !WORDED_BY_ROUTE.has(code));
  return common.map((code) => describeRefusal(code, ROUTES.getApiIndex));
}

export interface NamedShape {
  readonly name: string;
  readonly type: string;
  readonly about: string;
  readonly fields: readonly Field[];
}

export function describeShapes(routes: readonly Route[]): NamedShape[] {
  return Object.entries<JsonSchema>(definitions(routes)).map(([name, schema]) => ({
    name,
    type: typeNameOf(schema),
    about: schema.description ?? '',
    fields: fieldsOf(schema.items ?? schema),
  }));
}

function reachableShapes(names: readonly string[], shapes: readonly NamedShape[]): NamedShape[] {
  const found = new Set<NamedShape>();
  const waiting = [...names];
  for (const name of waiting) {
    const shape = shapes.find((each) => each.name === name);
    if (!shape || found.has(shape)) continue;
    found.add(shape);
    waiting.push(...shapeNamesIn(shape.fields));
  }
  return [...found];
}

function shapeNamesIn(fields: readonly Field[]): string[] {
  return fields.flatMap((field) => [...field.shapes, ...shapeNamesIn(field.fields)]);
}

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
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

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly shapes: readonly string[];
  /** Bounds and default of the field: `1 to 100 characters`, `usually 50`. */
  readonly limits: readonly string[];
  readonly required: boolean;
  readonly about: string;
  readonly fields: readonly Field[];
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema): Field[] {
  const fields = Object.entries(properties);
  return fields.map(([name, field]) => describeField(name, field, required.includes(name)));
}

function describeField(name: string, schema: JsonSchema, required = false): Field {
  return {
    name,
    type: typeNameOf(schema),
    shapes: shapesOf(schema),
    limits: limitsOf(schema),
    required,
    about: schema.description ?? '',
    fields: fieldsOf(innerSchema(schema)),
  };
}

/** The schema of a list's entries, or the first alternative: for nullable fields the one that is not null. */
function innerSchema({ items, anyOf, oneOf = [], ...field }: JsonSchema): JsonSchema {
  const [first] = anyOf ?? oneOf;
  return items ?? (first ? innerSchema(first) : field);
}

const FORMATS: Readonly<Record<string, string>> = { uuid: 'UUID', 'date-time': 'moment', uri: 'address' };

function typeNameOf(schema: JsonSchema): string {
  const { $ref, anyOf, oneOf, allOf, items, type, format } = schema;
  if ($ref !== undefined) return shapeName($ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.join(' | ');
  const either = anyOf ?? oneOf ?? allOf;
  if (either) return [...new Set(either.map(typeNameOf))].join(' or ');
  if (items) return `list of ${typeNameOf(items)}`;
  if (format !== undefined && format in FORMATS) return FORMATS[format] ?? format;
  return typeof type === 'string' ? type : (type ?? ['anything']).join(' or ');
}

function shapesOf({ $ref, anyOf, oneOf, allOf = [], items }: JsonSchema): string[] {
  if ($ref !== undefined) return [shapeName($ref)];
  return [...(anyOf ?? oneOf ?? allOf), ...(items ? [items] : [])].flatMap(shapesOf);
}

function shapeName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

function limitsOf(given: JsonSchema): string[] {
  // A nullable field has its bounds in the first alternative.
  const schema = { ...given.anyOf?.[0], ...given };
  const fallback = schema.default;
  return [
    boundsText(schema.minimum, schema.maximum, ''),
    boundsText(schema.minLength, schema.maxLength, ' characters'),
    boundsText(undefined, schema.maxItems, ' entries'),
    fallback === undefined || typeof fallback === 'object' ? '' : `usually ${fallback}`,
  ].filter((word) => word !== '');
}

function boundsText(lowest: number | undefined, highest: number | undefined, what: string): string {
  if (highest === undefined) return lowest === undefined ? '' : `from ${lowest}${what}`;
  return lowest === undefined || lowest === 0 ? `up to ${highest}${what}` : `${lowest} to ${highest}${what}`;
}
