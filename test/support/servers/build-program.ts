import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { rolldown, type Plugin } from 'rolldown';

import packageJson from '../../../package.json' with { type: 'json' };

const ENTRY = fileURLToPath(new URL('../../../src/cli/arkhouse.ts', import.meta.url));

// They bring parts of their own that are no modules, or may be missing: they are loaded from where they were installed, when they are needed.
const OPTIONAL = Object.keys(packageJson.optionalDependencies);

/** The program as it is written, with its packages, in a few files instead of a thousand, and gives the one to start: that costs half as much. */
export async function buildProgram(folder: string): Promise<string> {
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'node',
    external: (id) => OPTIONAL.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [IN_THEIR_OWN_PLACES],
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    // By any other name they would be read twice, to find out what they are: no package.json says so.
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
