import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

import { SANDBOX_TOKEN } from '../support/parts.ts';
import { FROM_SOURCES } from '../support/servers/program.ts';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export type Started = Awaited<ReturnType<typeof started>>;

type Env = Readonly<Record<string, string>>;

export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'arkhouse-program-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function arkhouse(args: readonly string[], env: Env): Promise<Ended> {
  return begin(args, env).ended;
}

/** Starts the real program on a free port, with the sandbox token of the tests, and waits until it is open. */
export async function started(env: Env) {
  const { child, ended, seen } = begin(['serve', '--check-replies'], {
    PORT: '0',
    ARKHOUSE_SANDBOX_TOKEN: SANDBOX_TOKEN,
    ...env,
  });
  const address = await Promise.race([seen(/"address":"([^"]+)"/), ended.then(refusal)]);
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
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, out, err }));
  const seen = (pattern: RegExp) =>
    new Promise<string>((resolve) => {
      watchers.push(() => {
        const found = pattern.exec(out)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
  return { child, ended, seen };
}

function refusal({ code, out, err }: Ended): never {
  throw new Error(`it ended with ${code} before it was open: ${out}${err}`);
}
