import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { rolldown, type Plugin } from 'rolldown';

import { NOT_BUNDLED } from '../../../tools/build/server.ts';

const ENTRY = fileURLToPath(new URL('../../../src/cli/arkhouse.ts', import.meta.url));

/** Bundles the program and its packages into a few files and returns the entry: halves the start time. */
export async function buildProgram(folder: string): Promise<string> {
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'node',
    external: NOT_BUNDLED,
    plugins: [IN_THEIR_OWN_PLACES],
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    // With .mjs Node knows the module type without a package.json.
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  });
  await bundle.close();
  return join(folder, 'arkhouse.mjs');
}

/** Files that modules read by relative path are still read from the sources. */
const IN_THEIR_OWN_PLACES: Plugin = {
  name: 'in-their-own-places',
  transform: {
    filter: { code: 'import.meta.url' },
    handler: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
};
