import { readFileSync } from 'node:fs';

import { format } from 'oxfmt';

import { brokenPromises } from './broken-promises.ts';
import { promisedNow, type Promised } from './promised.ts';

/** Promises of the newest release; each release includes those of earlier ones. */
export const PROMISES_FILE = new URL('../../test/promises/promised.json', import.meta.url);

export function readPromises() {
  return JSON.parse(readFileSync(PROMISES_FILE, 'utf8')) as Promised & { readonly version: string };
}

export async function promisesOf(version: string): Promise<string> {
  const text = JSON.stringify({ version, ...promisedNow() });
  return (await format('promises.json', text, { printWidth: 110 })).code;
}

/** Why the file may not be written anew for this version: what was promised stays so until the next major version. */
export function promisesInTheWay(version: string): string[] {
  const written = readPromises();
  const isNextMajor = Number.parseInt(version, 10) > Number.parseInt(written.version, 10);
  return isNextMajor || written.version === version ? [] : brokenPromises(written, promisedNow());
}
