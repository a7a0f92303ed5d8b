import { readFileSync } from 'node:fs';

/** Defined in the bundle for agents, which has no package.json. */
declare const ARKHOUSE_VERSION: string | undefined;

export function packageVersion(): string {
  if (typeof ARKHOUSE_VERSION === 'string') return ARKHOUSE_VERSION;
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
