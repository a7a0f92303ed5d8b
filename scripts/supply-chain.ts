import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import packageJson from '../package.json' with { type: 'json' };

/** A release that was tampered with is mostly found out before it is so old. Urgent ones are named in .npmrc: `min-release-age-exclude[]=name`. */
export const MIN_RELEASE_AGE_DAYS = 3;

/** As much of a CycloneDX bill of materials as we look at. */
export interface Sbom {
  readonly bomFormat: 'CycloneDX';
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  }[];
}

/**
 * Everything Arkhouse is made of and built with, on every platform, as npm writes it down from the lockfile. Its `--omit dev` would
 * leave out what both need, such as zod; what only development needs says so in its properties.
 */
export function makeSbom(): Sbom {
  const written = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const sbom = JSON.parse(written) as Sbom;
  // npm calls it what the folder is called.
  const component = { ...sbom.metadata.component, name: packageJson.name };
  return { ...sbom, metadata: { ...sbom.metadata, component } };
}
