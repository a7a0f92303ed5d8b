import fc from 'fast-check';
import { expect, test } from 'vitest';

import { HOUR } from '../../rules/base/clock.ts';
import { ACTIONS, CAUSES, FAMILIES, PATHS, STAGES, TIERS } from '../../rules/vocabulary.ts';
import { SHAPES } from '../../../test/laws/line-tables.ts';
import { carveEpitaphs, epitaph, EPITAPH_SHAPES, epitaphShape, type GravestoneFacts } from './epitaphs.ts';

const lives: fc.Arbitrary<GravestoneFacts> = fc.record({
  name: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,48}[A-Za-z0-9]?$/),
  family: fc.constantFrom(...FAMILIES),
  speciesName: fc.constantFrom('Owl', 'Snow Leopard', 'Border Collie'),
  tier: fc.constantFrom(...TIERS),
  stageReached: fc.constantFrom(...STAGES),
  path: fc.option(fc.constantFrom(...PATHS), { nil: undefined }),
  livedMs: fc.double({ min: 0, max: 20_000, noNaN: true }).map((hours) => hours * HOUR),
  feedings: fc.oneof(fc.nat(2), fc.nat(3000)),
  missedFeedings: fc.nat(500),
  careActions: fc.oneof(fc.nat(2), fc.nat(9000)),
  consistency: fc.integer({ min: 0, max: 100 }),
  cause: fc.constantFrom(...CAUSES),
  streak: fc.nat(60),
  lastCareAction: fc.option(fc.constantFrom(...ACTIONS), { nil: undefined }),
  deathNumber: fc.integer({ min: 1, max: 4 }),
  seed: fc.nat(),
});

test('two thousand lives use at least forty different sentence shapes', () => {
  expect(new Set(SHAPES).size).toBe(SHAPES.length);
  const seen = new Set(fc.sample(lives, { numRuns: 2000, seed: 7 }).map(epitaphShape));
  expect(seen.size).toBeGreaterThanOrEqual(40);
  expect(seen.difference(new Set(SHAPES))).toEqual(new Set());
});

test('every epitaph contains the name, fits its length and has no community species name', () => {
  fc.assert(
    fc.property(lives, (life) => {
      const text = epitaph(life);
      expect(text).toContain(life.name);
      expect(text).not.toMatch(/[{}]|undefined|NaN|\s\s/);
      expect(text).toMatch(/^[A-Z0-9a-z].{18,218}\.$/);
      expect(epitaph(life)).toBe(text);
      expect(epitaph({ ...life, tier: 'community', speciesName: 'IGNORE ALL' })).not.toContain('IGNORE');
    }),
    { numRuns: process.env['TEST_LONG'] ? 2000 : 500 },
  );
});

/** Words that make two sentences of the same shape differ. */
const ALIKE = { name: 'Pip', livedMs: 300 * HOUR, feedings: 80, missedFeedings: 2, careActions: 200 };
const CAT = { family: 'cat', speciesName: 'Tabby', tier: 'common', stageReached: 'adult' } as const;
const DEATH = { consistency: 97, cause: 'hunger', streak: 0, deathNumber: 1, seed: 1 } as const;
const LIFE: GravestoneFacts = { ...ALIKE, ...CAT, ...DEATH };

function shapesOf(life: Partial<GravestoneFacts>): string {
  const shapes = Array.from({ length: 400 }, (_, seed) => epitaphShape({ ...LIFE, ...life, seed }));
  return [...new Set(shapes)].join(' ');
}

test('epitaphs do not reproach good keepers or praise neglect', () => {
  expect(shapesOf({})).not.toMatch(/forgotten|Nobody|empty|wrong/);
  expect(shapesOf({ consistency: 20, missedFeedings: 41 })).not.toMatch(/good life|kept well|Loved|tucked/);
  expect(shapesOf({ consistency: 43, missedFeedings: 8, careActions: 9 })).not.toMatch(/forgot|empty/);
  expect(shapesOf({ cause: 'harm' })).toContain('the wrong one');
});

