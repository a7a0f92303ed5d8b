import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';

import { SANDBOX_TOKEN } from '../support/parts.ts';
import { FROM_SOURCES } from '../support/servers/program.ts';

export type Started = Awaited<ReturnType<typeof started>>;

type Env = Readonly<Record<string, string>>;

export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'arkhouse-program-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const arkhouse = (args: readonly string[], env: Env) => begin(args, env).ended;

/** Starts the real program on a free port, with the sandbox token of the tests, and waits until it is open. */
export async function started(env: Env) {
  const settings = { PORT: '0', ARKHOUSE_SANDBOX_TOKEN: SANDBOX_TOKEN, ...env };
  const { child, ended, seen } = begin(['serve', '--check-replies'], settings);
  const refused = ended.then((said): never =>
    expect.fail(`it ended before it was open: ${JSON.stringify(said)}`),
  );
  const address = await Promise.race([seen(/"address":"([^"]+)"/), refused]);
  return {
    address,
    child,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts the real program and leaves it to the test what to wait for. */
export function begin(args: readonly string[], env: Env) {
  const child = spawn(process.execPath, [...FROM_SOURCES.args, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...FROM_SOURCES.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  const watchers: (() => void)[] = [];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    for (const look of watchers) look();
  });
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }));
  const seen = (pattern: RegExp) =>
    new Promise<string>((resolve) => {
      watchers.push(() => {
        const found = pattern.exec(out)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
  return { child, ended, seen };
}
