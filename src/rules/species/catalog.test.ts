import { expect, test } from 'vitest';

import { FAMILIES, ITEM_ACTIONS, TIERS, TRAITS, type Family, type Tier } from '../vocabulary.ts';
import { APPROVED_ITEMS, approvedItem, findBuiltIns, CATALOG, findBuiltIn } from './catalog.ts';
import { communitySpecies, RANGES, type Species, tastesOf } from './species.ts';

const BUILT_IN_TIERS = TIERS.filter((tier) => tier !== 'community');
const RATES = ['feedingWindowHours', 'hungerDecayPerHour', 'happinessDecayPerHour'] as const;

test('there are eighty built-in species with unique slugs', () => {
  expect(CATALOG).toHaveLength(80);
  expect(new Set(CATALOG.map(({ slug }) => slug)).size).toBe(80);
});

test.each(CATALOG)('$slug satisfies the rules of designed species', (species) => {
  expect(species.slug).toMatch(/^[a-z0-9_]{2,40}$/);
  expectBetween(species.name.length, 1, 50);
  expect(FAMILIES).toContain(species.family);
  expect(BUILT_IN_TIERS).toContain(species.tier);
  expect(species.traits.length).toBeLessThanOrEqual(3);
  expect(TRAITS).toEqual(expect.arrayContaining([...species.traits]));
  expect(new Set(species.traits).size).toBe(species.traits.length);
  for (const rate of RATES) expectBetween(species[rate], RANGES[rate].lowest, RANGES[rate].highest);
  expectBetween(species.personality.length, 60, 220);
  expect(species.personality).toMatch(/^[A-Z].*\.$/);
  expectBetween(species.look.length, 4, 8);
  expect(species.look.join('|')).toMatch(/^[a-z][a-z -]*(?:\|[a-z][a-z -]*)*$/);
});

test.each(CATALOG)(
  '$slug has five to eight distinct likes of each kind, and its own food and play',
  (species) => {
    const { family, tastes } = species;
    expect(Object.keys(tastes)).toEqual([...ITEM_ACTIONS]);
    for (const action of ITEM_ACTIONS) {
      expectBetween(tastes[action].length, 5, 8);
      expect(new Set(tastes[action]).size, action).toBe(tastes[action].length);
      for (const item of tastes[action]) expect(item).toMatch(/^[a-z][a-z -]{1,39}$/);
    }
    const usual = tastesOf(family, {});
    expect(tastes.feed).not.toEqual(usual.feed);
    expect(tastes.play).not.toEqual(usual.play);
  },
);

// Items that published clients and tutorials send to any cat or dog.
test.each([
  { family: 'cat', action: 'feed', words: ['kibble', 'tuna', 'chicken'] },
  { family: 'cat', action: 'play', words: ['ball', 'laser pointer'] },
  { family: 'dog', action: 'feed', words: ['kibble', 'chicken'] },
  { family: 'dog', action: 'play', words: ['ball', 'fetch'] },
] as const)('every $family likes $words for $action', ({ family, action, words }) => {
  const lists = [tastesOf(family, {}), ...findBuiltIns({ family }).map(({ tastes }) => tastes)];
  for (const { [action]: list } of lists) {
    for (const word of words) expect(list.join(', ')).toMatch(new RegExp(`\\b${word}\\b`));
  }
});

test.each([
  ['feedingWindowHours', 3, 24],
  ['hungerDecayPerHour', 0.35, 2.6],
  ['happinessDecayPerHour', 0.2, 1.6],
] as const)('%s ranges exactly from %d to %d', (rate, lowest, highest) => {
  const rates = CATALOG.map((species) => species[rate]);
  expect([Math.min(...rates), Math.max(...rates)]).toEqual([lowest, highest]);
});

test.each<[Tier, string]>([
  ['common', 'housecat tabby retriever beagle lab'],
  ['uncommon', 'maine_coon siamese border_collie husky'],
  ['rare', 'parrot chameleon axolotl owl tortoise'],
  ['extreme', 'echo drift mirror phoenix void quantum'],
])('the examples of the %s tier are in it', (tier, slugs) => {
  for (const slug of slugs.split(' ')) expect(findBuiltIn(slug)?.tier, slug).toBe(tier);
});

