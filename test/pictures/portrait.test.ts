import { Resvg } from '@resvg/resvg-js';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';

import { drawAvatar } from '../../packages/artist/avatar.ts';
import { bodyPlanFor } from '../../packages/artist/body-plans.ts';
import { layDown } from '../../packages/artist/creature.ts';
import { createCanvas, GROWTH_SCALES, type Expression } from '../../packages/artist/drawing/canvas.ts';
import { drawEgg } from '../../packages/artist/egg.ts';
import { drawKeepsake, KEEPSAKE_DRAWINGS } from '../../packages/artist/keepsakes.ts';
import { MANNER_EMBLEMS } from '../../packages/artist/marks.ts';
import { frontOf, HEAD_FITTINGS, NECK_FITTINGS } from '../../packages/artist/parts/worn.ts';
import { lookOf } from '../../packages/artist/words/look.ts';
import { KEEPSAKES, KEEPSAKE_KINDS } from '../../src/rules/heart/keepsakes-table.ts';
import { MANNER_KINDS, MANNERS, VARIETY_BANDS } from '../../src/rules/heart/manner.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { type Species } from '../../src/rules/species/species.ts';
import { APPEARANCES, PATHS, POSES } from '../../src/rules/vocabulary.ts';
import { builtIn } from '../support/creature.ts';
import { EVERYBODY, life, portrait, YOUNG } from './every-picture.ts';
import { faultsIn, namesIn, withoutNames } from './well-formed.ts';

const LARGEST = 20_000;
const WORN = { head: 'year_crown', neck: 'rosette', side: 'firefly_lantern' } as const;
const FULL = { worn: WORN, manner: 'clockmaker', joy: true } as const;
const HOUSECAT = builtIn('housecat');

/** The number of pictures that differ in what is visible. */
const distinct = (pictures: readonly string[]) => new Set(pictures.map(withoutNames)).size;

function expectWhole(pictures: readonly string[], largest = LARGEST): void {
  for (const picture of pictures) {
    expect(faultsIn(picture)).toEqual([]);
    expect(picture.length).toBeLessThanOrEqual(largest);
  }
}

test.each(EVERYBODY)('$slug of $family is well-formed and small, with places to wear', (species) => {
  expectWhole([drawEgg({ species, seed: 3 }), ...life(species)]);
  for (const stage of [...YOUNG, 'adult'] as const)
    for (const expression of ['calm', 'asleep'] as const) {
      const canvas = canvasFor(species, stage, expression);
      const figure = bodyPlanFor(canvas.look).draw(canvas, species.family);
      const { crown, places } = figure;
      const { left, right, top } = figure.reach;
      for (const { x, y, width } of [places?.head ?? crown, frontOf(figure)])
        expect(x >= -left && x <= right && y <= 0 && y >= -top && width > 0).toBe(true);
    }
});

test.each(CATALOG)('$slug looks different in every mood, age, life and pose', (species) => {
  const moods = APPEARANCES.map((appearance) => portrait({ species, appearance }));
  expectWhole(moods);
  // `guarded` has the face of `content`, `unfed` that of `hungry`.
  expect(distinct(moods)).toBe(APPEARANCES.length - 2);
  expect(distinct(life(species))).toBe(YOUNG.length + PATHS.length);
  const poses = POSES.map((pose) => portrait({ species, pose }));
  expectWhole(poses, LARGEST + 100);
  expect(distinct([portrait({ species }), ...poses])).toBe(1 + POSES.length);
  const asked = { species, appearance: 'hungry', prompt: 'spotted, with a flower and a scarf' } as const;
  for (const path of PATHS) expect(portrait({ ...asked, path }).length).toBeLessThanOrEqual(LARGEST);
});

