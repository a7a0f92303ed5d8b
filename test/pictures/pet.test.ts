import { Resvg } from '@resvg/resvg-js';
import { expect, test } from 'vitest';

import { drawPetSheet, PET_ROWS, type PetFacts } from '../../packages/artist/pet.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { APPEARANCES, STAGES } from '../../src/rules/vocabulary.ts';
import { builtIn } from '../support/creature.ts';
import { EVERYBODY } from './every-picture.ts';
import { petFaults } from './pet-format.ts';
import { faultsIn, withoutNames } from './well-formed.ts';

const LONG = process.env['TEST_LONG'] !== undefined;

const sheet = (facts: Partial<PetFacts> & Pick<PetFacts, 'species'>, version?: 1 | 2) =>
  drawPetSheet({ stage: 'adult', seed: 7, personality: [], ...facts }, version);

const rasterized = (svg: string) =>
  Buffer.from(new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng());

/** The visible part of each picture of a sheet, by row. */
function cellsOf(svg: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  for (const [, y = '', cell = ''] of svg.matchAll(CELL))
    (rows[Number(y) / 208] ??= []).push(withoutNames(cell));
  return rows;
}

const CELL = /<svg x="\d+" y="(\d+)" width="192" height="208">(.*?)<\/svg>/g;
const FRAMES = PET_ROWS.map(({ durations }) => durations.length);

/** Every species at one age, every species at every age with TEST_LONG=1, which also rasterizes all of them. */
const AGED = EVERYBODY.flatMap((species, nth) =>
  STAGES.filter((_, age) => LONG || age === nth % STAGES.length).map((stage) => ({ species, stage })),
);

test.each(AGED)('$species.slug, $stage, moves in every row of a sheet that is well-formed', (facts) => {
  const svg = sheet({ ...facts, path: 'high_care' });
  expect(faultsIn(svg)).toEqual([]);
  const rows = cellsOf(svg);
  expect(rows.map((row) => row.length)).toEqual(FRAMES);
  for (const row of rows) expect(new Set(row).size).toBeGreaterThan(1);
});

const PRINTED = AGED.filter((_, nth) => LONG || nth % 12 === 0);

test.each(PRINTED)('the sheet of $species.slug, $stage, is what readers of the format accept', (facts) => {
  expect(petFaults(rasterized(sheet({ ...facts, path: 'high_care' })))).toEqual([]);
});

const DRESSED = {
  worn: { head: 'year_crown', neck: 'rosette', side: 'firefly_lantern' },
  manner: 'clockmaker',
  path: 'balanced',
} as const;

test('with a full dress, in every mood, and in version 2 a sheet is accepted as well', () => {
  const faults = APPEARANCES.filter((_, nth) => LONG || nth % 5 === 0).flatMap((appearance, nth) =>
    CATALOG.filter((_, at) => at % (LONG ? 4 : 40) === nth % 4).flatMap((species) =>
      petFaults(rasterized(sheet({ ...DRESSED, species, appearance }, 2)), 2).map(
        (fault) => `${species.slug}, ${appearance}: ${fault}`,
      ),
    ),
  );
  expect(faults).toEqual([]);
});

test.each([
  ['hamster', 'asleep'],
  ['munchkin', 'sad'],
  ['kinkajou', 'frightened'],
] as const)('in full dress a %s that is %s stays inside of its cells', (slug, appearance) => {
  expect(petFaults(rasterized(sheet({ ...DRESSED, species: builtIn(slug), appearance })))).toEqual([]);
});

test('a mood changes the idle row, and no other', () => {
  const species = builtIn('tabby');
  const rows = APPEARANCES.map((appearance) => cellsOf(sheet({ species, appearance })));
  const idle = new Set(rows.map(([first]) => String(first)));
  // `guarded` has the face of `content`, `unfed` that of `hungry`.
  expect(idle.size).toBe(APPEARANCES.length - 2);
  expect(new Set(rows.map(([, ...others]) => String(others))).size).toBe(1);
});

test('a keepsake at the side stays behind when the pet runs, and the dead are pale', () => {
  const species = builtIn('beagle');
  const [bare, dressed] = [{}, { side: 'moon_lamp' } as const].map((worn) =>
    cellsOf(sheet({ species, worn })),
  );
  const differs = PET_ROWS.filter((_, nth) => String(bare?.[nth]) !== String(dressed?.[nth]));
  const stays = PET_ROWS.filter(({ name }) => !/jumping|running-/.test(name));
  expect(differs).toEqual(stays);
  expect(sheet({ species, gone: true })).toContain('opacity="0.58"');
  expect(sheet({ species })).not.toContain('opacity="0.58"');
});

test('version 2 adds sixteen looks, each into another direction', () => {
  const species = builtIn('owl');
  const rows = cellsOf(sheet({ species }, 2));
  expect(rows.slice(0, 9)).toEqual(cellsOf(sheet({ species })));
  const looks = rows.slice(9).flat();
  expect(looks).toHaveLength(16);
  expect(new Set(looks).size).toBe(16);
});
