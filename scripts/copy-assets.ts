// What the compiler does not carry over: migrations, the style of the pages (minified), and the files of the API reference.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { STYLE_SHEETS } from '../src/pages/style-sheets.ts';
import { minifyCss } from './minify-css.ts';

const root = new URL('../', import.meta.url);
const reference = new URL('./', import.meta.resolve('swagger-ui-dist/package.json'));

await cp(new URL('src/store/migrations/', root), new URL('dist/store/migrations/', root), {
  recursive: true,
});
for (const file of [...STYLE_SHEETS, 'moderation/admin.css']) {
  const css = await readFile(new URL(`src/pages/${file}`, root), 'utf8');
  await writeFile(new URL(`dist/pages/${file}`, root), minifyCss(css));
}
await cp(new URL('src/pages/icon.svg', root), new URL('dist/pages/icon.svg', root));
await mkdir(new URL('dist/docs-ui/', root), { recursive: true });
for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE']) {
  await cp(new URL(file, reference), fileURLToPath(new URL(`dist/docs-ui/${file}`, root)));
}
