import { createHash } from 'node:crypto';

import { COMMANDS } from '../../src/cli/commands.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import * as client from '../../src/client/client.ts';
import { ROUTES } from '../../src/api/routes.ts';
import { definitions, schemaOf } from '../../src/api/openapi-schemas.ts';
import { PROBLEM_STATUS, ProblemBody } from '../../src/api/problems.ts';
import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import type { Route } from '../../src/api/route.ts';
import { CORS_EXPOSED_HEADERS } from '../../src/server/headers.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { knownMigrations } from '../../src/db/migrate.ts';
import { flatten, type PromisedField, type PromisedFields } from './flat-schema.ts';

/** All that docs/use/promises.md promises and a program can compare. */
export interface Promised {
  readonly routes: Readonly<Record<string, PromisedRoute>>;
  readonly refusal: PromisedFields;
  /** The status of each code. */
  readonly problems: Readonly<Record<string, number>>;
  readonly limits: Readonly<Record<string, { readonly max: number; readonly windowSeconds: number }>>;
  readonly tools: Readonly<Record<string, PromisedFields>>;
  /** The digest of each: one that was released is never edited. */
  readonly migrations: Readonly<Record<string, string>>;
  readonly names: Readonly<Record<NamedKind, readonly string[]>>;
}

/** Names that are there: headers of answers, settings, what `arkhouse/client` exports, commands with their options. */
export const NAMED_KINDS = ['headers', 'settings', 'client', 'commands'] as const;
type NamedKind = (typeof NAMED_KINDS)[number];

interface PromisedRoute {
  readonly call: string;
  readonly auth: string;
  readonly status: number;
  readonly takes: PromisedFields;
  readonly answers: PromisedFields;
}

/** As the code has it now. What only the operator of a house reads is left out. */
export function promisedNow(): Promised {
  const routes: readonly Route[] = Object.values(ROUTES).filter(({ auth }) => auth !== 'admin');
  const named = definitions(routes);
  return {
    routes: Object.fromEntries(routes.map((route) => [route.operationId, promisedRoute(route, named)])),
    refusal: told(flatten(schemaOf(ProblemBody, 'output'), named)),
    problems: PROBLEM_STATUS,
    limits: Object.fromEntries(
      Object.entries(RATE_LIMITS).map(([name, { max, windowSeconds }]) => [name, { max, windowSeconds }]),
    ),
    tools: Object.fromEntries(TOOLS.map(({ name, input }) => [name, flatten(input.schema, named)])),
    migrations: Object.fromEntries(
      knownMigrations().map(({ name, sql }) => [
        name,
        createHash('sha256').update(sql).digest('hex').slice(0, 16),
      ]),
    ),
    names: {
      headers: CORS_EXPOSED_HEADERS.split(', '),
      settings: Object.keys(SETTINGS),
      client: Object.keys(client).toSorted(),
      commands: COMMANDS.flatMap(({ name, options }) => [
        name,
        ...Object.keys(options).map((option) => `${name} --${option}`),
      ]),
    },
  };
}

type Named = Parameters<typeof flatten>[1];

function promisedRoute(route: Route, named: Named): PromisedRoute {
  const { method, path, auth, status, reply } = route;
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part];
    const fields = schema ? flatten(schemaOf(schema, 'input'), named) : {};
    return Object.entries(fields).map(([name, field]) => [`${part}.${name}`, field] as const);
  });
  const answers = told(flatten(schemaOf(reply, 'output'), named));
  return { call: `${method} ${path}`, auth, status, takes: Object.fromEntries(parts), answers };
}

/** The words of an answer may become more, and its numbers other ones. */
function told(fields: PromisedFields): PromisedFields {
  return Object.fromEntries(Object.entries(fields).map(([path, field]) => [path, typeAlone(field)]));
}

function typeAlone({ type, required }: PromisedField): PromisedField {
  return { ...(type !== undefined && { type }), ...(required && { required }) };
}
