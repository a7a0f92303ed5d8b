import { execFileSync } from 'node:child_process';

import packageJson from '../../package.json' with { type: 'json' };
import { HERE } from '../support/report.ts';

/** Minimum age of a dependency: most compromised releases are detected earlier. Exceptions in .npmrc: `min-release-age-exclude[]=name`. */
export const MIN_RELEASE_AGE_DAYS = 3;

/** As much of a CycloneDX bill of materials as we look at. */
export interface Sbom {
  readonly bomFormat: 'CycloneDX';
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly purl?: string;
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  }[];
  readonly dependencies?: unknown;
}

/** From the lockfile, on every platform. `--omit dev` would leave out what both need, such as zod. */
export function makeSbom(): Sbom {
  const written = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: HERE,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const sbom = JSON.parse(written) as Sbom;
  // npm calls it what the folder is called.
  const component = { ...sbom.metadata.component, name: packageJson.name };
  return { ...sbom, metadata: { ...sbom.metadata, component } };
}

/** The same of the package for agents, which bundles what its file of licences names; each of them stands there before its licence. */
export function sbomOfBundle(whole: Sbom, licences: string): Sbom {
  const bundled = new Set(licences.split(/^-{72}\n\n/m).map((part) => part.split('\n')[0]));
  const { metadata, components, dependencies: _, ...rest } = whole;
  const id = `arkhouse-agent@${metadata.component.version}`;
  const named = { name: 'arkhouse-agent', 'bom-ref': id, purl: `pkg:npm/${id}` };
  return {
    ...rest,
    metadata: { ...metadata, component: { ...metadata.component, ...named } },
    components: components.filter(({ name }) => bundled.has(name)),
  };
}