test.each(FAMILIES)('the %s family has species of every tier', (family) => {
  expect(BUILT_IN_TIERS.filter((tier) => findBuiltIns({ family, tier }).length === 0)).toEqual([]);
});

test('no two species share a text', () => {
  const texts = CATALOG.flatMap((each) => [each.personality, each.look, each.tastes.feed, each.tastes.play]);
  expect(new Set(texts.map(String)).size).toBe(4 * CATALOG.length);
});

test('every built-in species is found by its exact slug', () => {
  expect(CATALOG.map(({ slug }) => findBuiltIn(slug))).toEqual(CATALOG);
  const slugs = ['__proto__', 'constructor', 'toString', '', 'HOUSECAT', 'housecat '];
  expect(slugs.filter((slug) => findBuiltIn(slug) !== undefined)).toEqual([]);
});

test.each<{ tier?: Tier; family?: Family; has: (species: Species) => boolean }>([
  { has: () => true },
  { tier: 'rare', has: ({ tier }) => tier === 'rare' },
  { family: 'dog', has: ({ family }) => family === 'dog' },
  { tier: 'extreme', family: 'cat', has: ({ tier, family }) => tier === 'extreme' && family === 'cat' },
  { tier: 'community', has: () => false },
])('a search for $tier $family species finds exactly those', ({ tier, family, has }) => {
  expect(findBuiltIns({ tier, family })).toEqual(CATALOG.filter(has));
});

test('own tastes replace those of the family, per kind of care', () => {
  expect(tastesOf('cat', { feed: ['pancakes'] })).toEqual({ ...tastesOf('cat', {}), feed: ['pancakes'] });
});

test('items have plain lower-case names and are found in any case', () => {
  for (const item of APPROVED_ITEMS) expect(item).toMatch(/^[ -@[-~]+$/);
  expect(approvedItem('Tuna')).toBe('tuna');
  const unknown = ['', 'a stranger’s word', 'tuna ', 'ｔuna', 'ta\u212Ae'];
  expect(unknown.filter((name) => approvedItem(name) !== undefined)).toEqual([]);
});

const MOTH = { slug: 'moth', name: 'Moth', family: 'exotic', personality: 'Fond of lamps.' } as const;

test('a designed species without other input has default values', () => {
  const rates = { feedingWindowHours: 5, hungerDecayPerHour: 1.6, happinessDecayPerHour: 0.8 };
  const plain = { trustSpeed: 'medium', traits: [], look: [], mechanics: [], curious: false };
  const tastes = tastesOf('exotic', {});
  expect(communitySpecies(MOTH)).toEqual({ ...MOTH, tier: 'community', ...rates, ...plain, tastes });
});

test.each([
  ['feedingWindowHours', 2, 24],
  ['hungerDecayPerHour', 0.2, 3],
  ['happinessDecayPerHour', 0.2, 2],
] as const)('%s is clamped between %f and %f', (number, lowest, highest) => {
  const kept = (asked: number) => communitySpecies({ ...MOTH, [number]: asked })[number];
  expect([-1, lowest, highest, 1e9].map(kept)).toEqual([lowest, lowest, highest, highest]);
});

test('values within the ranges are kept, and at most three distinct traits', () => {
  const asked = { trustSpeed: 'slow', feedingWindowHours: 7 } as const;
  const traits = ['social', 'social', 'vocal', 'gentle', 'stoic'] as const;
  const made = communitySpecies({ ...MOTH, ...asked, traits });
  expect(made).toMatchObject({ ...asked, traits: ['social', 'vocal', 'gentle'] });
});

function expectBetween(value: number, lowest: number, highest: number): void {
  expect(value).toBeGreaterThanOrEqual(lowest);
  expect(value).toBeLessThanOrEqual(highest);
}
