import { expect, test } from 'vitest';

import { aCreature, PLAIN } from '../../../test/support/creature.ts';
import { thingKindsOf } from '../care/lexicon.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import { CATALOG } from '../species/catalog.ts';
import { communitySpecies } from '../species/species.ts';
import { DAY_PARTS, FAMILIES, type DayPart } from '../vocabulary.ts';
import { heartOf } from './feel.ts';
import { NO_CARE, type CareDigest, type Heart } from './heart.ts';
import { wishesOf, wishesWithinReach } from './wish.ts';
import { WISHES, WISH_KINDS, type WishKind, type WishRow } from './wishes-table.ts';

const STRANGER = { slug: 'stranger', name: 'Stranger', personality: 'Strange.' };

function rowOf(kind: WishKind): WishRow {
  return WISHES[kind];
}

function within(care: Partial<CareDigest>, averageHours = 6, species = PLAIN): readonly WishKind[] {
  const base = aCreature();
  const creature: HatchedCreature = {
    ...base,
    life: { ...base.life, rhythm: { intervals: 20, averageHours } },
  };
  const heart: Heart = { ...heartOf(creature), stage: 'adult', care: { ...NO_CARE, ...care } };
  return wishesWithinReach(creature, species, heart);
}

test.each([...CATALOG, ...FAMILIES.map((family) => communitySpecies({ ...STRANGER, family }))])(
  '$name has at least twenty-five possible wishes',
  (species) => {
    expect(wishesOf(species).length).toBeGreaterThanOrEqual(25);
  },
);

test('every wish is reachable', () => {
  const wished = new Set(CATALOG.flatMap(wishesOf));
  expect(WISH_KINDS.filter((kind) => !wished.has(kind))).toEqual([]);
});

test('no creature wishes for a kind of thing that is not among its tastes', () => {
  for (const species of CATALOG)
    for (const kind of wishesOf(species)) {
      const { action, thing } = rowOf(kind);
      if (!thing || !action || action === 'reflect') continue;
      expect(species.tastes[action].flatMap(thingKindsOf)).toContain(thing);
    }
});

test('no wish is for medicine, for the night, or for something impossible at night', () => {
  for (const kind of WISH_KINDS) {
    expect(rowOf(kind).action).not.toBe('medicine');
    expect(rowOf(kind).part).not.toBe('night');
  }
});

test('it wishes for a loved thing again only with the same care it was given with', () => {
  const [cat] = CATALOG;
  const [toy] = cat?.tastes.play ?? [];
  if (!cat || toy === undefined) throw new TypeError('There is nothing to play with.');
  const favourites = (loved: readonly string[]) =>
    within({ loved }, 6, cat).filter((kind) => rowOf(kind).item === 'loved');
  expect(favourites([])).toEqual([]);
  expect(favourites([toy])).toEqual(['same_toy']);
});

test('a creature visited seldom does not wish for a soon return', () => {
  expect(within({}, 8)).toContain('soon_again');
  expect(within({}, 8.1)).not.toContain('soon_again');
});

const NO_HOURS: CareDigest['hours'] = { night: 0, morning: 0, midday: 0, evening: 0 };

function partsWithin(hours: Partial<CareDigest['hours']>): DayPart[] {
  const kinds = within({ hours: { ...NO_HOURS, ...hours } });
  return DAY_PARTS.filter((part) => kinds.some((kind) => rowOf(kind).part === part));
}

test('it wishes for no hour without visits once it knows its keeper', () => {
  expect(partsWithin({ evening: 11 })).toEqual(['morning', 'midday', 'evening']);
  expect(partsWithin({ evening: 12 })).toEqual(['evening']);
  expect(partsWithin({ evening: 18, morning: 2 })).toEqual(['morning', 'evening']);
  expect(partsWithin({ evening: 19, morning: 2 })).toEqual(['evening']);
  expect(partsWithin({ night: 40 })).toEqual([]);
});
