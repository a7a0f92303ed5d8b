import { hash } from 'node:crypto';

import { COMMANDS } from '../../src/cli/commands.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import * as client from '../../src/client/client.ts';
import { ROUTES } from '../../src/api/routes.ts';
import { definitions, schemaOf } from '../../src/api/openapi-schemas.ts';
import { PROBLEM_STATUS, ProblemBody } from '../../src/api/problems.ts';
import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import type { Route } from '../../src/api/route.ts';
import { CORS_EXPOSED_HEADERS } from '../../src/server/send.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { knownMigrations } from '../../src/db/migrate.ts';
import { flatten, type PromisedFields } from './flat-schema.ts';

/** Names that are there: headers of answers, settings, what `arkhouse/client` exports, commands with their options. */
export const NAMED_KINDS = ['headers', 'settings', 'client', 'commands'] as const;

/** All that docs/use/promises.md promises and a program can compare. */
export type Promised = ReturnType<typeof promisedNow>;

/** As the code has it now. What only the operator of a house reads is left out. */
export function promisedNow() {
  const routes: readonly Route[] = Object.values(ROUTES).filter(({ auth }) => auth !== 'admin');
  const named = definitions(routes);
  const problems: Readonly<Record<string, number>> = PROBLEM_STATUS;
  const names: Readonly<Record<(typeof NAMED_KINDS)[number], readonly string[]>> = {
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

function promisedRoute(route: Route, named: Parameters<typeof flatten>[1]) {
  const { method, path, auth, status, reply } = route;
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part];
    const fields = schema ? flatten(schemaOf(schema, 'input'), named) : {};
    return Object.entries(fields).map(([name, field]) => [`${part}.${name}`, field] as const);
  });
  const answers = told(flatten(schemaOf(reply, 'output'), named));
  return { call: `${method} ${path}`, auth, status, takes: Object.fromEntries(parts), answers };
}

/** Types alone: the words of an answer may become more, and its numbers other ones. */
function told(fields: PromisedFields): PromisedFields {
  return Object.fromEntries(
    Object.entries(fields).map(([path, { type, required }]) => [
      path,
      { ...(type !== undefined && { type }), ...(required && { required }) },
    ]),
  );
}
