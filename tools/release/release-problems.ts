import { notesOf, releasedVersions } from './release-notes.ts';

/** `tag` makes a release, `dry-run` tells whether it could be made, `tagged` is for the machine that publishes what was tagged. */
export type ReleaseMode = 'tag' | 'dry-run' | 'tagged';

/** All that a release is judged by before anything is built. */
export interface ReleaseFacts {
  readonly version: string;
  readonly mode: ReleaseMode;
  readonly changelog: string;
  /** Output of `git status`. */
  readonly uncommitted: string;
  readonly branch: string;
  readonly isTagged: boolean;
  /** The remote to push to, if any. */
  readonly origin: string | undefined;
  readonly repository: string | undefined;
  /** The version that each file tells. */
  readonly versions: Readonly<Record<string, string | undefined>>;
  /** The version of the API, which goes up only when a promise is broken. */
  readonly apiVersion: string;
  /** True when test/promises/promised.json is what this code does. */
  readonly isPromised: boolean;
  /** The versions of which a database is kept. */
  readonly kept: readonly string[];
}

/** Everything that is in the way of a release, each with what to do about it. */
export function releaseProblems(facts: ReleaseFacts): string[] {
  return RULES.flatMap((rule) => rule(facts));
}

type Rule = (facts: ReleaseFacts) => string[];

const RULES: readonly Rule[] = [
  ({ uncommitted }) => unless(uncommitted === '', 'there are uncommitted changes'),
  ({ branch, mode }) => unless(mode === 'tagged' || branch === 'main', 'this is not main'),
  tagRule,
  ({ changelog, version }) =>
    unless(notesOf(changelog, version) !== '', `CHANGELOG.md has no section "## [${version}] - DATE"`),
  ({ versions, version }) =>
    Object.entries(versions)
      .filter(([, told]) => told !== version)
      .map(([file, told]) => `${file} says ${told ?? 'nothing'}: let it say ${version}`),
  ({ apiVersion, version }) =>
    unless(
      majorOf(apiVersion) === majorOf(version),
      `openapi.json is of version ${apiVersion}: who breaks a promise raises both`,
    ),
  ({ isPromised }) =>
    unless(isPromised, 'test/promises/promised.json is of something else: "npm run tool promises" writes it'),
  ({ changelog, version, kept }) =>
    releasedVersions(changelog)
      .filter((each) => each !== version && !kept.includes(each))
      .map((each) => `no house of ${each} is kept: "npm run tool -- upgrade-fixture v${each}" keeps one`),
  originRule,
];

function tagRule({ isTagged, mode, version }: ReleaseFacts): string[] {
  if (mode === 'tagged') return unless(isTagged, `this commit is not tagged v${version}`);
  return unless(!isTagged, `v${version} exists already: raise the version in package.json`);
}

/** A registry takes no provenance for a package that says it is from elsewhere. */
function originRule({ origin, repository }: ReleaseFacts): string[] {
  if (origin === undefined || placeOf(origin) === placeOf(repository ?? '')) return [];
  const told = repository === undefined ? 'names no repository' : `says ${placeOf(repository)}`;
  return [
    `origin is ${placeOf(origin)} and package.json ${told}: let "repository" (and "homepage", "bugs") of both packages name where it is released from`,
  ];
}

/** `github.com/arkhouse/arkhouse`, however it is written. */
function placeOf(url: string): string {
  return url
    .replace(/^git\+/, '')
    .replace(/^\w+:\/\//, '')
    .replace(/^[^@/]*@/, '')
    .replace(':', '/')
    .replace(/\.git$/, '');
}

function unless(holds: boolean, problem: string): string[] {
  return holds ? [] : [problem];
}

function majorOf(version: string): string | undefined {
  return version.split('.')[0];
}
