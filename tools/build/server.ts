import { spawnSync } from 'node:child_process';
import { build, type Plugin } from 'rolldown';

import packageJson from '../../package.json' with { type: 'json' };
import { bundle, pathOf } from './agent.ts';

/** Loaded only where they are installed. `pg` tries to load the last one. */
export const NOT_BUNDLED = [
  ...Object.keys(packageJson.optionalDependencies),
  ...Object.keys(packageJson.peerDependencies),
  'pg-native',
];

/** Bundled as a literal, each word of the data would have a line with an indent. */
const COMPACT_DATA: Plugin = {
  name: 'compact data',
  transform: {
    filter: { id: /\/(?:content|packages|src)\/.*\.json$/ },
    handler(code) {
      const text = JSON.stringify(JSON.parse(code)).replaceAll(/[\\']/g, String.raw`\$&`);
      return { code: `export default JSON.parse('${text}');`, moduleType: 'js' };
    },
  },
};

/** A start reads about 50 files instead of 750. Chunks are as deep in `dist` as sources in `src`: relative paths stay the same. */
export async function buildServer(): Promise<void> {
  await bundle(pathOf('dist'), {
    input: {
      'cli/arkhouse': pathOf('src/cli/arkhouse.ts'),
      'app/long-documents-thread': pathOf('src/app/long-documents-thread.ts'),
      'database/sqlite/copy-worker': pathOf('packages/database/sqlite/copy-worker.ts'),
      'client/client': pathOf('src/client/client.ts'),
      'tastes/local-embedder-worker': pathOf('packages/tastes/local-embedder-worker.ts'),
      'outside/rasterizer-worker': pathOf('src/outside/rasterizer-worker.ts'),
    },
    external: NOT_BUNDLED,
    plugins: [COMPACT_DATA],
    transform: { target: 'node24', define: { ARKHOUSE_COMMIT: JSON.stringify(commitOf()) } },
  });
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
