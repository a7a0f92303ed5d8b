import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';

import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import type { Route } from '../../src/api/route.ts';
import { ROUTES, SANDBOX_ROUTES } from '../../src/api/routes.ts';
import { openApiDocument } from '../../src/server/discovery.ts';
import { read } from './sources.ts';

const ALL: readonly Route[] = [...Object.values(ROUTES), ...Object.values(SANDBOX_ROUTES)];

test('the rate limit of every route that requires a key counts per agent', () => {
  const keyed = ALL.filter(({ auth }) => auth === 'required');
  expect(keyed.filter(({ limit }) => RATE_LIMITS[limit].per !== 'agent')).toEqual([]);
});

test('openapi.json is current (node tools/generate.ts openapi writes it)', () => {
  expect(`${JSON.stringify(openApiDocument(Object.values(ROUTES)), undefined, 2)}\n`).toBe(
    read('openapi.json'),
  );
});

const DOCUMENT = JSON.stringify(
  openApiDocument([...Object.values(ROUTES), ...Object.values(SANDBOX_ROUTES)]),
);
// A thorough linter, on a machine that may be busy.
const PATIENCE = { timeout: 180_000 };

test('the OpenAPI document has no finding in Redocly', PATIENCE, async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: DOCUMENT, absoluteRef: 'openapi.json', config });
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer}`),
  ).toEqual([]);
});
