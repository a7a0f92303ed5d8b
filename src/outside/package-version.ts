import { readFileSync } from 'node:fs';

/** Defined in the bundle for agents, which has no package.json. */
declare const ARKHOUSE_VERSION: string | undefined;

export function packageVersion(): string {
  if (typeof ARKHOUSE_VERSION === 'string') return ARKHOUSE_VERSION;
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

// Set by the build of the server.
declare const ARKHOUSE_COMMIT: string | undefined;

/** The commit that the program was built from; empty when it runs from sources or was built without git. */
export function builtCommit(): string {
  return typeof ARKHOUSE_COMMIT === 'string' ? ARKHOUSE_COMMIT : '';
}
