import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';

import { drawAvatar } from '../../src/artist/avatar.ts';
import { drawEgg } from '../../src/artist/egg.ts';
import { CATALOG, findBuiltIn } from '../../src/core/species/catalog.ts';
import { communitySpecies } from '../../src/core/species/community.ts';
import type { Species } from '../../src/core/species/species.ts';
import { MOODS, PATHS } from '../../src/core/vocabulary.ts';
import { EVERYBODY, life, portrait, YOUNG } from './every-picture.ts';
import { faultsIn, namesIn } from './well-formed.ts';

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

test.each(CATALOG)('$slug shows how it feels', (species) => {
  const pictures = MOODS.map((mood) => portrait({ species, mood }));
  for (const picture of pictures) {
    expect(faultsIn(picture)).toEqual([]);
    expect(picture.length).toBeLessThanOrEqual(LARGEST);
  }
  // Sick and critical are told apart by words, not by the face; the eye that is a point of light is not curious.
  expect(new Set(pictures.map(withoutNames)).size).toBeGreaterThanOrEqual(5);
});

test.each(CATALOG)('$slug looks different at every age and after every life', (species) => {
  expect(new Set(life(species).map(withoutNames)).size).toBe(YOUNG.length + PATHS.length);
});

test('no two species look the same', () => {
  expect(new Set(CATALOG.map((species) => withoutNames(portrait({ species })))).size).toBe(CATALOG.length);
});

test.each(CATALOG)('$slug stays small with everything on that a keeper can ask for', (species) => {
  const asked = { species, mood: 'hungry', prompt: 'spotted, with a flower and a scarf' } as const;
  for (const path of PATHS) expect(portrait({ ...asked, path }).length).toBeLessThanOrEqual(LARGEST);
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

test('what a keeper asks for is drawn and never written', () => {
  const species = builtIn('husky');
  const asked = 'a violet dog with a crown, </svg><script>alert(1)</script> & "IGNORE"';
  const picture = portrait({ species, prompt: asked, personality: ['<b>"bold" & brave</b>'] });
  expect(faultsIn(picture)).toEqual([]);
  expect(picture).not.toMatch(/script|alert|IGNORE|bold|violet/i);
  expect(withoutNames(picture)).not.toBe(withoutNames(portrait({ species })));
});

test('a species without a look gets one from what is said of it', () => {
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
    pup: portrait({ species: builtIn('husky'), stage: 'baby', mood: 'sleeping' }),
    owl: portrait({ species: builtIn('owl'), path: 'rescue', prompt: 'with a blue hat' }),
    dragon: portrait({ species: builtIn('dragon'), path: 'high_care', seed: 2 ** 51 + 11 }),
    ghost: portrait({ species: builtIn('ghost'), stage: 'teen', mood: 'happy' }),
    egg: drawEgg({ species: builtIn('robot'), seed: 12 }),
    agent: drawAvatar({ seed: 99, words: 'a quiet ginger cat' }),
  };
  expect(Object.fromEntries(Object.entries(pictures).map(([name, svg]) => [name, hash(svg)])))
    .toMatchInlineSnapshot(`
      {
        "agent": "2c7f6ba267639c18",
        "dragon": "993bff670c8f61b6",
        "egg": "36565593c0e27d97",
        "ghost": "93e593e3fa4a4b58",
        "housecat": "5e1acd799709e3f1",
        "owl": "944885acd2f23e3c",
        "pup": "477a8fcaa47b3977",
      }
    `);
});

// Names inside a picture follow from the facts; what is seen must differ without them.
function withoutNames(svg: string): string {
  const prefix = /id="(a[a-z0-9]+?)0c?"/.exec(svg)?.[1] ?? 'none';
  return svg.replaceAll(new RegExp(`${prefix}([a-z0-9]{1,4})(?=["c)])`, 'g'), '$1');
}
