// Bundles the scripts of the pages: src/web/browser with the parts of the rules that it uses, one file each.
import { fileURLToPath } from 'node:url';

import { build } from 'rolldown';

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export async function buildBrowser(): Promise<void> {
  for (const name of ['live', 'try-it'])
    await build({
      input: pathOf(`src/web/browser/${name}.ts`),
      platform: 'browser',
      output: { file: pathOf(`dist/browser/${name}.js`), format: 'iife', minify: true },
    });
}
