import { expect, test } from 'vitest';

import { thingKindsOf } from '../../../packages/tastes/lexicon.ts';
import { aCreature, after, NOON, PLAIN } from '../../../test/support/creature.ts';
import { HOUR } from '../base/clock.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import { CATALOG } from '../species/catalog.ts';
import { communitySpecies } from '../species/species.ts';
import { STAGES, type Mood, DAY_PARTS, FAMILIES, type Family } from '../vocabulary.ts';
import { heartOf } from './feel.ts';
import { type Heart, NO_CARE, type CareDigest } from './heart.ts';
import { keepsakeOfWish } from './keepsakes.ts';
import { nextWish, openWish, wishAfterNone, wishesOf, wishesWithinReach } from './wish.ts';
import { LEANINGS, WISHES, type WishKind, type WishRow, WISH_KINDS } from './wishes-table.ts';

const SEEDS = Array.from({ length: 300 }, (_, seed) => seed * 7919 + 1);

/** The wishes of this many creatures that are otherwise the same. */
function wishesFor(given: Partial<Heart> = {}, of: Partial<HatchedCreature> = {}, species = PLAIN) {
  return SEEDS.map((seed) => {
    const creature = { ...aCreature(), ...of, seed };
    const heart: Heart = { ...heartOf(creature), stage: 'adult', ...given };
    const { open } = openWish(creature, species, heart);
    if (!open) throw new TypeError('There is no wish.');
    return open;
  });
}

const rowOf = (kind: WishKind): WishRow => WISHES[kind];
const inRhythm = (averageHours: number) => ({
  life: { ...aCreature().life, rhythm: { intervals: 20, averageHours } },
});

test.each([
  ['every quarter of an hour', 0.25, 12],
  ['every hour', 1, 12],
  ['every six hours', 6, 18],
  ['twice a day', 12, 36],
  ['once a day', 24, 48],
  ['every other day', 48, 48],
])('for a keeper that comes %s, a wish is open for this long: %d h, %d h', (_, averageHours, hours) => {
  for (const seed of SEEDS) {
    const creature = { ...aCreature({ seed }), ...inRhythm(averageHours) };
    const { open, from } = openWish(creature, PLAIN, { ...heartOf(creature), stage: 'adult' });
    // One for an hour of the day is open until that hour has passed.
    const least = rowOf(open?.kind ?? 'ball').part ? 30 : 0;
    expect(((open?.until ?? 0) - from) / HOUR).toBe(Math.max(least, hours));
  }
});

test('four to twelve hours lie between two wishes, and they vary', () => {
  const pauses = SEEDS.map((seed) => (nextWish(seed, { number: 3 }, NOON).from - NOON) / HOUR);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(4);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(12);
  expect(Math.max(...pauses) - Math.min(...pauses)).toBeGreaterThan(7);
  const { number, open } = nextWish(1, { number: 3 }, NOON);
  expect([number, open]).toEqual([4, undefined]);
});

test('the same creature has the same wish, and others have different ones', () => {
  expect(wishesFor()).toEqual(wishesFor());
  expect(new Set(wishesFor().map(({ kind }) => kind)).size).toBeGreaterThan(20);
});

test.each<[Mood | 'starving', string]>([
  ['starving', 'feed'],
  ['hungry', 'feed'],
  ['sick', 'clean reflect sleep'],
  ['critical', 'clean reflect sleep'],
])('a creature that was %s at the last visit wishes for what helps: %s', (mood, actions) => {
  const starving = { life: { ...aCreature().life, lastFedAt: after(-15) } };
  const wishes = mood === 'starving' ? wishesFor({}, starving) : wishesFor({ mood });
  expect(new Set(wishes.map(({ kind }) => rowOf(kind).action))).toEqual(new Set(actions.split(' ')));
});

test('a hungry creature that knows all food wishes for comfort rather than play', () => {
  const food = wishesOf(PLAIN).filter((kind) => rowOf(kind).action === 'feed');
  const known: Partial<Heart> = { mood: 'hungry', keepsakes: food.map(keepsakeOfWish) };
  const longAgo = { ...heartOf(aCreature()).lately, from: after(-100) };
  const wished = wishesFor({ ...known, lately: longAgo }).map(({ kind }) => rowOf(kind).action ?? 'anything');
  expect([...new Set(wished)].toSorted()).toEqual(['clean', 'reflect', 'sleep']);
});

