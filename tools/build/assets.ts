import { Resvg } from '@resvg/resvg-js';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';

import { FONTS, INLINE_PICTURES, STYLE_SHEETS } from '../../src/web/assets.ts';

const source = (path: string) => new URL(`../../src/${path}`, import.meta.url);
const built = (path: string) => new URL(`../../dist/${path}`, import.meta.url);
const fontFile = (path: string) => new URL(import.meta.resolve(`@expo-google-fonts/alegreya/${path}`));

/** Copies what is not bundled: migrations, vectors, minified styles, icons, and fonts (a subset for pages, whole for cards). */
export async function copyAssets(): Promise<void> {
  await cp(source('db/migrations/'), built('db/migrations/'), { recursive: true });
  await cp(source('outside/bundled-vectors.json'), built('outside/bundled-vectors.json'));
  for (const file of [...STYLE_SHEETS, 'operator/admin.css']) {
    await mkdir(new URL('.', built(`web/${file}`)), { recursive: true });
    await writeFile(built(`web/${file}`), minifyCss(await readFile(source(`web/${file}`), 'utf8')));
  }
  for (const name of INLINE_PICTURES) await cp(source(`web/${name}.svg`), built(`web/${name}.svg`));
  const icon = await readFile(source('web/icon.svg'), 'utf8');
  await writeFile(built('web/icon.svg'), icon);
  await cp(source('web/arkhouse.webmanifest'), built('web/arkhouse.webmanifest'));
  await mkdir(built('icons/'), { recursive: true });
  await writeFile(built('icons/favicon.ico'), faviconIco(icon));
  await writeFile(built('icons/apple-touch-icon.png'), appleTouchIcon(icon));
  await cp(source('web/fonts/'), built('fonts/'), { recursive: true });
  for (const { file } of FONTS) await cp(fontFile(file), built(`fonts/${basename(file)}`));
}

export function minifyCss(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};]) ?/g, '$1')
    .replace(/([:,]) /g, '$1')
    .replaceAll(';}', '}')
    .trim();
}

const TOUCH_SIDE = 180;
/** Free margin of a touch icon, as a share of its side: phones round the corners. */
const TOUCH_MARGIN = 22;

/** The icon in the form that browsers ask for without being told: a directory with one picture, which is a PNG. */
function faviconIco(svg: string): Buffer {
  const png = pngOf(svg, 32);
  // Icon, one picture: 32 × 32, one plane, 32 bits a pixel; its length, which is filled in, and its place.
  const header = Buffer.from('00000100010020200000010020000000000016000000', 'hex');
  header.writeUInt32LE(png.length, 14);
  return Buffer.concat([header, png]);
}

function appleTouchIcon(svg: string): Buffer {
  const side = TOUCH_SIDE - 2 * TOUCH_MARGIN;
  const place = `x="${TOUCH_MARGIN}" y="${TOUCH_MARGIN}" width="${side}" height="${side}"`;
  const ground = `<rect width="${TOUCH_SIDE}" height="${TOUCH_SIDE}" fill="#f7eedf"/>`;
  const drawn = `${ground}${svg.replace('<svg ', `<svg ${place} `)}`;
  const box = `viewBox="0 0 ${TOUCH_SIDE} ${TOUCH_SIDE}"`;
  return pngOf(`<svg xmlns="http://www.w3.org/2000/svg" ${box}>${drawn}</svg>`, TOUCH_SIDE);
}

function pngOf(svg: string, width: number): Buffer {
  const options = { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } } as const;
  return new Resvg(svg, options).render().asPng();
}
