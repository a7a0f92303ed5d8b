import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { drawAvatar } from '../src/artist/avatar.ts';
import { drawEgg } from '../src/artist/egg.ts';
import { drawKeepsake } from '../src/artist/keepsakes.ts';
import { drawPortrait, type PortraitFacts } from '../src/artist/portrait.ts';
import { KEEPSAKE_KINDS } from '../src/rules/heart/keepsakes-table.ts';
import { CATALOG } from '../src/rules/species/catalog.ts';
import { APPEARANCES, PATHS } from '../src/rules/vocabulary.ts';
import { readArguments } from './support/arguments.ts';

const { values } = readArguments(
  `Usage: node tools/sheet.ts [--out FOLDER] [--pages | --references]
Draws every species, appearance and keepsake into FOLDER/index.html.
  --pages       instead a picture of every page at five looks
  --references  the same, and anew those that test/pages compares with`,
  {
    out: { type: 'string', default: 'sheet' },
    pages: { type: 'boolean', default: false },
    references: { type: 'boolean', default: false },
  },
);

const AGENTS =
  'Ada, a blue robot, night owl, fire dragon with a crown, quiet, ginger cat, x7, fox in a scarf';
const LOOKS = [
  [390, 'light'],
  [768, 'light'],
  [1280, 'light'],
  [1440, 'light'],
  [1280, 'dark'],
] as const;
const STYLE = 'body{font:16px system-ui;background:#faf7f2}svg{width:150px;border-radius:16px;margin:4px}';

await mkdir(values.out, { recursive: true });
if (values.pages || values.references) {
  console.log(`${await drawPages(values.out, values.references)} pages: look into ${values.out}`);
} else {
  await writeFile(`${values.out}/index.html`, everything());
  console.log(`Look at ${values.out}/index.html`);
}

function everything(): string {
  const rows = [
    ...CATALOG.map((species) => ({
      name: species.name,
      pictures: [
        drawEgg({ species, seed: 7 }),
        ...(['baby', 'child', 'teen'] as const).map((stage) => portrait({ species, stage })),
        ...PATHS.map((path) => portrait({ species, stage: 'adult', path })),
      ],
    })),
    ...CATALOG.filter((_, index) => index % 9 === 0).map((species) => ({
      name: `${species.name}: ${APPEARANCES.join(', ')}`,
      pictures: APPEARANCES.map((appearance) => portrait({ species, stage: 'adult', appearance })),
    })),
    { name: 'Keepsakes', pictures: KEEPSAKE_KINDS.map((kind) => drawKeepsake(kind)) },
    { name: 'Agents', pictures: AGENTS.split(', ').map((words, seed) => drawAvatar({ seed, words })) },
  ].map(({ name, pictures }) => `<h2>${name}</h2><div>${pictures.join('')}</div>`);
  return `<!doctype html><meta charset="utf-8"><title>Everyone</title><style>${STYLE}</style>${rows.join('')}\n`;
}

function portrait(facts: Partial<PortraitFacts> & Pick<PortraitFacts, 'species' | 'stage'>): string {
  return drawPortrait({ seed: 7, personality: [], ...facts });
}

async function drawPages(out: string, references: boolean): Promise<number> {
  // Imported dynamically: these modules load JSX, which needs the loader that arguments.ts registers.
  const { openGallery, REFERENCE, referenceOf, shoot } = await import('../test/pages/gallery.ts');
  const { launchChromium } = await import('../test/support/chromium.ts');
  const [browser, gallery] = await Promise.all([launchChromium(), openGallery()]);
  for (const [width, colorScheme] of LOOKS) {
    const isReference = references && width === REFERENCE.width && colorScheme === 'light';
    const viewport = { width, height: 900 };
    const { page, context, goTo } = await gallery.open(browser, { viewport, colorScheme });
    for (const [name, path] of gallery.pages) {
      await goTo(path);
      await writeFile(join(out, `${name}-${width}-${colorScheme}.webp`), await shoot(page, 0.5));
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
