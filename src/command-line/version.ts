import { readFileSync } from 'node:fs';

/** Whoever bundles this defines it; then there need be no package.json two folders up. */
declare const ARKHOUSE_VERSION: string | undefined;

/** The version of the package this belongs to. */
export function packageVersion(): string {
  if (typeof ARKHOUSE_VERSION === 'string') return ARKHOUSE_VERSION;
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
