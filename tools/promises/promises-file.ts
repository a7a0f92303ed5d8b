import { readFileSync } from 'node:fs';

import { format } from 'prettier';

import { brokenPromises } from './broken-promises.ts';
import { promisedNow, type Promised } from './promised.ts';

/** Promises of the newest release; each release includes those of earlier ones. */
export const PROMISES_FILE = new URL('../../test/promises/promised.json', import.meta.url);

interface WrittenPromises extends Promised {
  readonly version: string;
}

export function readPromises(): WrittenPromises {
  return JSON.parse(readFileSync(PROMISES_FILE, 'utf8')) as WrittenPromises;
}

/** The file of this version. */
export async function promisesOf(version: string): Promise<string> {
  const text = JSON.stringify({ version, ...promisedNow() });
  return format(text, { parser: 'json', printWidth: 110 });
}

/** Why the file may not be written anew for this version: what was promised stays so until the next major version. */
export function promisesInTheWay(version: string): string[] {
  const written = readPromises();
  const isNextMajor = majorOf(version) > majorOf(written.version);
  return isNextMajor || written.version === version ? [] : brokenPromises(written, promisedNow());
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}
