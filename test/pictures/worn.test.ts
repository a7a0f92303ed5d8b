import { expect, test } from 'vitest';

import { bodyPlanFor } from '../../src/artist/body-plans.ts';
import { createCanvas, type Expression } from '../../src/artist/drawing/canvas.ts';
import type { AnchorPoint, Figure } from '../../src/artist/drawing/figure.ts';
import { MANNER_EMBLEMS } from '../../src/artist/marks.ts';
import { lookOf } from '../../src/artist/words/look.ts';
import { frontOf } from '../../src/artist/portrait.ts';
import { KEEPSAKES, KEEPSAKE_KINDS, type WornAt } from '../../src/rules/heart/keepsakes-table.ts';
import { MANNER_KINDS, MANNERS, VARIETY_BANDS } from '../../src/rules/heart/manner.ts';
import { CATALOG, findBuiltIn } from '../../src/rules/species/catalog.ts';
import type { Species } from '../../src/rules/species/species.ts';
import { APPEARANCES, PATHS } from '../../src/rules/vocabulary.ts';
import { EVERYBODY, portrait, YOUNG } from './every-picture.ts';
import { faultsIn, namesIn, withoutNames } from './well-formed.ts';

const LARGEST_DRESSED = 28_000;

const wornAt = (place: WornAt) =>
  KEEPSAKE_KINDS.filter((kind) => 'worn' in KEEPSAKES[kind] && KEEPSAKES[kind].worn === place);
const WORN = (['head', 'neck', 'side'] as const).flatMap((place) =>
  wornAt(place).map((kind) => ({ place, kind })),
);
const FULL = {
  worn: { head: 'year_crown', neck: 'rosette', side: 'firefly_lantern' },
  manner: 'clockmaker',
  joy: true,
} as const;

function housecat(): Species {
  const species = findBuiltIn('housecat');
  if (!species) throw new Error('no housecat');
  return species;
}

test.each(CATALOG)('$slug without keepsakes, manner and joy is drawn as it always was', (species) => {
  const plain = portrait({ species, path: 'balanced' });
  expect(portrait({ species, path: 'balanced', worn: {}, manner: undefined, joy: undefined })).toBe(plain);
});

test.each(CATALOG)('$slug is whole and small with everything on, in every mood', (species) => {
  for (const appearance of APPEARANCES) {
    const picture = portrait({ species, appearance, path: PATHS[0], ...FULL });
    expect(faultsIn(picture)).toEqual([]);
    expect(picture.length).toBeLessThanOrEqual(LARGEST_DRESSED);
  }
});

test.each(CATALOG)('$slug shows what it wears in each place, its manner and its joy', (species) => {
  const { worn, manner, joy } = FULL;
  const { head, neck, side } = worn;
  const dresses = [{}, { worn: { head } }, { worn: { neck } }, { worn: { side } }, { manner }, { joy }];
  const pictures = dresses.map((dress) => withoutNames(portrait({ species, ...dress })));
  expect(new Set(pictures).size).toBe(dresses.length);
});

test.each(WORN)('a $kind worn at the $place looks like no other keepsake there', ({ place, kind }) => {
  const species = housecat();
  const shown = withoutNames(portrait({ species, worn: { [place]: kind } }));
  const others = wornAt(place).filter((other) => other !== kind);
  for (const other of others)
    expect(withoutNames(portrait({ species, worn: { [place]: other } }))).not.toBe(shown);
});

test.each(PATHS)('a life of %s still shows under keepsakes and a manner', (path) => {
  const species = housecat();
  const others = PATHS.filter((each) => each !== path);
  const shown = withoutNames(portrait({ species, path, ...FULL }));
  for (const other of others)
    expect(withoutNames(portrait({ species, path: other, ...FULL }))).not.toBe(shown);
});

test("the keeper's prompt stays on its head beside its keepsakes", () => {
  const species = housecat();
  const asked = portrait({ species, prompt: 'with a crown' });
  const both = portrait({ species, prompt: 'with a crown', worn: { head: 'paper_hat' } });
  const CROWN = 'M-42 10L-48 -44L-22 -20L0 -56L22 -20L48 -44L42 10Z';
  expect([asked.includes(CROWN), both.includes(CROWN)]).toEqual([true, true]);
});

test('the order in which keepsakes are named makes no other picture', () => {
  const species = housecat();
  const one = portrait({ species, worn: { head: 'acorn', neck: 'little_bell' } });
  expect(portrait({ species, worn: { neck: 'little_bell', head: 'acorn' } })).toBe(one);
});

test.each(YOUNG)('a %s has no manner yet', (stage) => {
  const species = housecat();
  expect(portrait({ species, stage, manner: 'collector' })).toBe(portrait({ species, stage }));
});

test('every manner looks different', () => {
  const species = housecat();
  const shown = MANNER_KINDS.map((manner) => withoutNames(portrait({ species, manner })));
  expect(new Set(shown).size).toBe(MANNER_KINDS.length);
});

test.each(MANNER_KINDS)('%s is as colourful as its keeping was varied', (manner) => {
  const species = housecat();
  const { band } = MANNERS[manner];
  expect(MANNER_EMBLEMS[manner].colours.length).toBe({ narrow: 1, middle: 2, wide: 4 }[band]);
  const plain = new Set(coloursIn(portrait({ species })));
  const added = new Set(coloursIn(portrait({ species, manner })).filter((colour) => !plain.has(colour)));
  // Lines and shades are colours, too.
  expect(added.size > 12).toBe(band === 'wide');
});

test('the variety of care is visible on bodies of every kind', () => {
  const ofBand = VARIETY_BANDS.map((band) => MANNER_KINDS.find((kind) => MANNERS[kind].band === band));
  for (const species of CATALOG) {
    const shown = ofBand.map((manner) => withoutNames(portrait({ species, manner })));
    expect(new Set([withoutNames(portrait({ species })), ...shown]).size).toBe(1 + VARIETY_BANDS.length);
  }
});

test('a keepsake at the neck replaces the ornament of its manner', () => {
  const species = housecat();
  const MEDALLION_RIBBON = namesIn(portrait({ species, manner: 'clockmaker' })).length;
  const both = portrait({ species, manner: 'clockmaker', worn: { neck: 'little_bell' } });
  expect(namesIn(both).length).toBeLessThan(MEDALLION_RIBBON);
});

test.each(EVERYBODY)(
  '$slug of $family has places for keepsakes within its reach, awake and asleep',
  (species) => {
    for (const stage of [...YOUNG, 'adult'] as const)
      for (const expression of ['calm', 'asleep'] as const) {
        const figure = drawFigure(species, stage, expression);
        const { crown, places, reach } = figure;
        for (const at of [places?.head ?? crown, frontOf(figure)]) expect(strays(at, reach)).toBe(false);
      }
  },
);

function drawFigure(
  species: Species,
  stage: (typeof YOUNG)[number] | 'adult',
  expression: Expression,
): Figure {
  const canvas = createCanvas({ look: lookOf(species, ''), stage, seed: 7, expression, facts: [] });
  return bodyPlanFor(canvas.look).draw(canvas, species.family);
}

function strays({ x, y, width }: AnchorPoint, { left, right, top }: Figure['reach']): boolean {
  return !(x >= -left && x <= right && y <= 0 && y >= -top && width > 0);
}

function coloursIn(svg: string): readonly string[] {
  return [...svg.matchAll(/#[0-9a-f]{6}/g)].map(([colour]) => colour);
}
