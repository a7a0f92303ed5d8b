// The package for agents (packages/agent): the client, the keeper and MCP over stdio in a few files that need no other package.
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InputOption, type Plugin, type TransformOptions } from 'rolldown';

import { packPackage } from '../packages/pack.ts';
import { buildWheel } from '../packages/wheel.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { clientDeclarations } from './client-declarations.ts';

export const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The oldest Node that agents may have. */
const TARGET = 'node20';

export async function buildAgent(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await bundle(folder, {
    input: {
      'arkhouse-agent': pathOf('src/agent/arkhouse-agent.ts'),
      client: pathOf('src/client/client.ts'),
    },
    transform: { target: TARGET, define: { ARKHOUSE_VERSION: JSON.stringify(packageJson.version) } },
  });
  await writeFile(`${folder}/client.d.ts`, await clientDeclarations());
}

/** Bundles programs for Node, and writes the licences of what is in them. */
export async function bundle(
  dir: string,
  options: { input: InputOption; transform: TransformOptions; external?: string[]; plugins?: Plugin[] },
): Promise<void> {
  const { output } = await build({
    ...options,
    platform: 'node',
    output: {
      dir,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'parts/[name].js',
      comments: { legal: true, annotation: false, jsdoc: false },
    },
  });
  const files = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  await writeFile(join(dir, 'LICENSES.txt'), await licencesOf(files));
}

export async function buildPackage(): Promise<void> {
  await buildAgent(pathOf('packages/agent/dist'));
  await cp(pathOf('LICENSE'), pathOf('packages/agent/LICENSE'));
  // `arkhouse/client` is the same client, with the same types.
  await cp(pathOf('packages/agent/dist/client.d.ts'), pathOf('dist/client/client.d.ts'));
  await buildHandedOut(pathOf('dist/packages'));
}

/** The packages that a running service hands out. Without Python there is no wheel. */
async function buildHandedOut(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { tarball } = packPackage('arkhouse-agent', folder);
  await rename(tarball, join(folder, 'arkhouse-agent.tgz'));
  if (spawnSync('python3', ['--version']).status === 0) buildWheel(folder);
}

const MODULES = pathOf('node_modules/');

/** The licences of all that is bundled: of the packages these files are from, and of those that they have bundled themselves. */
async function licencesOf(files: readonly string[]): Promise<string> {
  const foreign = files.filter((file) => file.startsWith(MODULES));
  const inside = await Promise.all(foreign.map(async (file) => bundledIn(await readFile(file, 'utf8'))));
  const names = new Set([...foreign.map((file) => packageOf(file.slice(MODULES.length))), ...inside.flat()]);
  const texts = [...names].toSorted().map(async (name) => `${name}\n\n${await licenceOf(name)}`);
  return (await Promise.all(texts)).join(`\n${'-'.repeat(72)}\n\n`);
}

function packageOf(path: string): string {
  return path.split('/', path.startsWith('@') ? 2 : 1).join('/');
}

/** Bundlers leave a comment where a file began: `//#region ../node_modules/.pnpm/ajv@8.18.0/node_modules/ajv/dist/ajv.js`. */
function bundledIn(code: string): string[] {
  return [...code.matchAll(/^\/\/#region .*\/node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//gm)].map(
    ([, name = '']) => name,
  );
}

interface Manifest {
  readonly license?: string;
  readonly author?: string | { readonly name: string };
}

async function licenceOf(name: string): Promise<string> {
  const folder = join(MODULES, name);
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
  if (file !== undefined) return readFile(join(folder, file), 'utf8');
  const { license, author } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  if (license === undefined) throw new Error(`${name} is bundled and names no licence`);
  return `${license} (no licence file; author: ${typeof author === 'object' ? author.name : (author ?? 'not named')})\n`;
}
