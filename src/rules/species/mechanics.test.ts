import { expect, test } from 'vitest';

import { builtIn } from '../../../test/support/creature.ts';
import { type StatChanges, type Stats, ACTIONS, ITEM_ACTIONS, type Action } from '../vocabulary.ts';
import { CATALOG } from './catalog.ts';
import { MECHANICS, TRAIT_MECHANICS, type CareMoment, type Mechanic } from './mechanics.ts';

const ALL_GAINS: StatChanges = { hunger: 10, happiness: 10, health: 10, trust: 10, discipline: 10 };
const ALL_COSTS: StatChanges = { hunger: -10, happiness: -10, health: -10, trust: -10, discipline: -10 };
const FULL: Stats = { hunger: 90, happiness: 80, health: 70, trust: 100, discipline: 60 };

type Care = { action: Action; item?: string; hour?: number; played?: boolean; trust?: number };

function moment({ action, item: name, hour = 21, played = true, trust = 100 }: Care): CareMoment {
  const item = name === undefined ? undefined : { name, category: 'loved' as const };
  return { action, item, localHour: hour, playedSinceFed: played, stats: { ...FULL, trust } };
}

const mechanicsOf = (slug: string): readonly Mechanic[] => builtIn(slug).mechanics;

const adjusted = (mechanics: readonly Mechanic[], changes: StatChanges, at: CareMoment) =>
  mechanics.reduce((soFar, each) => each.adjustCare?.(soFar, at) ?? soFar, changes);

const during = (action: Action, ...hours: readonly number[]): Care[] =>
  hours.map((hour) => ({ action, hour }));
const play = (...items: readonly string[]): Care[] => items.map((item) => ({ action: 'play', item }));

test.each<[string, number, readonly Care[]]>([
  ['persian', 5, [{ action: 'feed' }, { action: 'play' }]],
  ['persian', 10, [{ action: 'medicine' }]],
  ['bengal', 5, [{ action: 'feed', played: false }]],
  ['bengal', 10, [{ action: 'feed' }, { action: 'play', played: false }]],
  ['border_collie', 10, [...play('Puzzle toy', 'obedience training'), { action: 'feed', item: 'chicken' }]],
  ['border_collie', 5, [...play('tennis ball'), { action: 'play' }]],
  ['chonk', 30, [{ action: 'feed' }]],
  ['chonk', 5, ACTIONS.filter((action) => action !== 'feed').map((action) => ({ action }))],
  ['owl', 20, during('feed', 0, 5)],
  ['owl', 5, during('feed', 6, 19)],
  ['owl', 10, during('feed', 20, 23)],
  ['kinkajou', 20, during('play', 3)],
  ['kinkajou', 5, during('play', 12)],
  ['axolotl', 30, [{ action: 'medicine' }]],
  ['axolotl', 10, [{ action: 'clean' }]],
  ['snail', 7, [{ action: 'feed' }, { action: 'reflect' }]],
  ['goose', 7, [{ action: 'discipline' }]],
  ['goose', 10, [{ action: 'play' }]],
  ['sphinx', 20, [{ action: 'clean' }]],
  ['sphinx', 10, [{ action: 'feed' }]],
  ['dragon', 15, [{ action: 'feed' }]],
  ['dragon', 10, [{ action: 'clean' }]],
  ['null_creature', 3, [{ action: 'feed' }, { action: 'sleep' }]],
])('where others gain 10, a %s gains %d from %j', (slug, expected, cares) => {
  for (const care of cares)
    for (const [stat, gain] of Object.entries(adjusted(mechanicsOf(slug), ALL_GAINS, moment(care))))
      expect(gain, stat).toBeCloseTo(expected, 9);
});

test('grooming gives a persian three times the health, and other stats as usual', () => {
  const gains = adjusted(mechanicsOf('persian'), ALL_GAINS, moment({ action: 'clean' }));
  expect(gains).toEqual({ ...ALL_GAINS, health: 30 });
});

test.each(ACTIONS)('%s costs the same for all species but a disciplined goose', (action) => {
  for (const { slug, mechanics } of CATALOG) {
    const told = slug === 'goose' && action === 'discipline';
    expect(adjusted(mechanics, ALL_COSTS, moment({ action, played: false, hour: 3 })), slug).toEqual(
      told ? { ...ALL_COSTS, happiness: -20 } : ALL_COSTS,
    );
  }
});

