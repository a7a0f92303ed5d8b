import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';

import { definitions, schemaOf, type JsonObject } from '../../src/api/openapi-schemas.ts';
import { PROBLEM_STATUS, ProblemBody } from '../../src/api/problems.ts';
import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import type { Route } from '../../src/api/route.ts';
import { ROUTES } from '../../src/api/routes.ts';
import { CORS_EXPOSED_HEADERS } from '../../src/http/send.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import * as client from '../../src/client/client.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import { knownMigrations } from '../../src/db/migrations.ts';
import { TOOLS } from '../../src/mcp/tools.ts';

/** All that docs/use/promises.md promises and a program can compare. */
export type Promised = ReturnType<typeof promisedNow>;

/** As the code has it now. What only the operator of a house reads is left out. */
export function promisedNow() {
  const routes: readonly Route[] = Object.values(ROUTES).filter(({ auth }) => auth !== 'admin');
  const named = definitions(routes);
  const problems: Readonly<Record<string, number>> = PROBLEM_STATUS;
  /** Headers of answers, settings, what `arkhouse/client` exports, commands with their options. */
  const names: Readonly<Record<string, readonly string[]>> = {
    headers: CORS_EXPOSED_HEADERS.split(', '),
    settings: Object.keys(SETTINGS),
    client: Object.keys(client).toSorted(),
    commands: COMMANDS.flatMap(({ name, options }) => [
      name,
      ...Object.keys(options).map((option) => `${name} --${option}`),
    ]),
  };
  return {
    routes: Object.fromEntries(routes.map((route) => [route.operationId, promisedRoute(route, named)])),
    refusal: told(flatten(schemaOf(ProblemBody, 'output'), named)),
    problems,
    limits: Object.fromEntries(
      Object.entries(RATE_LIMITS).map(([name, { max, windowSeconds }]) => [name, { max, windowSeconds }]),
    ),
    tools: Object.fromEntries(TOOLS.map(({ name, input }) => [name, flatten(input.schema, named)])),
    /** The digest of each: one that was released is never edited. */
    migrations: Object.fromEntries(
      knownMigrations().map(({ name, sql }) => [name, hash('sha256', sql).slice(0, 16)]),
    ),
    names,
  };
}

function promisedRoute(route: Route, named: Named) {
  const { method, path, auth, status, reply } = route;
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part];
    const fields = schema ? flatten(schemaOf(schema, 'input'), named) : {};
    return Object.entries(fields).map(([name, field]) => [`${part}.${name}`, field] as const);
  });
  const answers = told(withPlainReplies(route, flatten(schemaOf(reply, 'output'), named), named));
  return { call: `${method} ${path}`, auth, status, takes: Object.fromEntries(parts), answers };
}

/** A field is promised to callers that ask for no view: other views may leave it out. */
function withPlainReplies({ replies }: Route, fields: PromisedFields, named: Named): PromisedFields {
  const plain = replies
    ?.filter(({ query }) => query.safeParse({}).success)
    .map(({ reply }) => flatten(schemaOf(reply, 'output'), named));
  if (!plain) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([path, { required, ...field }]) => [
      path,
      { ...field, ...((required ?? plain.every((each) => each[path]?.required)) && REQUIRED) },
    ]),
  );
}

/** Keeps only `type` and `required` of reply fields: their enums and numeric limits may change. */
function told(fields: PromisedFields): PromisedFields {
  return Object.fromEntries(
    Object.entries(fields).map(([path, { type, required }]) => [
      path,
      { ...(type !== undefined && { type }), ...(required && { required }) },
    ]),
  );
}

/** Promises of the newest release; each release includes those of earlier ones. */
export const PROMISES_FILE = new URL('promised.json', import.meta.url);

export function readPromises() {
  return JSON.parse(readFileSync(PROMISES_FILE, 'utf8')) as Promised & { readonly version: string };
}

export async function promisesOf(version: string): Promise<string> {
  const text = JSON.stringify({ version, ...promisedNow() });
  return (await format('promises.json', text, { printWidth: 110 })).code;
}

/** Why the file may not be written anew for this version: what was promised stays so until the next major version. */
export function promisesInTheWay(version: string): string[] {
  const written = readPromises();
  const isNextMajor = Number.parseInt(version, 10) > Number.parseInt(written.version, 10);
  return isNextMajor || written.version === version ? [] : brokenPromises(written, promisedNow());
}

