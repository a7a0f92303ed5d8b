import { z } from 'zod';

import { PACKAGE_NAMES } from '../packages/pack.ts';
import stdioPackage from './stdio-package.json' with { type: 'json' };

export const PUBLISHER_FILE = 'publisher.json';

const GITHUB = /^https:\/\/github\.com\/([\w-]+)\/[\w.-]+$/;

const PACKAGE = z.string().regex(/^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/, 'is not a package name');

const WRITTEN = z.strictObject({
  repository: z
    .string()
    .regex(/^https:\/\/[^\s/]+\/\S*[^\s/]$/, 'is not an https address')
    .regex(/(?<!\.git)$/i, 'ends with .git: leave that out'),
  packages: z.strictObject({ arkhouse: PACKAGE, 'arkhouse-agent': PACKAGE }).partial().optional(),
  mcpName: z
    .string()
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/, 'is not a name of the MCP registry')
    .optional(),
  image: z
    .string()
    .regex(
      /^ghcr\.io\/[a-z0-9._/-]+$/,
      'is not ghcr.io/OWNER/NAME without a tag: the workflow logs in only there',
    )
    .optional(),
  pypi: z
    .string()
    .regex(/^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?$/, 'is not a name of PyPI')
    .default('arkhouse'),
});

/** The addresses and names of a release. Each publisher has other ones, so the sources have none. */
export interface Publisher extends Readonly<Record<'repository' | 'mcpName' | 'image' | 'pypi', string>> {
  /** Names at the npm registry, by the names in this repository. */
  readonly packages: Readonly<Record<string, string>>;
}

/** Reads the publisher's file. On GitHub the address of the repository implies the other names. */
export function readPublisher(text: string | undefined): Publisher | { readonly problem: string } {
  const example = `{ "repository": "https://github.com/OWNER/NAME" } (docs/build/releasing.md)`;
  if (text === undefined) return { problem: `${PUBLISHER_FILE} is missing: write and commit ${example}` };
  const read = WRITTEN.safeParse(jsonOf(text));
  if (!read.success) {
    const wrong = read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim());
    return { problem: `${PUBLISHER_FILE}: ${wrong.join('; ')}; expected is ${example}` };
  }
  const { repository, packages, mcpName, image, pypi } = read.data;
  const [, owner] = GITHUB.exec(repository) ?? [];
  const names = {
    mcpName: mcpName ?? (owner && `io.github.${owner}/arkhouse`),
    image: image ?? (owner && `ghcr.io/${owner.toLowerCase()}/arkhouse`),
  };
  if (names.mcpName === undefined || names.image === undefined)
    return { problem: `${PUBLISHER_FILE}: without a repository on GitHub, "mcpName" and "image" are needed` };
  const own = Object.fromEntries(PACKAGE_NAMES.map((name) => [name, packages?.[name] ?? name]));
  return { repository, packages: own, mcpName: names.mcpName, image: names.image, pypi };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A package.json as it is published: with the publisher's addresses, and without what only a checkout needs. */
export function publishedManifest(manifest: Manifest, publisher: Publisher, directory?: string): object {
  const { scripts: _, devDependencies: __, overrides: ___, allowScripts: ____, ...rest } = manifest;
  const { repository, packages, mcpName } = publisher;
  return {
    ...rest,
    name: packages[manifest.name] ?? manifest.name,
    ...(manifest.name === 'arkhouse-agent' && { mcpName }),
    homepage: `${repository}#readme`,
    bugs: `${repository}/issues`,
    repository: { type: 'git', url: `git+${repository}.git`, ...(directory !== undefined && { directory }) },
  };
}

interface Manifest {
  readonly name: string;
  readonly [field: string]: unknown;
}

/**
 * server.json as the MCP registry takes it: it compares `name` with `mcpName` in the published package. Only a release
 * names that package, as only its publisher owns the name.
 */
export function publishedServer(server: ServerEntry, publisher: Publisher): object {
  const { $schema, ...rest } = server;
  const { repository, mcpName } = publisher;
  return {
    $schema,
    name: mcpName,
    ...rest,
    repository: {
      url: repository,
      source: GITHUB.test(repository) ? 'github' : new URL(repository).hostname,
    },
    packages: [
      {
        ...stdioPackage,
        identifier: publisher.packages[stdioPackage.identifier] ?? stdioPackage.identifier,
        version: server.version,
      },
    ],
  };
}

interface ServerEntry {
  readonly $schema: string;
  readonly version: string;
}

const INSTALLED =
  /((?:npx -y |npm i |npm install (?:--global )?|"-y", ?"|from '))(arkhouse(?:-agent)?)(?![\w-])/g;

/** A packed text with the publisher's package names wherever a package is installed or imported. */
export function withPublishedNames(text: string, { packages }: Publisher): string {
  return text.replaceAll(INSTALLED, (_, before: string, name: string) => before + (packages[name] ?? name));
}
