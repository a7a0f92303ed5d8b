import { ROUTES } from '../api/routes.ts';
import { definitions, parametersOf, schemaOf } from '../api/openapi-schemas.ts';
import { isCommonProblem, PROBLEM_STATUS, problemsOf } from '../api/problems.ts';
import { RATE_LIMITS } from '../api/rate-limits.ts';
import type { Auth, Route } from '../api/route.ts';
import { PROBLEMS, type ProblemCode } from '../rules/problem.ts';
import { errorTextFor } from '../text/server/problems.ts';
import { absoluteUrl, curl, EXAMPLE_OPTIONS, type DocsSite } from './call-examples.ts';
import { joinSections } from './markdown.ts';

/** Who may call, in few words. */
export const AUTH_WORDS: Record<Auth, string> = {
  none: 'no key',
  optional: 'a key or none',
  required: 'your key',
  admin: 'the operator’s key',
};

/** How often, in few words. */
export function describeLimit({ limit }: Route): string {
  const { max, windowSeconds, per } = RATE_LIMITS[limit];
  return `at most ${max} requests in ${windowSeconds} seconds per ${per === 'ip' ? 'address' : 'agent'}`;
}

/** Routes that an agent can use: neither the operator's nor those of the sandbox. */
export function agentRoutes({ routes }: DocsSite): readonly Route[] {
  return routes.filter(({ auth, tag }) => auth !== 'admin' && tag !== 'Sandbox');
}

/** Every operation with all it takes, answers and refuses; and every shape that has a name. */
export function describeOperations(site: DocsSite): { readonly operations: string; readonly shapes: string } {
  return {
    operations: joinSections(...site.routes.map((route) => operationText(site, route))),
    shapes: joinSections(
      ...Object.entries(definitions(site.routes)).map(([name, schema]) =>
        [`### ${name}`, '', ...fieldLines(schema)].join('\n'),
      ),
    ),
  };
}

function operationText(site: DocsSite, route: Route): string {
  return joinSections(
    `### ${route.operationId}`,
    `\`${route.method} ${absoluteUrl(site, route.path)}\` with ${AUTH_WORDS[route.auth]}, ${describeLimit(route)}.`,
    `${route.summary}. ${route.description}`,
    section('Takes:', [...parameterLines(route), ...bodyLines(route)]),
    section(`Answers ${route.status}:`, replyLines(route)),
    section('Refuses:', refusalLines(route)),
    ['```sh', curl(site, route, EXAMPLE_OPTIONS.get(route)), '```'].join('\n'),
  ).trimEnd();
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, '', ...lines].join('\n');
}

function parameterLines(route: Route): string[] {
  return parametersOf(route)
    .filter((parameter) => parameter.in !== 'header')
    .flatMap(({ name, in: place, required, description, schema }) =>
      fieldLines({
        properties: { [name]: { ...schema, description: `${description} (${place})` } },
        required: required ? [name] : [],
      }),
    );
}

function bodyLines({ body }: Route): string[] {
  return body ? fieldLines(schemaOf(body, 'input')) : [];
}

function replyLines({ reply, onlyAs, alsoAs = [] }: Route): string[] {
  const json = onlyAs === undefined ? fieldLines(schemaOf(reply, 'output')) : [`- \`${onlyAs}\``];
  return [...json, ...alsoAs.map((type) => `- \`${type}\``)];
}

function refusalLines(route: Route): string[] {
  return ownRefusals(route).map((refusal) => `- ${refusalText(refusal)}`);
}

/** One way to be refused, in the words of the house. */
export interface RefusalLine {
  readonly status: number;
  readonly code: ProblemCode;
  readonly words: string;
}

/** What only this operation refuses, or refuses in words of its own. */
export function ownRefusals(route: Route): RefusalLine[] {
  const codes = problemsOf(route).filter((code) => !isCommonProblem(code) || WORDED_BY_ROUTE.has(code));
  const inOrder = codes.toSorted((one, other) => PROBLEM_STATUS[one] - PROBLEM_STATUS[other]);
  return inOrder.map((code) => describeRefusal(code, route));
}

const WORDED_BY_ROUTE: ReadonlySet<ProblemCode> = new Set(['invalid_request', 'unexpected']);

/** What any operation may refuse, told once. */
export function commonRefusals(): RefusalLine[] {
  return PROBLEMS.filter((code) => isCommonProblem(code) && !WORDED_BY_ROUTE.has(code)).map((code) =>
    describeRefusal(code, ROUTES.getApiIndex),
  );
}

function describeRefusal(code: ProblemCode, route: Route): RefusalLine {
  return { status: PROBLEM_STATUS[code], code, words: errorTextFor(code, route) };
}

export function refusalText({ status, code, words }: RefusalLine): string {
  return `${status} \`${code}\`: ${words}`;
}

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
function fieldLines(schema: JsonSchema): string[] {
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
