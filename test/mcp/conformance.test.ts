import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

import { aFolder } from '../program/arkhouse.ts';
import { aListeningHouse } from './listening.ts';

interface Check {
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

const PACKAGE = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json');
const SUITE = join(dirname(PACKAGE), 'dist/index.js');

// All other scenarios call tools, prompts or resources of the suite's own, or want what we do not offer: sessions,
// logging, subscriptions and answers of the client in the middle of a call.
const OURS = {
  '2026-07-28':
    'server-stateless tools-list server-sse-multiple-streams resources-list sep-2164-resource-not-found prompts-list dns-rebinding-protection caching input-required-result-unsupported-methods http-header-validation',
  '2025-11-25':
    'server-initialize ping tools-list resources-list prompts-list dns-rebinding-protection server-session-lifecycle',
};

test.each(Object.entries(OURS))(
  'the MCP endpoint passes every scenario of %s that needs no tool of the suite',
  async (revision, scenarios) => {
    const { address } = await aListeningHouse();
    const results = aFolder();
    const args = [SUITE, 'server', '--url', `${address}/mcp`, '--requirements', revision, '-o', results];
    const out = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, { timeout: 100_000, maxBuffer: 64 << 20 }, (_, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });
    const checks = checksIn(results);
    for (const scenario of scenarios.split(' ')) {
      const found = checks.get(scenario) ?? [];
      expect(found.length, `${scenario}: ${out}`).toBeGreaterThan(0);
      expect(found.filter(isFailure), scenario).toEqual([]);
    }
  },
);

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
