import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { until, type OwnProcess, type OwnServers } from './own-servers.ts';

interface NodeOptions {
  readonly port: number;
  /** The checkout whose `dist` is run. */
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  /** Clock offset in faketime's format: `+5m`, or `+0 x100` for a hundred times the speed. */
  readonly clockOffset?: string;
}

export async function startNode(servers: OwnServers, options: NodeOptions): Promise<OwnProcess> {
  const { port, root, clockOffset } = options;
  const env = {
    PORT: String(port),
    LOG_LEVEL: 'warn',
    ...options.env,
    ...(clockOffset === undefined ? {} : await fakeClock(clockOffset)),
  };
  const node = servers.start(process.execPath, [programOf(root), 'serve'], { env, asOurselves: true });
  const isOpen = () =>
    fetch(`http://127.0.0.1:${port}/livez`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('the node is open', isOpen, node);
  return node;
}

export async function runProgram(
  root: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly said: string }> {
  const options = { env: { PATH: process.env['PATH'] ?? '', ...env } };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [programOf(root), ...args], options);
    return { code: 0, said: stdout };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    return { code: typeof code === 'number' ? code : 1, said: `${stdout}${stderr}` };
  }
}

const programOf = (root: string) => join(root, 'dist/cli/arkhouse.js');

/** The environment in which a program sees another wall clock time. The monotonic clock is unchanged. */
export async function fakeClock(offset: string): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)('faketime', ['-m', '-f', offset, 'env']);
  const [, library = ''] = /^LD_PRELOAD=(.*)$/m.exec(stdout) ?? [];
  return { LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}
