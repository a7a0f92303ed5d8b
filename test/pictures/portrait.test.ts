import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';

import { drawAvatar } from '../../src/artist/avatar.ts';
import { bodyPlanFor } from '../../src/artist/body-plans.ts';
import { createCanvas, GROWTH_SCALES } from '../../src/artist/drawing/canvas.ts';
import { drawEgg } from '../../src/artist/egg.ts';
import { layDown } from '../../src/artist/portrait.ts';
import { lookOf } from '../../src/artist/words/look.ts';
import { CATALOG, findBuiltIn } from '../../src/rules/species/catalog.ts';
import { type Species, communitySpecies } from '../../src/rules/species/species.ts';
import { APPEARANCES, PATHS, POSES } from '../../src/rules/vocabulary.ts';
import { EVERYBODY, life, portrait, YOUNG } from './every-picture.ts';
import { faultsIn, namesIn, withoutNames } from './well-formed.ts';

const LARGEST = 20_000;
const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

function builtIn(slug: string): Species {
  const species = findBuiltIn(slug);
  if (!species) throw new Error(`no ${slug}`);
  return species;
}

test.each(EVERYBODY)(
  '$slug of $family is well-formed and small at every age, after every life',
  (species) => {
    for (const picture of [drawEgg({ species, seed: 3 }), ...life(species)]) {
      expect(faultsIn(picture)).toEqual([]);
      expect(picture.length).toBeLessThanOrEqual(LARGEST);
    }
  },
);

test("the keeper's prompt takes precedence over that of the designer", () => {
  const species = builtIn('housecat');
  const asked = portrait({ species, prompt: 'a red cat with stars' });
  expect(portrait({ species, prompt: 'a red cat with stars', designed: 'a blue one with stripes' })).toBe(
    asked,
  );
  expect(portrait({ species, designed: 'a blue one with stripes' })).not.toBe(asked);
});

test.each(CATALOG)('$slug shows how it is', (species) => {
  const pictures = APPEARANCES.map((appearance) => portrait({ species, appearance }));
  for (const picture of pictures) {
    expect(faultsIn(picture)).toEqual([]);
    expect(picture.length).toBeLessThanOrEqual(LARGEST);
  }
  // `guarded` has the face of `content`, `unfed` that of `hungry`.
  expect(new Set(pictures.map(withoutNames)).size).toBe(APPEARANCES.length - 2);
});

test.each(CATALOG)('$slug looks different at every age and after every life', (species) => {
  expect(new Set(life(species).map(withoutNames)).size).toBe(YOUNG.length + PATHS.length);
});

