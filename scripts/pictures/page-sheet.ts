import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';

import { openGallery, REFERENCE, referenceOf, shoot } from '../../test/pages/gallery.ts';
import { launchChromium } from '../../test/support/chromium.ts';

const LOOKS = [
  { width: 390, colorScheme: 'light' },
  { width: 768, colorScheme: 'light' },
  { width: 1280, colorScheme: 'light' },
  { width: 1440, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;
type Look = (typeof LOOKS)[number];

const SCALE = 0.5;
const PAGES_PER_SHEET = 4;

/** Pictures of every page in every look, and contact sheets of them; on demand the references of the tests anew. */
export async function drawPages(out: string, references: boolean): Promise<number> {
  const [browser, gallery] = await Promise.all([launchChromium(), openGallery()]);
  const names = [...gallery.pages.keys()];
  await mkdir(out, { recursive: true });
  for (const look of LOOKS) {
    const { width, colorScheme } = look;
    const isReference = references && width === REFERENCE.width && colorScheme === 'light';
    const { page, context, goTo } = await gallery.open(browser, {
      viewport: { width, height: 900 },
      colorScheme,
    });
    for (const [name, path] of gallery.pages) {
      await goTo(path);
      await writeFile(join(out, fileOf(name, look)), await shoot(page, SCALE));
      if (!isReference) continue;
      const reference = referenceOf(name);
      await mkdir(dirname(reference), { recursive: true });
      await writeFile(reference, await shoot(page, REFERENCE.scale));
    }
    await context.close();
  }
  for (let at = 0; at < names.length; at += PAGES_PER_SHEET)
    await drawSheet(browser, out, at / PAGES_PER_SHEET + 1, names.slice(at, at + PAGES_PER_SHEET));
  await Promise.all([browser.close(), gallery.close()]);
  return names.length;
}

function fileOf(name: string, { width, colorScheme }: Look): string {
  return `${name}-${width}-${colorScheme}.webp`;
}

/** The tops of some pages, a row for each. */
async function drawSheet(
  browser: Browser,
  out: string,
  number: number,
  names: readonly string[],
): Promise<void> {
  const rows = names.map((name) => {
    const pictures = LOOKS.map((look) => `<img src="${fileOf(name, look)}" width="${look.width / 4}">`);
    return `<h2>${name}</h2><div>${pictures.join('')}</div>`;
  });
  const style =
    'body{margin:8px;font:14px system-ui}h2{margin:8px 0 4px;font-size:14px}div{display:flex;gap:8px;height:480px;overflow:hidden;align-items:start}img{outline:1px solid #888}';
  const file = join(out, `sheet-${number}.html`);
  await writeFile(
    file,
    `<!doctype html><meta charset="utf-8"><title>Pages</title><style>${style}</style>${rows.join('')}\n`,
  );
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await page.goto(new URL(file, `file://${process.cwd()}/`).href);
  await writeFile(join(out, `sheet-${number}.webp`), await shoot(page, 1));
  await page.close();
}