test.each<[string, Care, string[]]>([
  ['jackrabbit', { action: 'feed', played: false }, ['wants_play_first']],
  ['jackrabbit', { action: 'feed', played: true }, []],
  ['jackrabbit', { action: 'play', played: false }, []],
  ['bengal', { action: 'feed', played: false }, []],
  ...ITEM_ACTIONS.map((action): [string, Care, string[]] => [
    'pangolin',
    { action, trust: 39.9 },
    ['too_shy'],
  ]),
  ['pangolin', { action: 'reflect', trust: 39.9 }, []],
  ['pangolin', { action: 'feed', trust: 40 }, []],
  ['hedgehog', { action: 'feed', trust: 0 }, []],
])('a %s offered %j answers %j', (slug, care, expected) => {
  expect(mechanicsOf(slug).flatMap((each) => each.refuseCare?.(moment(care)) ?? [])).toEqual(expected);
});

const TASKS = 'puzzle training task work agility obedience herding obstacle scent trick frisbee'.split(' ');

test.each<[string | undefined, boolean]>([
  [undefined, true],
  ['ball', true],
  ['firework', true],
  ['fetch', true],
  ['PUZZLES', false],
  ['scent-work', false],
  ['a new trick', false],
  ['ＰＵＺＺＬÉ box', false],
  ...TASKS.map((word): [string, boolean] => [`${word} game`, false]),
  ...builtIn('border_collie').tastes.play.map((item): [string, boolean] => [item, false]),
])('a border collie playing with %j: never effective is %j', (item, never) => {
  const [work] = mechanicsOf('border_collie');
  expect(work?.neverEffective?.(moment({ action: 'play', ...(item && { item }) }))).toBe(never);
});

test('a robot gains trust at 1.5 times and loses it at twice the rate, a turtle above 50 at a quarter', () => {
  expect(mechanicsOf('robot')).toMatchObject([{ trustGain: 1.5, trustLoss: 2 }]);
  expect(mechanicsOf('turtle')).toMatchObject([{ trustDecay: { above: 50, factor: 0.25 } }]);
});

test.each<[string, number, StatChanges]>([
  ['hedgehog', 0, {}],
  ['hedgehog', 49.9, {}],
  ['hedgehog', 50, { hunger: 90 }],
  ['hedgehog', 89.9, { hunger: 90 }],
  ['hedgehog', 90, { ...FULL, trust: 90 }],
  ['pangolin', 39.9, {}],
  ['pangolin', 40, { ...FULL, trust: 40 }],
  ['void', 100, { hunger: 50, happiness: 50, health: 50, trust: 50, discipline: 50 }],
  ['void', 12, { hunger: 50, happiness: 50, health: 50, trust: 12, discipline: 50 }],
  ['housecat', 0, { ...FULL, trust: 0 }],
])('a %s at trust %d shows %j', (slug, trust, expected) => {
  const real = { ...FULL, trust };
  let shown: StatChanges = real;
  for (const { reveal } of mechanicsOf(slug)) shown = reveal?.(shown, real) ?? shown;
  expect(shown).toEqual(expected);
});

test('only the listed species and one trait have mechanics', () => {
  const ruled = CATALOG.filter(({ mechanics }) => mechanics.length > 0).map(({ slug }) => slug);
  expect(ruled.toSorted().join(' ')).toBe(
    'axolotl bengal border_collie chonk dragon goose hedgehog jackrabbit kinkajou null_creature owl pangolin ' +
      'persian robot snail sphinx turtle void',
  );
  expect(Object.keys(TRAIT_MECHANICS)).toEqual(['social']);
});

const EVERY_MECHANIC: readonly Mechanic[] = [...Object.values(MECHANICS), ...Object.values(TRAIT_MECHANICS)];

test.each(EVERY_MECHANIC)('$key has a short sentence and a rule', ({ key, blurb, ...rules }) => {
  expect(key).toMatch(/^[a-z][a-z_]{1,39}$/);
  expect(blurb.length).toBeLessThanOrEqual(200);
  expect(blurb).toMatch(/^[A-Z].*\.$/);
  expect(Object.keys(rules)).not.toEqual([]);
});

test('no species slows its loss of trust in two ways', () => {
  const twice = CATALOG.filter(({ mechanics }) => mechanics.filter((each) => each.trustDecay).length > 1);
  expect(twice).toEqual([]);
});
