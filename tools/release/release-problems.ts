import type { Publisher } from './publisher.ts';

/** `tag` makes a release, `dry-run` tells whether it could be made, `tagged` is for the machine that publishes what was tagged. */
export type ReleaseMode = 'tag' | 'dry-run' | 'tagged';

/** What a release is judged by before anything is built. */
export interface ReleaseFacts {
  readonly version: string;
  readonly mode: ReleaseMode;
  readonly changelog: string;
  readonly uncommitted: string;
  readonly branch: string;
  readonly isTagged: boolean;
  readonly origin: string | undefined;
  readonly publisher: Publisher | { readonly problem: string };
  readonly versions: Readonly<Record<string, string | undefined>>;
  /** The version of the API, which goes up only when a promise is broken. */
  readonly apiVersion: string;
  /** True when test/promises/promised.json is what this code does. */
  readonly isPromised: boolean;
  readonly kept: readonly string[];
}

/** Everything that is in the way of a release, each with what to do about it. */
export function releaseProblems(facts: ReleaseFacts): string[] {
  const { version, mode, changelog, isTagged, apiVersion, kept, origin, publisher } = facts;
  const isMissing = (each: string) => each !== version && !kept.includes(each);
  return [
    'problem' in publisher && publisher.problem,
    facts.uncommitted !== '' && 'there are uncommitted changes',
    mode !== 'tagged' && facts.branch !== 'main' && 'this is not main',
    mode === 'tagged' && !isTagged && `this commit is not tagged v${version}`,
    mode !== 'tagged' && isTagged && `v${version} exists already: raise the version in package.json`,
    notesOf(changelog, version) === '' && `CHANGELOG.md has no section "## [${version}] - DATE"`,
    ...Object.entries(facts.versions).map(
      ([file, its]) => its !== version && `${file} says ${its ?? 'nothing'}: let it say ${version}`,
    ),
    apiVersion.split('.')[0] !== version.split('.')[0] &&
      `openapi.json is of version ${apiVersion}: who breaks a promise raises both`,
    !facts.isPromised &&
      'test/promises/promised.json is of something else: "node tools/generate.ts promises" writes it',
    ...releasedVersions(changelog)
      .filter(isMissing)
      .map((each) => `no house of ${each} is kept: "node tools/upgrade-fixture.ts v${each}" keeps one`),
    // A registry takes no provenance for a package that says it is from elsewhere.
    origin !== undefined &&
      !('problem' in publisher) &&
      placeOf(origin) !== placeOf(publisher.repository) &&
      `origin is ${placeOf(origin)} and publisher.json says ${placeOf(publisher.repository)}: let it name where this is released from`,
  ].filter((problem) => problem !== false);
}

function placeOf(url: string): string {
  return url
    .replace(/^git\+/, '')
    .replace(/^\w+:\/\//, '')
    .replace(/^[^@/]*@/, '')
    .replace(':', '/')
    .replace(/\.git$/, '');
}

const HEADING = /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/;

/** Every version that CHANGELOG gives a date, newest first. */
export function releasedVersions(changelog: string): string[] {
  return changelog.split('\n').flatMap((line) => HEADING.exec(line)?.[1] ?? []);
}

/** The CHANGELOG entry of one version; empty if it is missing or has no date. */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## )/m).map((text) => text.split('\n'));
  const found = sections.find(([heading = '']) => HEADING.exec(heading)?.[1] === version);
  return found?.slice(1).join('\n').trim() ?? '';
}
