import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Scenarios of the MCP conformance suite that every server must pass, by protocol revision. */
const REQUIRED = {
  '2026-07-28':
    'server-stateless tools-list server-sse-multiple-streams resources-list sep-2164-resource-not-found prompts-list dns-rebinding-protection caching input-required-result-unsupported-methods http-header-validation',
  '2025-11-25':
    'server-initialize ping tools-list resources-list prompts-list dns-rebinding-protection server-session-lifecycle',
} as const;
export type Revision = keyof typeof REQUIRED;
export const REVISIONS = Object.keys(REQUIRED) as Revision[];

/** Scenarios that do not apply, and why. */
export const NOT_APPLICABLE = [
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

/** Runs the suite at this path against an MCP endpoint; `results` is an empty folder. */
export async function runConformance(suite: string, url: string, revision: Revision, results: string) {
  const args = [suite, 'server', '--url', url, '--requirements', revision, '-o', results];
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
  const passed = required.filter((name) => !failed.some((each) => each.startsWith(`${name}:`)));
  const unknown = [...checks.keys()].filter(
    (name) => !required.includes(name) && !NOT_APPLICABLE.some(({ names }) => names.test(name)),
  );
  return { passed, failed, unknown };
}

function checksIn(results: string): ReadonlyMap<string, readonly Check[]> {
  return new Map(
    readdirSync(results).map((folder) => {
      const name = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(folder)?.[1] ?? folder;
      return [name, JSON.parse(readFileSync(join(results, folder, 'checks.json'), 'utf8')) as Check[]];
    }),
  );
}

/** A check that needs a tool of the suite says so, and is not counted. */
function isFailure({ status, errorMessage = '' }: Check): boolean {
  const needsFixture = /^Not testable: .*'test_\w+'/.test(errorMessage);
  return ['FAILURE', 'WARNING'].includes(status) && !needsFixture;
}
