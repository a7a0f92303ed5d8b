import { expect, test } from 'vitest';

import type { StatChanges, Stats } from '../stats.ts';
import { ACTIONS, STATS, type Action } from '../vocabulary.ts';
import { CATALOG, findBuiltIn } from './catalog.ts';
import { MECHANICS, TASK_WORDS, TRAIT_MECHANICS, type CareMoment, type Mechanic } from './mechanics.ts';

const ALL_GAINS: StatChanges = { hunger: 10, happiness: 10, health: 10, trust: 10, discipline: 10 };
const ALL_COSTS: StatChanges = { hunger: -10, happiness: -10, health: -10, trust: -10, discipline: -10 };
const FULL: Stats = { hunger: 90, happiness: 80, health: 70, trust: 100, discipline: 60 };

interface Care {
  action: Action;
  item?: string;
  hour?: number;
  played?: boolean;
  trust?: number;
}

function moment({ action, item, hour = 21, played = true, trust = 100 }: Care): CareMoment {
  return {
    action,
    item: item === undefined ? undefined : { name: item, category: 'loved' },
    localHour: hour,
    playedSinceFed: played,
    stats: { ...FULL, trust },
  };
}

function mechanicsOf(slug: string): readonly Mechanic[] {
  const species = findBuiltIn(slug);
  if (!species) throw new Error(`no ${slug}`);
  return species.mechanics;
}

function adjusted(mechanics: readonly Mechanic[], changes: StatChanges, at: CareMoment): StatChanges {
  return mechanics.reduce((soFar, each) => each.adjustCare?.(soFar, at) ?? soFar, changes);
}

function shown(mechanics: readonly Mechanic[], real: Stats): StatChanges {
  return mechanics.reduce<StatChanges>((soFar, each) => each.reveal?.(soFar, real) ?? soFar, real);
}

function refusals(mechanics: readonly Mechanic[], at: CareMoment): string[] {
  return mechanics.flatMap((each) => each.refuseCare?.(at) ?? []);
}

function every(amount: number): StatChanges {
  return Object.fromEntries(STATS.map((stat) => [stat, amount]));
}

test.each<[string, Care, StatChanges]>([
  ['persian', { action: 'clean' }, { ...ALL_GAINS, health: 30 }],
  ['persian', { action: 'feed' }, every(5)],
  ['persian', { action: 'play' }, every(5)],
  ['persian', { action: 'medicine' }, ALL_GAINS],
  ['bengal', { action: 'feed', played: false }, every(5)],
  ['bengal', { action: 'feed', played: true }, ALL_GAINS],
  ['bengal', { action: 'play', played: false }, ALL_GAINS],
  ['border_collie', { action: 'play', item: 'Puzzle toy' }, ALL_GAINS],
  ['border_collie', { action: 'play', item: 'obedience training' }, ALL_GAINS],
  ['border_collie', { action: 'play', item: 'tennis ball' }, every(5)],
  ['border_collie', { action: 'play' }, every(5)],
  ['border_collie', { action: 'feed', item: 'chicken' }, ALL_GAINS],
  ['chonk', { action: 'feed' }, every(30)],
  ...ACTIONS.filter((action) => action !== 'feed').map((action): [string, Care, StatChanges] => [
    'chonk',
    { action },
    every(5),
  ]),
  ['owl', { action: 'feed', hour: 0 }, every(20)],
  ['owl', { action: 'feed', hour: 5 }, every(20)],
  ['owl', { action: 'feed', hour: 6 }, every(5)],
  ['owl', { action: 'feed', hour: 19 }, every(5)],
  ['owl', { action: 'feed', hour: 20 }, ALL_GAINS],
  ['owl', { action: 'feed', hour: 23 }, ALL_GAINS],
  ['kinkajou', { action: 'play', hour: 3 }, every(20)],
  ['kinkajou', { action: 'play', hour: 12 }, every(5)],
  ['axolotl', { action: 'medicine' }, every(30)],
  ['axolotl', { action: 'clean' }, ALL_GAINS],
  ['snail', { action: 'feed' }, every(7)],
  ['snail', { action: 'reflect' }, every(7)],
  ['goose', { action: 'discipline' }, every(7)],
  ['goose', { action: 'play' }, ALL_GAINS],
  ['sphinx', { action: 'clean' }, every(20)],
  ['sphinx', { action: 'feed' }, ALL_GAINS],
  ['dragon', { action: 'feed' }, every(15)],
  ['dragon', { action: 'clean' }, ALL_GAINS],
  ['null_creature', { action: 'feed' }, every(3)],
  ['null_creature', { action: 'sleep' }, every(3)],
])('a %s gains from %j as its rule says', (slug, care, expected) => {
  const gains = adjusted(mechanicsOf(slug), ALL_GAINS, moment(care));
  for (const stat of STATS) expect(gains[stat], stat).toBeCloseTo(expected[stat] ?? 0, 9);
});

test.each(ACTIONS)('%s costs the same for all species but a disciplined goose', (action) => {
  for (const { slug, mechanics } of CATALOG) {
    const told = slug === 'goose' && action === 'discipline';
    expect(adjusted(mechanics, ALL_COSTS, moment({ action, played: false, hour: 3 })), slug).toEqual(
      told ? { ...ALL_COSTS, happiness: -20 } : ALL_COSTS,
    );
  }
});

test('discipline gives a goose 7 instead of 10, and hurts twice as much', () => {
  const changes = adjusted(
    mechanicsOf('goose'),
    { discipline: 10, happiness: -5, trust: -1 },
    moment({ action: 'discipline' }),
  );
  expect(changes).toEqual({ discipline: 7, happiness: -10, trust: -1 });
});

