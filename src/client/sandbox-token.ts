import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { writePrivateText } from './private-file.ts';

/** Path of the sandbox token file; the server writes a new token at every start. */
export function sandboxTokenFile(dataDir: string): string {
  return join(dataDir, 'sandbox-token');
}

export async function writeSandboxToken(dataDir: string, token: string): Promise<void> {
  await writePrivateText(sandboxTokenFile(dataDir), `${token}\n`);
}

const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export async function findSandboxToken(
  baseUrl: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const { ARKHOUSE_SANDBOX_TOKEN: given, ARKHOUSE_DATA_DIR: dataDir } = env;
  if (!THIS_MACHINE.test(new URL(baseUrl).hostname)) return undefined;
  if (given) return given;
  const kept = await readFile(sandboxTokenFile(dataDir || './data'), 'utf8').catch(() => '');
  return kept.trim() || undefined;
}
