import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { aFolder } from '../program/arkhouse.ts';

export interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

export interface SuiteRun {
  /** 0 when everything that the revision requires holds. */
  readonly code: number;
  readonly out: string;
  /** Checks by scenario. */
  readonly checks: Readonly<Record<string, readonly Check[]>>;
}

const SUITE = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);

/** Runs everything that a revision of the protocol requires of a server against the one at this address. */
export async function conformanceOf(address: string, revision: string): Promise<SuiteRun> {
  const results = aFolder();
  const args = [SUITE, 'server', '--url', `${address}/mcp`, '--requirements', revision, '-o', results];
  const { code, out } = await new Promise<{ code: number; out: string }>((resolve) => {
    execFile(process.execPath, args, { timeout: 100_000, maxBuffer: 64 << 20 }, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, out: stdout + stderr }),
    );
  });
  return { code, out, checks: checksIn(results) };
}

function checksIn(results: string): SuiteRun['checks'] {
  const scenarios = readdirSync(results).map((folder) => {
    const name = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(folder)?.[1] ?? folder;
    const text = readFileSync(join(results, folder, 'checks.json'), 'utf8');
    return [name, JSON.parse(text) as Check[]] as const;
  });
  return Object.fromEntries(scenarios);
}
