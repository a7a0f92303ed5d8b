import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

import { aFolder } from '../program/arkhouse.ts';
import { aListeningHouse } from './listening.ts';

const PACKAGE = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json');
const SUITE = join(dirname(PACKAGE), 'dist/index.js');

/** Scenarios of the MCP conformance suite that every server must pass, by protocol revision. */
const REQUIRED = {
  '2026-07-28':
    'server-stateless tools-list server-sse-multiple-streams resources-list sep-2164-resource-not-found prompts-list dns-rebinding-protection caching input-required-result-unsupported-methods http-header-validation',
  '2025-11-25':
    'server-initialize ping tools-list resources-list prompts-list dns-rebinding-protection server-session-lifecycle',
} as const;
type Revision = keyof typeof REQUIRED;
const REVISIONS = Object.keys(REQUIRED) as Revision[];

/** Scenarios that do not apply, and why. */
const NOT_APPLICABLE = [
  {
    why: 'needs tools, prompts or resources of the suite',
    names:
      /^(?:tools-call|prompts-get|resources-(?:read|templates)|json-schema|completion|http-custom-header)-/,
  },
  { why: 'lets the server ask the client', names: /^(?:input-required-result|elicitation)-/ },
  { why: 'needs tasks', names: /^tasks-/ },
  {
    why: 'needs sessions, notifications or logging',
    names: /^(?:resources-(?:un)?subscribe$|logging-|server-sse-)/,
  },
] as const;

interface Check {
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/** Runs the suite against an MCP endpoint. */
async function runConformance(url: string, revision: Revision) {
  const results = aFolder();
  const args = [SUITE, 'server', '--url', url, '--requirements', revision, '-o', results];
  await new Promise<void>((resolve) => {
    execFile(process.execPath, args, { timeout: 100_000, maxBuffer: 64 << 20 }, () => resolve());
  });
  const required: readonly string[] = REQUIRED[revision].split(' ');
  const checks = checksIn(results);
  const failed = required.flatMap((name) => {
    const found = checks.get(name) ?? [];
    const failures = found.filter(isFailure).map(({ errorMessage = '' }) => `${name}: ${errorMessage}`);
    return found.length === 0 ? [`${name}: did not run`] : failures;
  });
  const unknown = [...checks.keys()].filter(
    (name) => !required.includes(name) && !NOT_APPLICABLE.some(({ names }) => names.test(name)),
  );
  return { failed, unknown };
}

function checksIn(results: string): ReadonlyMap<string, readonly Check[]> {
  return new Map(
    readdirSync(results).map((folder) => {
      const name = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(folder)?.[1] ?? folder;
      return [name, JSON.parse(readFileSync(join(results, folder, 'checks.json'), 'utf8')) as Check[]];
    }),
  );
}

/** Checks that need a tool of the suite itself are not counted; their message says so. */
function isFailure({ status, errorMessage = '' }: Check): boolean {
  return ['FAILURE', 'WARNING'].includes(status) && !/^Not testable: .*'test_\w+'/.test(errorMessage);
}

test.each(REVISIONS)('the MCP endpoint passes every scenario of %s that applies to it', async (revision) => {
  const { address } = await aListeningHouse();
  expect(await runConformance(`${address}/mcp`, revision)).toEqual({ failed: [], unknown: [] });
});
