import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { readArguments } from './support/arguments.ts';

const { values } = readArguments(
  `Usage: node tools/sheet.ts [--out sheet]
Draws every page of a lived-in house in Chromium at five looks, to be looked at.`,
  { out: { type: 'string', default: 'sheet' } },
);
const LOOKS = [
  [390, 'light'],
  [768, 'light'],
  [1280, 'light'],
  [1440, 'light'],
  [1280, 'dark'],
] as const;

// Imported dynamically: these modules load JSX, which needs the loader that arguments.ts registers.
const { openGallery, shoot } = await import('../test/pages/gallery.ts');
const { launchChromium } = await import('../test/support/chromium.ts');
await mkdir(values.out, { recursive: true });
const [browser, gallery] = await Promise.all([launchChromium(), openGallery()]);
for (const [width, colorScheme] of LOOKS) {
  const viewport = { width, height: 900 };
  const { page, context, goTo } = await gallery.open(browser, { viewport, colorScheme });
  for (const [name, path] of gallery.pages) {
    await goTo(path);
    await writeFile(join(values.out, `${name}-${width}-${colorScheme}.webp`), await shoot(page, 0.5));
  }
  await context.close();
}
await Promise.all([browser.close(), gallery.close()]);
console.log(`${gallery.pages.size} pages: look into ${values.out}`);
