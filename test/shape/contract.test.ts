import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';

import { ROUTES, SANDBOX_ROUTES } from '../../src/contract/routes.ts';
import { buildOpenApi } from '../../src/contract/server/openapi.ts';
import { RATE_LIMITS } from '../../src/contract/server/rate-limits.ts';
import type { Route } from '../../src/contract/server/route.ts';
import { SERVED_ROUTES } from '../../src/http/handlers.ts';
import { errorTextFor } from '../../src/voice/server/problems.ts';

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

test('openapi.json is current (npm run openapi writes it)', () => {
  const committed = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
  expect(`${JSON.stringify(buildOpenApi(SERVED_ROUTES, errorTextFor), undefined, 2)}\n`).toBe(committed);
});

const DOCUMENTS = [
  { name: 'what is served', document: buildOpenApi(SERVED_ROUTES, errorTextFor) },
  { name: 'the whole contract', document: buildOpenApi(Object.values(ROUTES), errorTextFor) },
];

test.each(DOCUMENTS)('the OpenAPI document of $name has no finding in Redocly', async ({ document }) => {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer}`),
  ).toEqual([]);
});

test.each(DOCUMENTS)('the OpenAPI document of $name has no finding in Spectral', async ({ document }) => {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [rulesets.oas] } as Parameters<typeof linter.setRuleset>[0]);
  const findings = await linter.run(JSON.stringify(document));
  expect(findings.map(({ code, message, path }) => `${code} ${message} ${path.join('/')}`)).toEqual([]);
});