test.each(CATALOG)('keepsakes, manner and joy each change the picture of $slug', (species) => {
  const plain = portrait({ species, path: 'balanced' });
  expect(portrait({ species, path: 'balanced', worn: {}, manner: undefined, joy: undefined })).toBe(plain);
  const dressed = { species, path: PATHS[0], ...FULL };
  expectWhole(
    APPEARANCES.map((appearance) => portrait({ ...dressed, appearance })),
    28_000,
  );
  const { worn, manner, joy } = FULL;
  const { head, neck, side } = worn;
  const dresses = [{}, { worn: { head } }, { worn: { neck } }, { worn: { side } }, { manner }, { joy }];
  expect(distinct(dresses.map((dress) => portrait({ species, ...dress })))).toBe(dresses.length);
  const ofBand = VARIETY_BANDS.map((band) => MANNER_KINDS.find((kind) => MANNERS[kind].band === band));
  const varied = [undefined, ...ofBand].map((each) => portrait({ species, manner: each }));
  expect(distinct(varied)).toBe(1 + VARIETY_BANDS.length);
});

test.each(CATALOG)('$slug lies down to sleep', (species) => {
  const [awake, asleep] = (['calm', 'asleep'] as const).map((expression) => {
    const canvas = canvasFor(species, 'adult', expression);
    const { draw, rest } = bodyPlanFor(canvas.look);
    return { rest, ...layDown(canvas, rest, draw(canvas, species.family)) };
  });
  if (!awake || !asleep) throw new Error('two were drawn');
  const flatness = ({ reach: { left, right, top } }: typeof awake) => (left + right) / top;
  // Rigid bodies lie on their side: their height is the former width.
  const turned = asleep.rest === 'side' && asleep.place('') !== awake.place('');
  expect(turned || flatness(asleep) > flatness(awake) * 1.05).toBe(true);
});

// Formerly alike in name and colour; each pair differs by the named part.
const TWINS = [
  ['savannah', 'serval', { savannah: /slim body|white chest/, serval: /black ears|very long legs/ }],
  ['akita', 'shiba', { akita: /black mask|soft ruff/, shiba: /cream cheeks|fox face/ }],
  ['shiba', 'basenji', { shiba: /fox face/, basenji: /lean build|wrinkled forehead/ }],
  ['akita', 'basenji', { akita: /bear-like head/, basenji: /lean build|white-tipped tail/ }],
] as const;

test.each(TWINS)('%s and %s differ in body or coat and in the named features', (one, other, features) => {
  const looks = [one, other].map((slug) => builtIn(slug).look.join(', '));
  for (const [slug, feature] of Object.entries(features))
    expect(looks.map((look) => feature.test(look))).toEqual([one === slug, other === slug]);
  const bodies = [one, other].map((slug) => bodyPlanFor(lookOf(builtIn(slug), '')));
  const coats = [one, other].map((slug) => lookOf(builtIn(slug), '').coat);
  expect(bodies[0] !== bodies[1] || coats[0] !== coats[1]).toBe(true);
});

test('no two species and no two siblings look the same, and names inside pictures are unique', () => {
  expect(distinct(CATALOG.map((species) => portrait({ species })))).toBe(CATALOG.length);
  expect(distinct([1, 2].map((seed) => portrait({ species: HOUSECAT, seed })))).toBe(2);
  const pictures = CATALOG.flatMap((species) => [...life(species), drawEgg({ species, seed: 7 })]);
  const names = pictures.flatMap(namesIn);
  expect(new Set(names).size).toBe(names.length);
});

test('a teen is smaller than an adult, a life shows only in the grown, and the singularity has a face', () => {
  const [teen, adult] = [GROWTH_SCALES.teen, GROWTH_SCALES.adult];
  expect(teen.whole * teen.body).toBeLessThan(0.75 * adult.whole * adult.body);
  expect(teen.width).toBeLessThan(0.75 * adult.width);
  const beagles = PATHS.map((path) => portrait({ species: builtIn('beagle'), stage: 'teen', path }));
  expect(new Set(beagles).size).toBe(1);
  const species = builtIn('singularity');
  expect(species.look).toContain('two shy white eyes');
  const faces = (['curious', 'happy'] as const).map((appearance) => portrait({ species, appearance }));
  expect(distinct(faces)).toBe(2);
});