/** Every promise of `then` that `now` does not keep, in a line each. What was added breaks none. */
export function brokenPromises(then: Promised, now: Promised): string[] {
  return [
    ...Object.entries(then.routes).flatMap(([name, route]) => {
      const found = now.routes[name];
      if (!found) return [`${name}: is gone`];
      return [
        ...(['call', 'auth', 'status'] as const)
          .filter((part) => found[part] !== route[part])
          .map((part) => `${name}: ${part} was ${route[part]} and is ${found[part]}`),
        ...untaken(`${name}: `, route.takes, found.takes),
        ...untold(`${name}: `, route.answers, found.answers),
      ];
    }),
    ...untold('refusal: ', then.refusal, now.refusal),
    ...Object.entries(then.problems)
      .filter(([code, status]) => now.problems[code] !== status)
      .map(([code, status]) => `problem ${code}: was ${status} and is ${now.problems[code] ?? 'gone'}`),
    ...Object.entries(then.limits).flatMap(([name, { max, windowSeconds }]) => {
      // Per window or on average.
      const { max: most = 0, windowSeconds: seconds = 1 } = now.limits[name] ?? {};
      return most < max || most / seconds < max / windowSeconds
        ? [`limit ${name}: is stricter, or gone`]
        : [];
    }),
    ...Object.entries(then.tools).flatMap(([name, input]) => {
      const found = now.tools[name];
      return found ? untaken(`tool ${name}: `, input, found) : [`tool ${name}: is gone`];
    }),
    ...Object.entries(then.migrations)
      .filter(([name, digest]) => now.migrations[name] !== digest)
      .map(([name]) => `migration ${name}: was edited, or is gone`),
    ...Object.entries(then.names).flatMap(([kind, names]) =>
      names.filter((name) => !now.names[kind]?.includes(name)).map((name) => `${kind}: ${name} is gone`),
    ),
  ];
}

/** Requests that were accepted and no longer are. */
function untaken(of: string, then: PromisedFields, now: PromisedFields): string[] {
  const gone = Object.entries(then).flatMap(([path, field]) =>
    (now[path] ? narrowed(field, now[path]) : ['is not taken any more']).map((why) => `${of}${path} ${why}`),
  );
  const wanted = Object.entries(now).filter(([path, { required }]) => {
    const parent = path.slice(0, path.lastIndexOf('.')).replaceAll(/(?:\[\])+$/g, '');
    // New objects may require any field.
    const isNew = parent.includes('.') && then[parent] === undefined;
    return required && then[path]?.required !== true && !isNew;
  });
  return [...gone, ...wanted.map(([path]) => `${of}${path} has become required`)];
}

function narrowed(then: PromisedField, now: PromisedField): string[] {
  const words = then.words?.filter((word) => now.words?.includes(word) === false) ?? [];
  return [
    ...(isWithin(then, now) ? [] : [changedType(then, now)]),
    ...words.map((word) => `may not be ${word} any more`),
    ...(!then.words && now.words ? [`may only be ${now.words.join(', ')} now`] : []),
    ...((now.least ?? -Infinity) > (then.least ?? -Infinity) ? [`must be at least ${now.least} now`] : []),
    ...((now.most ?? Infinity) < (then.most ?? Infinity) ? [`may be at most ${now.most} now`] : []),
  ];
}

/** Response fields that were present and no longer are. */
function untold(of: string, then: PromisedFields, now: PromisedFields): string[] {
  return Object.entries(then).flatMap(([path, field]) => {
    const found = now[path];
    if (!found) return [`${of}${path} is not told any more`];
    if (field.required && !found.required) return [`${of}${path} may be missing now`];
    return isWithin(found, field) ? [] : [`${of}${path} ${changedType(field, found)}`];
  });
}

/** No type at all is any type. */
function isWithin(inner: PromisedField, outer: PromisedField): boolean {
  const [some, all] = [typesIn(inner), typesIn(outer)];
  if (all.length === 0) return true;
  const isHeld = (type: string) => all.includes(type) || (type === 'integer' && all.includes('number'));
  return some.length > 0 && some.every(isHeld);
}

function changedType(then: PromisedField, now: PromisedField): string {
  return `was ${then.type ?? 'anything'} and is ${now.type ?? 'anything'}`;
}

/** One field of a JSON Schema, as much of it as a caller may rely on; `least` and `most` are of a number, a text or a list. */
interface PromisedField {
  /** `number or null`, in the order of the alphabet; left out: anything. */
  readonly type?: string;
  readonly required?: true;
  readonly words?: readonly string[];
  readonly least?: number;
  readonly most?: number;
}

type PromisedFields = Readonly<Record<string, PromisedField>>;

const REQUIRED = { required: true } as const;

type Named = Readonly<Record<string, JsonObject>>;

/** Every field of a schema by its path (`creatures[].name`), with named shapes put where they are used. */
function flatten(schema: JsonObject, named: Named): PromisedFields {
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

/** The types that a promise names; none of them stands for any. */
const typesIn = ({ type }: PromisedField): string[] => type?.split(' or ') ?? [];

/** A union is open if one of its members is. */
function typed(ways: readonly (readonly string[])[]): Pick<PromisedField, 'type'> {
  if (ways.some((types) => types.length === 0)) return {};
  return { type: [...new Set(ways.flat())].toSorted().join(' or ') };
}

const typesOf = ({ type }: JsonObject): string[] => (type === undefined ? [] : [type].flat().map(String));

function wordsOf(schema: JsonObject): string[] | undefined {
  const words = schema['const'] === undefined ? schema['enum'] : [schema['const']];
  return (words as readonly unknown[] | undefined)?.map(String);
}

function bound(name: 'least' | 'most', branches: readonly JsonObject[], keywords: readonly string[]) {
  // Unlimited integers have the limits of safe integers in the schema: these are not promises.
  const limits = branches
    .flatMap((branch) => keywords.map((keyword) => branch[keyword]))
    .filter((value) => typeof value === 'number' && Math.abs(value) < 2 ** 53 - 1);
  return limits.length === 1 ? { [name]: limits[0] } : {};
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
