import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { build, type OutputChunk } from 'rolldown';

import packageJson from '../../package.json' with { type: 'json' };
import { licencesOf } from './agent.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Loaded only where they are installed. `pg` tries to load the last one. */
export const NOT_BUNDLED = [
  ...Object.keys(packageJson.optionalDependencies),
  ...Object.keys(packageJson.peerDependencies),
  'pg-native',
];

/**
 * Bundles the service with its packages: a start reads about 50 files instead of 750, which takes half as long. Chunks are in a
 * folder of `dist`, as deep as the sources in `src`, so that relative paths to data files are the same in both.
 */
export async function buildServer(): Promise<void> {
  const { output } = await build({
    input: {
      'cli/arkhouse': pathOf('src/cli/arkhouse.ts'),
      'client/client': pathOf('src/client/client.ts'),
      'outside/local-embedder-worker': pathOf('src/outside/local-embedder-worker.ts'),
      'outside/rasterizer-worker': pathOf('src/outside/rasterizer-worker.ts'),
    },
    platform: 'node',
    external: NOT_BUNDLED,
    transform: { target: 'node24', define: { ARKHOUSE_COMMIT: JSON.stringify(commitOf()) } },
    output: {
      dir: pathOf('dist'),
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'parts/[name].js',
      comments: { legal: true, annotation: false, jsdoc: false },
    },
  });
  const chunks = output.filter((part): part is OutputChunk => part.type === 'chunk');
  const licences = await licencesOf(chunks.flatMap(({ moduleIds }) => moduleIds));
  await writeFile(pathOf('dist/LICENSES.txt'), licences);
}

/** Bundles the scripts of the pages: src/web/browser with the parts of the rules that it uses, one file each. */
export async function buildBrowser(): Promise<void> {
  for (const name of ['live', 'try-it'])
    await build({
      input: pathOf(`src/web/browser/${name}.ts`),
      platform: 'browser',
      output: { file: pathOf(`dist/browser/${name}.js`), format: 'iife', minify: true },
    });
}

/** Containers are built without git and pass the commit. */
function commitOf(): string {
  const { ARKHOUSE_COMMIT: given } = process.env;
  return (
    given ?? spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() ?? ''
  );
}
