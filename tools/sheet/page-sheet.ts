import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { openGallery, REFERENCE, referenceOf, shoot } from '../../test/pages/gallery.ts';
import { launchChromium } from '../../test/support/chromium.ts';

const LOOKS = [
  { width: 390, colorScheme: 'light' },
  { width: 768, colorScheme: 'light' },
  { width: 1280, colorScheme: 'light' },
  { width: 1440, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;
const SCALE = 0.5;

/** Pictures of every page in every look; on demand the references of the tests anew. */
export async function drawPages(out: string, references: boolean): Promise<number> {
  const [browser, gallery] = await Promise.all([launchChromium(), openGallery()]);
  for (const { width, colorScheme } of LOOKS) {
    const isReference = references && width === REFERENCE.width && colorScheme === 'light';
    const viewport = { width, height: 900 };
    const { page, context, goTo } = await gallery.open(browser, { viewport, colorScheme });
    for (const [name, path] of gallery.pages) {
      await goTo(path);
      await writeFile(join(out, `${name}-${width}-${colorScheme}.webp`), await shoot(page, SCALE));
      if (!isReference) continue;
      const reference = referenceOf(name);
      await mkdir(dirname(reference), { recursive: true });
      await writeFile(reference, await shoot(page, REFERENCE.scale));
    }
    await context.close();
  }
  await Promise.all([browser.close(), gallery.close()]);
  return gallery.pages.size;
}
