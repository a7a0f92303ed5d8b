// Everything the artist can draw of the built-in species, on one page, the same small as a picture, and the film of the README.
// With --pages instead every page of a lived-in house at five looks, with --references those the tests compare with as well.
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { Resvg } from '@resvg/resvg-js';

import { CATALOG } from '../src/rules/species/catalog.ts';
import type { Species } from '../src/rules/species/species.ts';
import {
  KEEPSAKES,
  KEEPSAKE_KINDS,
  type KeepsakeKind,
  type KeepsakeRow,
} from '../src/rules/heart/keepsakes-table.ts';
import { MANNER_KINDS } from '../src/rules/heart/manner.ts';
import { wornOf } from '../src/rules/heart/keepsakes.ts';
import { APPEARANCES, PATHS } from '../src/rules/vocabulary.ts';
import { drawAvatar } from '../src/artist/avatar.ts';
import { drawEgg } from '../src/artist/egg.ts';
import { drawKeepsake } from '../src/artist/keepsakes.ts';
import { drawPortrait, type PortraitFacts } from '../src/artist/portrait.ts';
import { lifeFilm } from './pictures/life-film.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'sheet' },
    seed: { type: 'string', default: '7' },
    pages: { type: 'boolean', default: false },
    references: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);

interface Row {
  readonly name: string;
  readonly pictures: readonly string[];
}

if (values.pages || values.references) {
  // Needs a browser.
  const { drawPages } = await import('./pictures/page-sheet.ts');
  const count = await drawPages(values.out, values.references);
  process.stdout.write(`${count} pages: look at ${values.out}/sheet-1.webp and those after it\n`);
} else await drawEverybody();

async function drawEverybody(): Promise<void> {
  const ages = CATALOG.map((species): Row => ({ name: species.name, pictures: lifeOf(species) }));
  const appearances = CATALOG.filter((_, index) => index % 9 === 0).map((species): Row => ({
    name: `${species.name}: ${APPEARANCES.join(', ')}`,
    pictures: APPEARANCES.map((appearance) => portrait({ species, stage: 'adult', appearance })),
  }));
  const AGENTS =
    'Ada, a blue robot, night owl, Rex the loyal dog, fire dragon with a crown, quiet, ginger cat, x7, fox in a scarf';
  const agents: Row = {
    name: 'Agents',
    pictures: AGENTS.split(', ').map((words, index) => drawAvatar({ seed: index, words })),
  };

  await mkdir(values.out, { recursive: true });
  await writeFile(`${values.out}/index.html`, page([...ages, ...appearances, agents]));
  await writeFile(
    `${values.out}/sheet.png`,
    png(
      grid(
        ages.flatMap(({ pictures }) => pictures),
        16,
        80,
      ),
    ),
  );
  await writeFile(
    `${values.out}/grown.png`,
    png(
      grid(
        CATALOG.map((species, index) => portrait({ species, stage: 'adult', seed: index })),
        10,
        120,
      ),
    ),
  );
  await writeFile(
    `${values.out}/keepsakes.png`,
    png(
      grid(
        KEEPSAKE_KINDS.map((kind) => drawKeepsake(kind)),
        12,
        96,
      ),
    ),
  );
  await writeFile(`${values.out}/worn.png`, png(grid(CATALOG.map(dressed), 10, 160)));
  await writeFile(
    `${values.out}/manners.png`,
    png(
      grid(
        MANNER_KINDS.map((manner, index) => portrait({ species: speciesAt(index), stage: 'adult', manner })),
        9,
        160,
      ),
    ),
  );
  await writeFile(`${values.out}/life.svg`, lifeFilm());
  process.stdout.write(
    `${ages.length} species, ${ages.length * 8} pictures: ${values.out}/index.html, sheet.png, grown.png, keepsakes.png, worn.png, manners.png, life.svg\n`,
  );
}

function lifeOf(species: Species): readonly string[] {
  const young = (['baby', 'child', 'teen'] as const).map((stage) => portrait({ species, stage }));
  const grown = PATHS.map((path) => portrait({ species, stage: 'adult', path }));
  return [drawEgg({ species, seed }), ...young, ...grown];
}

function speciesAt(index: number): Species {
  const species = CATALOG[index % CATALOG.length];
  if (!species) throw new RangeError('the catalog is empty');
  return species;
}

/** Creatures with one keepsake per place, each row with other keepsakes, every second one asleep. */
function dressed(species: Species, index: number): string {
  const worn = wornOf((['head', 'neck', 'side'] as const).map((place) => wearable(place, index)));
  const appearance = index % 2 ? 'asleep' : 'content';
  return portrait({ species, stage: 'adult', worn, appearance });
}

function wearable(place: KeepsakeRow['worn'], index: number): KeepsakeKind {
  const kinds = KEEPSAKE_KINDS.filter((kind) => {
    const row: KeepsakeRow = KEEPSAKES[kind];
    return row.worn === place;
  });
  return kinds[index % kinds.length] ?? KEEPSAKE_KINDS[0];
}

function portrait(facts: Partial<PortraitFacts> & Pick<PortraitFacts, 'species' | 'stage'>): string {
  return drawPortrait({ seed, personality: [], ...facts });
}

function page(rows: readonly Row[]): string {
  const sections = rows.map(({ name, pictures }) => `<h2>${name}</h2><div>${pictures.join('')}</div>`);
  const style =
    'body{font:16px system-ui;margin:24px;background:#faf7f2}svg{width:150px;border-radius:16px;margin:4px}h2{margin:16px 4px 4px}';
  return `<!doctype html><meta charset="utf-8"><title>Everyone</title><style>${style}</style>${sections.join('')}\n`;
}

function grid(pictures: readonly string[], columns: number, side: number): string {
  const cells = pictures.map((picture, index) => {
    const [x, y] = [(index % columns) * side, Math.floor(index / columns) * side];
    return picture.replace('<svg ', `<svg x="${x}" y="${y}" width="${side - 4}" height="${side - 4}" `);
  });
  const high = Math.ceil(pictures.length / columns) * side;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${columns * side}" height="${high}">${cells.join('')}</svg>`;
}

function png(svg: string): Buffer {
  return new Resvg(svg, { background: '#faf7f2', font: { loadSystemFonts: false } }).render().asPng();
}
