// Bundles the scripts of the pages: src/web/browser with the parts of the rules that it uses, one file each.
import { fileURLToPath } from 'node:url';

import { rolldown } from 'rolldown';

const root = new URL('../../', import.meta.url);

const SCRIPTS = ['live', 'try-it'];

export async function buildBrowser(): Promise<void> {
  await Promise.all(SCRIPTS.map(buildScript));
}

async function buildScript(name: string): Promise<void> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL(`src/web/browser/${name}.ts`, root)),
    platform: 'browser',
  });
  await bundle.write({
    file: fileURLToPath(new URL(`dist/browser/${name}.js`, root)),
    format: 'iife',
    minify: true,
  });
  await bundle.close();
}
