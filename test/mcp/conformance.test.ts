import { expect, test } from 'vitest';

import { conformanceOf, type Check } from './conformance-suite.ts';
import { fixtures } from './fixture-server.ts';
import { aListeningHouse } from './listening.ts';

const PATIENCE_MS = 110_000;

// Scenarios that each revision requires of a server, so that a missing one is noticed.
const REVISIONS = [
  { revision: '2026-07-28', required: 37 },
  { revision: '2025-11-25', required: 30 },
] as const;

test.each(REVISIONS)(
  'the MCP endpoint passes all of $revision with the tools of the suite',
  async ({ revision, required }) => {
    const { address } = await aListeningHouse({ answering: fixtures() });
    const { code, out, checks } = await conformanceOf(address, revision);
    expect(code, out).toBe(0);
    const passed = Object.values(checks).filter((each) => each.every(isFine));
    expect(passed.length, out).toBeGreaterThanOrEqual(required);
  },
  PATIENCE_MS,
);

// All other scenarios call tools, prompts or resources of the suite's own, or want what we do not offer: sessions,
// logging, subscriptions and answers of the client in the middle of a call.
const OURS = {
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'server-sse-multiple-streams',
    'resources-list',
    'sep-2164-resource-not-found',
    'prompts-list',
    'dns-rebinding-protection',
    'caching',
    'input-required-result-unsupported-methods',
    'http-header-validation',
  ],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
    'server-session-lifecycle',
  ],
} as const;

test.each(REVISIONS)(
  'the service passes all of $revision that needs no tool of the suite',
  async ({ revision }) => {
    const { address } = await aListeningHouse();
    const { out, checks } = await conformanceOf(address, revision);
    for (const scenario of OURS[revision]) {
      const found = checks[scenario] ?? [];
      expect(found.length, `${scenario}: ${out}`).toBeGreaterThan(0);
      expect(
        found.filter((check) => !isFine(check) && !needsFixture(check)),
        scenario,
      ).toEqual([]);
    }
  },
  PATIENCE_MS,
);

function isFine({ status }: Check): boolean {
  return status !== 'FAILURE' && status !== 'WARNING';
}

/** A check that needs a tool of the suite says so. */
function needsFixture({ errorMessage = '' }: Check): boolean {
  return /^Not testable: .*'test_\w+'/.test(errorMessage);
}
