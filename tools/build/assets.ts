import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';

import { FONT_CHARACTERS, FONTS, STYLE_SHEETS } from '../../src/web/assets.ts';
import { minifyCss } from './minify-css.ts';
import { appleTouchIcon, faviconIco } from './icons.ts';
import { subsetFont } from './subset-font.ts';

const root = new URL('../../', import.meta.url);

/** Copies what the compiler does not: migrations, minified styles, icons, and fonts (a subset for headings, whole for cards). */
export async function copyAssets(): Promise<void> {
  await cp(new URL('src/db/migrations/', root), new URL('dist/db/migrations/', root), {
    recursive: true,
  });
  for (const file of [...STYLE_SHEETS, 'operator/admin.css']) {
    const css = await readFile(new URL(`src/web/${file}`, root), 'utf8');
    await writeFile(new URL(`dist/web/${file}`, root), minifyCss(css));
  }
  const icon = await readFile(new URL('src/web/icon.svg', root), 'utf8');
  await writeFile(new URL('dist/web/icon.svg', root), icon);
  await mkdir(new URL('dist/icons/', root), { recursive: true });
  await writeFile(new URL('dist/icons/favicon.ico', root), faviconIco(icon));
  await writeFile(new URL('dist/icons/apple-touch-icon.png', root), appleTouchIcon(icon));
  await mkdir(new URL('dist/fonts/', root), { recursive: true });
  const characters = FONT_CHARACTERS.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at),
  );
  for (const { name, file } of FONTS) {
    const font = await readFile(new URL(import.meta.resolve(`@expo-google-fonts/alegreya/${file}`)));
    await writeFile(new URL(`dist/fonts/${name}.ttf`, root), subsetFont(font, characters));
    await writeFile(new URL(`dist/fonts/${basename(file)}`, root), font);
  }
  await cp(
    new URL(import.meta.resolve('@expo-google-fonts/alegreya/LICENSE_FONT')),
    new URL('dist/fonts/LICENSE', root),
  );
}
