// What the compiler does not carry over: migrations, and the style of the pages (minified).
import { cp, readFile, writeFile } from 'node:fs/promises';

import { STYLE_SHEETS } from '../src/pages/style-sheets.ts';
import { minifyCss } from './minify-css.ts';

const root = new URL('../', import.meta.url);

await cp(new URL('src/store/migrations/', root), new URL('dist/store/migrations/', root), {
  recursive: true,
});
for (const file of [...STYLE_SHEETS, 'moderation/admin.css']) {
  const css = await readFile(new URL(`src/pages/${file}`, root), 'utf8');
  await writeFile(new URL(`dist/pages/${file}`, root), minifyCss(css));
}
await cp(new URL('src/pages/icon.svg', root), new URL('dist/pages/icon.svg', root));