test('the first wishes of a creature are of kinds whose keepsake it does not have yet', () => {
  const known = wishesOf(PLAIN).slice(0, 12);
  const wished = wishesFor({ keepsakes: known.map(keepsakeOfWish) });
  expect(wished.filter(({ kind }) => known.includes(kind))).toEqual([]);
});

test('later it wishes for known things, until nothing has been new for long', () => {
  const known = wishesOf(PLAIN).slice(0, 12);
  const { wish } = heartOf(aCreature());
  const later = (newAt: number): Partial<Heart> => ({
    keepsakes: known.map(keepsakeOfWish),
    wish: { ...wish, number: 20, newAt },
    lately: { ...heartOf(aCreature()).lately, from: 0 },
  });
  expect(wishesFor(later(wish.from - 10 * HOUR)).filter(({ kind }) => !known.includes(kind))).toEqual([]);
  expect(wishesFor(later(wish.from - 60 * HOUR)).filter(({ kind }) => known.includes(kind))).toEqual([]);
});

test('it does not repeat an expired wish while anything else is new', () => {
  const { wish } = heartOf(aCreature());
  const inVain = wishesOf(PLAIN).slice(0, 20);
  expect(wishesFor({ wish: { ...wish, inVain } }).filter(({ kind }) => inVain.includes(kind))).toEqual([]);
});

test('it remembers the last thirty expired wishes', () => {
  let wish = nextWish(1, { number: 0 }, NOON);
  const kinds = [...wishesOf(PLAIN), ...wishesOf(PLAIN)];
  for (const kind of kinds) wish = wishAfterNone(1, wish, { kind, until: NOON });
  expect(wish.inVain).toEqual(kinds.slice(-30));
});

test('it never repeats a wish in a row unless nothing else is left', () => {
  const all = wishesOf(PLAIN);
  const { lately } = heartOf(aCreature());
  const keepsakes = all.map(keepsakeOfWish);
  for (const last of all)
    for (const recent of [{ granted: [last] }, { letGo: [last] }]) {
      const wished = wishesFor({ keepsakes, lately: { ...lately, ...recent } });
      expect(wished.map(({ kind }) => kind)).not.toContain(last);
    }
});

test.each(STAGES.slice(1))('a %s has no wish above its age', (stage) => {
  for (const { kind } of wishesFor({ stage })) expect(rowOf(kind).stages ?? [stage]).toContain(stage);
});

test('each family prefers its own kinds of wishes', () => {
  for (const own of FAMILIES) {
    const share = (family: Family) => {
      const actions = wishesFor({}, {}, { ...PLAIN, family }).map(({ kind }) => rowOf(kind).action);
      return actions.filter((action) => action && LEANINGS[own].includes(action)).length;
    };
    for (const other of FAMILIES) expect(other === own || share(own) > share(other)).toBe(true);
  }
});

test('every creature in any state and age has a wish', () => {
  for (const species of CATALOG)
    for (const stage of STAGES.slice(1))
      for (const mood of ['hungry', 'sick', 'critical', 'content'] as const) {
        const creature = aCreature();
        const heart: Heart = { ...heartOf(creature), stage, mood };
        expect(wishesOf(species)).toContain(openWish(creature, species, heart).open?.kind);
      }
});

const STRANGER = { slug: 'stranger', name: 'Stranger', personality: 'Strange.' };

function within(care: Partial<CareDigest>, averageHours = 6, species = PLAIN): readonly WishKind[] {
  const creature: HatchedCreature = { ...aCreature(), ...inRhythm(averageHours) };
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

test('it wishes for no hour without visits once it knows its keeper', () => {
  const partsWithin = (hours: Partial<CareDigest['hours']>) => {
    const kinds = within({ hours: { ...NO_CARE.hours, ...hours } });
    return DAY_PARTS.filter((part) => kinds.some((kind) => rowOf(kind).part === part));
  };
  expect(partsWithin({ evening: 11 })).toEqual(['morning', 'midday', 'evening']);
  expect(partsWithin({ evening: 12 })).toEqual(['evening']);
  expect(partsWithin({ evening: 18, morning: 2 })).toEqual(['morning', 'evening']);
  expect(partsWithin({ evening: 19, morning: 2 })).toEqual(['evening']);
  expect(partsWithin({ night: 40 })).toEqual([]);
});
