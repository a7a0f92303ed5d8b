import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { rolldown, type Plugin } from 'rolldown';

const ENTRY = fileURLToPath(new URL('../../../src/cli/arkhouse.ts', import.meta.url));

/** The program as it is written, in a few files instead of hundreds, and gives the one to start: a start costs a third less. */
export async function buildProgram(folder: string): Promise<string> {
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'node',
    // Packages are loaded from where they were installed, and some are looked for only when they are needed.
    external: (id) => !/^[./]/.test(id),
    plugins: [IN_THEIR_OWN_PLACES],
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  });
  await bundle.close();
  return join(folder, 'arkhouse.js');
}

/** What modules read beside themselves they go on reading beside their sources. */
const IN_THEIR_OWN_PLACES: Plugin = {
  name: 'in-their-own-places',
  transform: {
    filter: { code: 'import.meta.url' },
    handler: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
};