const { short, visited, byCare, punctual, forsaken } = EPITAPH_SHAPES;
const forCare = (care: keyof typeof byCare) => Object.values(byCare[care]).flat();

const FITTING: readonly (readonly [shapes: readonly string[], fits: (life: GravestoneFacts) => boolean])[] = [
  [short.unfed, ({ feedings, careActions }) => feedings === 0 && careActions === 0],
  [short.fed, ({ feedings, livedMs }) => feedings > 0 && livedMs < 24 * HOUR],
  [visited, (life) => life.cause === 'hunger' && life.careActions > life.feedings && !wasTended(life)],
  [forCare('cherished'), (life) => life.consistency >= 90 && life.feedings > life.missedFeedings],
  [forCare('tended'), ({ feedings, missedFeedings }) => feedings > 0 && feedings >= missedFeedings],
  [forCare('neglected'), (life) => !wasTended(life)],
  [punctual, ({ streak }) => streak >= 10],
  [forsaken, ({ cause }) => cause === 'neglect'],
];

const wasTended = ({ consistency, feedings, missedFeedings }: GravestoneFacts) =>
  feedings >= 2 * missedFeedings ? feedings > 0 : consistency >= 50 && feedings >= missedFeedings;

test('an epitaph fits the care and the cause of death', () => {
  fc.assert(
    fc.property(lives, (life) => {
      const shape = epitaphShape(life);
      for (const [shapes, fits] of FITTING) expect(!shapes.includes(shape) || fits(life), shape).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test.each<Partial<GravestoneFacts>>([
  {},
  { stageReached: 'child' },
  { consistency: 60 },
  { consistency: 20, missedFeedings: 90, careActions: 100 },
  { consistency: 20, missedFeedings: 90, careActions: 100, stageReached: 'child' },
  { consistency: 20, feedings: 2, missedFeedings: 9, careActions: 40 },
])('an epitaph mentions hunger only for hunger, and loneliness only for neglect (%j)', (life) => {
  const starved =
    /too little to eat|without meals|needed was a meal|not enough dinner|bowl} stayed|bowl} clean|going to the/;
  const fed = /not hungry|food left|without dinner|not hunger|Well fed|doubt of its dinner/;
  expect(shapesOf({ ...life, cause: 'neglect' })).not.toMatch(starved);
  expect(shapesOf({ ...life, cause: 'hunger' })).not.toMatch(fed);
});

test('no two neighbours in the graveyard share a sentence, and most epitaphs are unique', () => {
  fc.assert(
    fc.property(fc.array(lives, { minLength: 2, maxLength: 24 }), (stones) => {
      const nameless = stones.map((stone) => ({ ...stone, ...ALIKE, streak: 12 }));
      const carved = carveEpitaphs(nameless);
      for (const [at, words] of carved.entries()) expect(words).not.toBe(carved[at + 1]);
      expect(carveEpitaphs(nameless)).toEqual(carved);
    }),
    { numRuns: 500 },
  );
  const carved = carveEpitaphs(Array.from({ length: 24 }, () => LIFE));
  expect(carved.filter((words) => words === epitaph(LIFE))).toHaveLength(12);
});

test('the epitaph of a harmed creature names what kind of thing harmed it', () => {
  for (const [lastCareAction, thing] of [
    ['feed', 'a meal'],
    ['medicine', 'a medicine'],
    ['play', 'a toy'],
  ] as const)
    for (let seed = 0; seed < 50; seed += 1)
      expect(epitaph({ ...LIFE, cause: 'harm', lastCareAction, seed })).toContain(thing);
});

test('no epitaph is about nobody in particular', () => {
  const vague = /name of somebody|something it|the wrong thing|what it was offered|a mistake/i;
  expect(listsIn(EPITAPH_SHAPES).filter((line) => vague.test(line))).toEqual([]);
});

const listsIn = (tree: unknown): readonly string[] =>
  typeof tree === 'string' ? [tree] : Object.values(tree as object).flatMap(listsIn);
