// The package for agents (packages/agent): the client, the keeper and MCP over stdio in a few files that need no other package.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { rolldown, type OutputChunk } from 'rolldown';

import packageJson from '../../package.json' with { type: 'json' };
import { clientDeclarations } from './client-declarations.ts';
import { licencesOf } from './licences.ts';

const root = new URL('../../', import.meta.url);
const pathOf = (path: string) => fileURLToPath(new URL(path, root));

/** The oldest Node that agents may have. */
const TARGET = 'node20';

/** Everything that `dist` of the package holds, into a folder. */
export async function buildAgent(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const bundle = await rolldown({
    input: {
      'arkhouse-agent': pathOf('src/agent/arkhouse-agent.ts'),
      client: pathOf('src/client/client.ts'),
    },
    platform: 'node',
    transform: { target: TARGET, define: { ARKHOUSE_VERSION: JSON.stringify(packageJson.version) } },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name].js',
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await bundle.close();
  const chunks = output.filter((part): part is OutputChunk => part.type === 'chunk');
  await writeFile(`${folder}/LICENSES.txt`, await licencesOf(chunks.flatMap(({ moduleIds }) => moduleIds)));
  await writeFile(`${folder}/client.d.ts`, await clientDeclarations());
}

/** The package as it is published. */
export async function buildPackage(): Promise<void> {
  await buildAgent(pathOf('packages/agent/dist'));
  await cp(new URL('LICENSE', root), new URL('packages/agent/LICENSE', root));
  // `arkhouse/client` is the same client, with the same types.
  const types = await readFile(new URL('packages/agent/dist/client.d.ts', root));
  await mkdir(new URL('dist/client/', root), { recursive: true });
  await writeFile(new URL('dist/client/client.d.ts', root), types);
}
