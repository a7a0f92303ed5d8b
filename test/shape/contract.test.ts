import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';

import { ROUTES, SANDBOX_ROUTES } from '../../src/api/routes.ts';
import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import type { Route } from '../../src/api/route.ts';
import { SERVED_ROUTES } from '../../src/server/open-server.ts';
import { openApiDocument } from '../../src/server/api-reference.ts';

const ALL: readonly Route[] = [...Object.values(ROUTES), ...Object.values(SANDBOX_ROUTES)];

test.each(ALL.filter(({ auth }) => auth === 'required'))(
  '$operationId counts per agent, as keyed routes do',
  (route) => {
    expect(RATE_LIMITS[route.limit].per).toBe('agent');
  },
);

test('every row of the contract is served', () => {
  const served = new Set(SERVED_ROUTES);
  expect(Object.keys(ROUTES).filter((name) => !served.has(ROUTES[name as keyof typeof ROUTES]))).toEqual([]);
});

test('openapi.json is current (npm run tool openapi writes it)', () => {
  const committed = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
  expect(`${JSON.stringify(openApiDocument(SERVED_ROUTES), undefined, 2)}\n`).toBe(committed);
});

const DOCUMENT = JSON.stringify(openApiDocument([...SERVED_ROUTES, ...Object.values(SANDBOX_ROUTES)]));
// A thorough linter, on a machine that may be busy.
const PATIENCE = { timeout: 180_000 };

test('the OpenAPI document has no finding in Redocly', PATIENCE, async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: DOCUMENT, absoluteRef: 'openapi.json', config });
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer}`),
  ).toEqual([]);
});