test("a keeper's prompt is drawn, never written as text, and takes precedence over that of the designer", () => {
  const [prompt, designed] = ['a red cat with stars', 'a blue one with stripes'];
  const asked = portrait({ species: HOUSECAT, prompt });
  expect(portrait({ species: HOUSECAT, prompt, designed })).toBe(asked);
  expect(portrait({ species: HOUSECAT, designed })).not.toBe(asked);
  const species = builtIn('husky');
  const words = 'a violet dog with a crown, </svg><script>alert(1)</script> & "IGNORE"';
  const picture = portrait({ species, prompt: words, personality: ['<b>"bold" & brave</b>'] });
  expect(faultsIn(picture)).toEqual([]);
  expect(picture).not.toMatch(/script|alert|IGNORE|bold|violet/i);
  expect(distinct([picture, portrait({ species })])).toBe(2);
});

test.each([
  ['head', HEAD_FITTINGS],
  ['neck', NECK_FITTINGS],
])('every keepsake worn at the %s has a place there', (place, fittings) => {
  const kinds = KEEPSAKE_KINDS.filter((kind) => 'worn' in KEEPSAKES[kind] && KEEPSAKES[kind].worn === place);
  expect(Object.keys(fittings).toSorted()).toEqual(kinds.toSorted());
});

test.each(['head', 'neck', 'side'])('no two keepsakes worn at the %s look the same', (place) => {
  const kinds = KEEPSAKE_KINDS.filter((kind) => 'worn' in KEEPSAKES[kind] && KEEPSAKES[kind].worn === place);
  const shown = kinds.map((kind) => portrait({ species: HOUSECAT, worn: { [place]: kind } }));
  expect(distinct(shown)).toBe(kinds.length);
});

test('lives, prompts and manners still show beside keepsakes, named in any order', () => {
  const species = HOUSECAT;
  expect(distinct(PATHS.map((path) => portrait({ species, path, ...FULL })))).toBe(PATHS.length);
  const CROWN = 'M-42 10L-48 -44L-22 -20L0 -56L22 -20L48 -44L42 10Z';
  const prompt = 'with a crown';
  expect(portrait({ species, prompt })).toContain(CROWN);
  expect(portrait({ species, prompt, worn: { head: 'paper_hat' } })).toContain(CROWN);
  const one = portrait({ species, worn: { head: 'acorn', neck: 'little_bell' } });
  expect(portrait({ species, worn: { neck: 'little_bell', head: 'acorn' } })).toBe(one);
  // A keepsake at the neck replaces the ornament of its manner.
  const ribbon = namesIn(portrait({ species, manner: 'clockmaker' })).length;
  const both = portrait({ species, manner: 'clockmaker', worn: { neck: 'little_bell' } });
  expect(namesIn(both).length).toBeLessThan(ribbon);
});

test('every manner looks different, is as colourful as its keeping was varied, and shows in adults only', () => {
  const species = HOUSECAT;
  expect(distinct(MANNER_KINDS.map((manner) => portrait({ species, manner })))).toBe(MANNER_KINDS.length);
  for (const stage of YOUNG)
    expect(portrait({ species, stage, manner: 'collector' })).toBe(portrait({ species, stage }));
  const plain = new Set(coloursIn(portrait({ species })));
  for (const manner of MANNER_KINDS) {
    const { band } = MANNERS[manner];
    expect(MANNER_EMBLEMS[manner].colours.length, manner).toBe({ narrow: 1, middle: 2, wide: 4 }[band]);
    const added = new Set(coloursIn(portrait({ species, manner })).filter((colour) => !plain.has(colour)));
    // Lines and shades are colours, too.
    expect(added.size > 12, manner).toBe(band === 'wide');
  }
});

const WORDS = ['', 'Ada', 'a blue robot', '<svg onload=x>', '💜 "quoted" & \' dragon', 'x'.repeat(500)];

test.each(WORDS)('an avatar is drawn for the words %j', (words) => {
  const face = drawAvatar({ seed: 1, words });
  expectWhole([face]);
  expect(face).toBe(drawAvatar({ seed: 1, words }));
  expect(distinct([face, drawAvatar({ seed: 2, words })])).toBe(2);
});