test.each<[string, Care, string[]]>([
  ['jackrabbit', { action: 'feed', played: false }, ['wants_play_first']],
  ['jackrabbit', { action: 'feed', played: true }, []],
  ['jackrabbit', { action: 'play', played: false }, []],
  ['bengal', { action: 'feed', played: false }, []],
  ...ACTIONS.map((action): [string, Care, string[]] => [
    'pangolin',
    { action, trust: 39.9 },
    action === 'reflect' ? [] : ['too_shy'],
  ]),
  ['pangolin', { action: 'feed', trust: 40 }, []],
  ['hedgehog', { action: 'feed', trust: 0 }, []],
])('a %s offered %j answers %j', (slug, care, expected) => {
  expect(refusals(mechanicsOf(slug), moment(care))).toEqual(expected);
});

test.each<[string | undefined, boolean]>([
  [undefined, true],
  ['ball', true],
  ['firework', true],
  ['fetch', true],
  ['PUZZLES', false],
  ['scent-work', false],
  ['a new trick', false],
  ...TASK_WORDS.map((word): [string, boolean] => [`${word} game`, false]),
])('a border collie playing with %j: never effective is %j', (item, never) => {
  const [work] = mechanicsOf('border_collie');
  const care = item === undefined ? { action: 'play' as const } : { action: 'play' as const, item };
  expect(work?.neverEffective?.(moment(care))).toBe(never);
});

test('everything a border collie loves to play with is a task', () => {
  const collie = findBuiltIn('border_collie');
  const idle = collie?.tastes.play.filter((item) =>
    collie.mechanics.some((each) => each.neverEffective?.(moment({ action: 'play', item }))),
  );
  expect(idle).toEqual([]);
});

test('a robot gains trust at 1.5 times and loses it at twice the rate', () => {
  expect(mechanicsOf('robot')).toMatchObject([{ trustGain: 1.5, trustLoss: 2 }]);
});

test('a turtle with trust above fifty loses it at a quarter of the rate', () => {
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
  expect(shown(mechanicsOf(slug), { ...FULL, trust })).toEqual(expected);
});

test('only the listed species have mechanics', () => {
  const ruled = CATALOG.filter(({ mechanics }) => mechanics.length > 0).map(({ slug }) => slug);
  expect(ruled.toSorted()).toEqual(
    (
      'axolotl bengal border_collie chonk dragon goose hedgehog jackrabbit kinkajou null_creature owl pangolin ' +
      'persian robot snail sphinx turtle void'
    ).split(' '),
  );
});

const EVERY_MECHANIC: readonly Mechanic[] = [...Object.values(MECHANICS), ...Object.values(TRAIT_MECHANICS)];

const EVERY_MOMENT = ACTIONS.flatMap((action) =>
  Array.from({ length: 24 }, (_, hour) => hour).flatMap((hour) =>
    Array.from({ length: 101 }, (_, trust) =>
      moment({ action, hour, trust, played: trust % 2 === 0, ...(trust % 3 ? { item: 'puzzle' } : {}) }),
    ),
  ),
);

test.each(EVERY_MECHANIC)('$key has one short sentence', ({ key, blurb }) => {
  expect(key).toMatch(/^[a-z][a-z_]{1,39}$/);
  expect(blurb.length).toBeLessThanOrEqual(200);
  expect(blurb).toMatch(/^[A-Z].*\.$/);
});

test.each(EVERY_MECHANIC)('$key has an effect', ({ key: _, blurb: __, ...rules }) => {
  expect(Object.keys(rules)).not.toEqual([]);
});

test.each(EVERY_MECHANIC)('$key is defined for every action, hour and trust', (mechanic) => {
  const strange = EVERY_MOMENT.filter((at) => {
    const numbers = [
      ...Object.values(mechanic.adjustCare?.(ALL_GAINS, at) ?? {}),
      ...Object.values(mechanic.adjustCare?.({}, at) ?? {}),
      ...Object.values(mechanic.reveal?.(at.stats, at.stats) ?? {}),
    ];
    mechanic.refuseCare?.(at);
    mechanic.neverEffective?.(at);
    return !numbers.every(Number.isFinite);
  });
  expect(strange).toEqual([]);
});

test('the order of mechanics does not matter', () => {
  const reversed = EVERY_MECHANIC.toReversed();
  const different = EVERY_MOMENT.filter((at) => {
    const changes = { hunger: 60, happiness: -5, health: 15, trust: -1, discipline: 10 };
    const one = adjusted(EVERY_MECHANIC, changes, at);
    const other = adjusted(reversed, changes, at);
    const seen = JSON.stringify(shown(EVERY_MECHANIC, at.stats));
    return (
      STATS.some((stat) => Math.abs((one[stat] ?? 0) - (other[stat] ?? 0)) > 1e-9) ||
      seen !== JSON.stringify(shown(reversed, at.stats)) ||
      refusals(EVERY_MECHANIC, at).toSorted().join() !== refusals(reversed, at).toSorted().join()
    );
  });
  expect(different).toEqual([]);
});

test('no species slows its loss of trust in two ways', () => {
  const twice = CATALOG.filter(({ mechanics }) => mechanics.filter((each) => each.trustDecay).length > 1);
  expect(twice).toEqual([]);
});

test('a social creature decays at 1.5 times the rate after three hours without a visit', () => {
  expect(TRAIT_MECHANICS.social?.loneliness).toEqual({ afterHours: 3, pace: 1.5 });
});

test('the social trait changes only loneliness', () => {
  expect(Object.keys(TRAIT_MECHANICS.social ?? {})).toEqual(['key', 'blurb', 'loneliness']);
});

test('no other trait changes a number', () => {
  expect(Object.keys(TRAIT_MECHANICS)).toEqual(['social']);
});
