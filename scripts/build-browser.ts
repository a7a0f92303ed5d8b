// What runs in the page, as one file: src/browser with the parts of the core that it uses.
import { fileURLToPath } from 'node:url';

import { rolldown } from 'rolldown';

const root = new URL('../', import.meta.url);

export async function buildBrowser(): Promise<void> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('src/browser/live.ts', root)),
    platform: 'browser',
  });
  await bundle.write({
    file: fileURLToPath(new URL('dist/browser/live.js', root)),
    format: 'iife',
    minify: true,
  });
  await bundle.close();
}

if (import.meta.main) await buildBrowser();