test.each(CATALOG)('$slug lies down to sleep', (species) => {
  const [awake, asleep] = (['calm', 'asleep'] as const).map((expression) => {
    const canvas = createCanvas({
      look: lookOf(species, ''),
      stage: 'adult',
      seed: 7,
      expression,
      facts: [],
    });
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

test.each(TWINS)('%s and %s are told apart at a glance', (one, other, features) => {
  const looks = [one, other].map((slug) => builtIn(slug).look.join(', '));
  for (const [slug, feature] of Object.entries(features))
    expect(looks.map((look) => feature.test(look))).toEqual([one === slug, other === slug]);
  const bodies = [one, other].map((slug) => bodyPlanFor(lookOf(builtIn(slug), '')));
  const coats = [one, other].map((slug) => lookOf(builtIn(slug), '').coat);
  expect(bodies[0] !== bodies[1] || coats[0] !== coats[1]).toBe(true);
});

test('a teen is smaller than an adult, and its hair will not lie down', () => {
  const [teen, adult] = [GROWTH_SCALES.teen, GROWTH_SCALES.adult];
  expect(teen.whole * teen.body).toBeLessThan(0.75 * adult.whole * adult.body);
  expect(teen.width).toBeLessThan(0.75 * adult.width);
});

test('the singularity has two eyes and a mouth', () => {
  const species = builtIn('singularity');
  expect(species.look).toContain('two shy white eyes');
  expect(withoutNames(portrait({ species, appearance: 'curious' }))).not.toBe(
    withoutNames(portrait({ species, appearance: 'happy' })),
  );
});

test('no two species look the same', () => {
  expect(new Set(CATALOG.map((species) => withoutNames(portrait({ species })))).size).toBe(CATALOG.length);
});

test.each(CATALOG)('$slug stays small with everything on that a keeper can ask for', (species) => {
  const asked = { species, appearance: 'hungry', prompt: 'spotted, with a flower and a scarf' } as const;
  for (const path of PATHS) expect(portrait({ ...asked, path }).length).toBeLessThanOrEqual(LARGEST);
});

test.each(CATALOG)('$slug stirs: every pose is a picture of its own, as small and whole', (species) => {
  const poses = POSES.map((pose) => portrait({ species, pose }));
  for (const picture of poses) {
    expect(faultsIn(picture)).toEqual([]);
    expect(picture.length).toBeLessThanOrEqual(LARGEST + 100);
  }
  const all = new Set([portrait({ species }), ...poses].map(withoutNames));
  expect(all.size).toBe(1 + POSES.length);
});

test('siblings are alike, not the same', () => {
  const species = builtIn('housecat');
  expect(withoutNames(portrait({ species, seed: 1 }))).not.toBe(withoutNames(portrait({ species, seed: 2 })));
});

test('a life shows only in the grown', () => {
  const species = builtIn('beagle');
  const [one, other] = PATHS.map((path) => portrait({ species, stage: 'teen', path }));
  expect(one).toBe(other);
});

test("a keeper's prompt is drawn and never written as text", () => {
  const species = builtIn('husky');
  const asked = 'a violet dog with a crown, </svg><script>alert(1)</script> & "IGNORE"';
  const picture = portrait({ species, prompt: asked, personality: ['<b>"bold" & brave</b>'] });
  expect(faultsIn(picture)).toEqual([]);
  expect(picture).not.toMatch(/script|alert|IGNORE|bold|violet/i);
  expect(withoutNames(picture)).not.toBe(withoutNames(portrait({ species })));
});

test('a species without a look gets one from its description', () => {
  const designed = (name: string) =>
    communitySpecies({ slug: 'moss_owl', name, family: 'exotic', personality: '<i>Quiet</i> & green.' });
  const owl = portrait({ species: designed('Moss Owl') });
  expect(faultsIn(owl)).toEqual([]);
  expect(withoutNames(owl)).not.toBe(withoutNames(portrait({ species: designed('Moss Snail') })));
});

test('two pictures on one page do not take each other for themselves', () => {
  const names = CATALOG.flatMap((species) => [...life(species), drawEgg({ species, seed: 7 })]).flatMap(
    namesIn,
  );
  expect(new Set(names).size).toBe(names.length);
});

const WORDS = [
  '',
  'Ada',
  'a blue robot',
  'night owl',
  '<svg onload=x>',
  '💜 "quoted" & \' dragon',
  'x'.repeat(500),
];

test.each(WORDS)('an agent of the words %j has a face', (words) => {
  const face = drawAvatar({ seed: 1, words });
  expect(faultsIn(face)).toEqual([]);
  expect(face.length).toBeLessThanOrEqual(LARGEST);
  expect(face).toBe(drawAvatar({ seed: 1, words }));
  expect(withoutNames(face)).not.toBe(withoutNames(drawAvatar({ seed: 2, words })));
});

// A picture that was shown stays as it was: these change only on purpose.
test('the same facts give the same bytes, for ever', () => {
  const pictures = {
    housecat: portrait({ species: builtIn('housecat') }),
    pup: portrait({ species: builtIn('husky'), stage: 'baby', appearance: 'asleep' }),
    owl: portrait({ species: builtIn('owl'), path: 'rescue', prompt: 'with a blue hat' }),
    dragon: portrait({ species: builtIn('dragon'), path: 'high_care', seed: 2 ** 51 + 11 }),
    fox: portrait({ species: builtIn('shiba'), prompt: 'a red one in a hat and a scarf' }),
    walker: portrait({ species: builtIn('robot'), path: 'balanced', appearance: 'hungry', pose: 'blink' }),
    ghost: portrait({ species: builtIn('ghost'), stage: 'teen', appearance: 'happy' }),
    egg: drawEgg({ species: builtIn('robot'), seed: 12 }),
    agent: drawAvatar({ seed: 99, words: 'a quiet ginger cat' }),
  };
  expect(Object.fromEntries(Object.entries(pictures).map(([name, svg]) => [name, hash(svg)])))
    .toMatchInlineSnapshot(`
      {
        "agent": "2c7f6ba267639c18",
        "dragon": "c91cc48ce06ff350",
        "egg": "36565593c0e27d97",
        "fox": "efd06890e87ab043",
        "ghost": "4c883e53b0ed823e",
        "housecat": "bf8fee158888f0bf",
        "owl": "9843cbe796472e3f",
        "pup": "1c9352b30523e732",
        "walker": "69a99d553b205579",
      }
    `);
});