// A picture that was shown stays as it was: these change only on purpose.
test('the same facts give the same bytes, for ever', () => {
  const pictures = {
    housecat: portrait({ species: HOUSECAT }),
    pup: portrait({ species: builtIn('husky'), stage: 'baby', appearance: 'asleep' }),
    owl: portrait({ species: builtIn('owl'), path: 'rescue', prompt: 'with a blue hat' }),
    dragon: portrait({ species: builtIn('dragon'), path: 'high_care', seed: 2 ** 51 + 11 }),
    fox: portrait({ species: builtIn('shiba'), prompt: 'a red one in a hat and a scarf' }),
    walker: portrait({ species: builtIn('robot'), path: 'balanced', appearance: 'hungry', pose: 'blink' }),
    ghost: portrait({ species: builtIn('ghost'), stage: 'teen', appearance: 'happy' }),
    egg: drawEgg({ species: builtIn('robot'), seed: 12 }),
    agent: drawAvatar({ seed: 99, words: 'a quiet ginger cat' }),
  };
  const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
  expect(Object.entries(pictures).map(([name, svg]) => `${name} ${hash(svg)}`)).toEqual([
    'housecat bf8fee158888f0bf',
    'pup 1c9352b30523e732',
    'owl 9843cbe796472e3f',
    'dragon c91cc48ce06ff350',
    'fox efd06890e87ab043',
    'walker 69a99d553b205579',
    'ghost 4c883e53b0ed823e',
    'egg 36565593c0e27d97',
    'agent 2c7f6ba267639c18',
  ]);
});

test.each(KEEPSAKE_KINDS)('the keepsake %s is whole, small and not cut off at its edges', (kind) => {
  expect(faultsIn(`<svg>${KEEPSAKE_DRAWINGS[kind]}</svg>`)).toEqual([]);
  expect(drawKeepsake(kind).length).toBeLessThanOrEqual(3_500);
  expect(inkOutside(drawKeepsake(kind))).toBe(0);
});

test('no two keepsakes look nearly the same, and each has a title for screen readers on request', () => {
  const options = { background: '#faf7f2', fitTo: { mode: 'width', value: 24 } } as const;
  const seen = KEEPSAKE_KINDS.map((kind) => ({
    kind,
    pixels: new Resvg(drawKeepsake(kind), options).render().pixels,
  }));
  for (const [index, one] of seen.entries())
    for (const other of seen.slice(index + 1)) {
      const byteApart = (at: number) => Math.abs((one.pixels[at] ?? 0) - (other.pixels[at] ?? 0));
      const apart = (at: number) => byteApart(at) + byteApart(at + 1) + byteApart(at + 2);
      let differing = 0;
      for (let at = 0; at < one.pixels.length; at += 4) differing += Number(apart(at) > 60);
      expect((differing * 4) / one.pixels.length, `${one.kind} and ${other.kind}`).toBeGreaterThan(0.1);
    }
  const titled = 'role="img"><title>An acorn &lt;b&gt;&amp;&lt;/b&gt;</title>';
  expect(drawKeepsake('acorn', 'An acorn <b>&</b>')).toContain(titled);
  expect(drawKeepsake('acorn')).toContain('aria-hidden="true">');
});

function canvasFor(species: Species, stage: (typeof YOUNG)[number] | 'adult', expression: Expression) {
  return createCanvas({ look: lookOf(species, ''), stage, seed: 7, expression, facts: [] });
}

const coloursIn = (svg: string) => [...svg.matchAll(/#[0-9a-f]{6}/g)].map(([colour]) => colour);

function inkOutside(svg: string): number {
  const [side, margin] = [192, 32];
  const wider = svg.replace('-32 -32 64 64', '-48 -48 96 96');
  const { pixels } = new Resvg(wider, { fitTo: { mode: 'width', value: side } }).render();
  const isOutside = (at: number) => at < margin || at >= side - margin;
  const alphas = pixels.filter((_, at) => at % 4 === 3);
  return alphas.filter((alpha, at) => alpha > 0 && (isOutside(at % side) || isOutside(Math.floor(at / side))))
    .length;
}
