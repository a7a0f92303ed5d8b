import { describe, expect, test } from 'vitest';

import { aCreature, after, PLAIN, SLEEPYHEAD, type Given } from '../../../test/support/creature.ts';
import { HOUR, MINUTE } from '../base/clock.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import { findBuiltIn } from '../species/catalog.ts';
import type { Species } from '../species/species.ts';
import { ITEM_ACTIONS, type Action, type TrustSpeed } from '../vocabulary.ts';
import { applyCare, type CareEffect, type AskedCare } from './care.ts';

const LOW = { hunger: 20, happiness: 20, health: 50, trust: 40, discipline: 10 };

/** Gives care; a refusal fails the test. */
function given(creature: HatchedCreature, wish: AskedCare, hours = 7, species: Species = PLAIN): CareEffect {
  const outcome = applyCare(creature, species, wish, after(hours));
  if ('refused' in outcome) throw new Error(`refused: ${outcome.refused}`);
  return outcome;
}

function builtIn(slug: string): Species {
  const found = findBuiltIn(slug);
  if (!found) throw new Error(`no ${slug}`);
  return found;
}

/** The changes per stat by one action on a creature at rest. */
function changes(
  action: Action,
  more: { item?: AskedCare['item']; species?: Species; given?: Given; hours?: number } = {},
) {
  const hours = more.hours ?? 7;
  const at = after(hours);
  const creature = aCreature({
    stats: LOW,
    ...more.given,
    life: { settledAt: at, lastFedAt: at - 7 * HOUR, lastCareAt: at - HOUR, ...more.given?.life },
  });
  const { before, after: then } = given(creature, { action, item: more.item }, hours, more.species);
  const changed = Object.entries(then).map(
    ([stat, value]) => [stat, value - before[stat as keyof typeof before]] as const,
  );
  return Object.fromEntries(
    changed.filter(([, by]) => by !== 0).map(([stat, by]) => [stat, Math.round(by * 1e6) / 1e6]),
  );
}

describe('a plain creature', () => {
  test.each([
    ['feed', { hunger: 50 }],
    ['play', { happiness: 15 }],
    ['clean', { health: 10 }],
    ['medicine', { health: 25 }],
    ['discipline', { discipline: 10, happiness: -5, trust: -1 }],
    ['sleep', { health: 5 }],
    ['reflect', { trust: 2 }],
  ] as const)('%s has the effects of the table', (action, expected) => {
    expect(changes(action)).toEqual(expected);
  });

  test.each([
    ['feed', 'loved', { hunger: 60, happiness: 8 }],
    ['feed', 'harmful', { health: -15 }],
    ['play', 'loved', { happiness: 20, health: 5 }],
    ['medicine', 'loved', { health: 30, trust: 4 }],
    ['sleep', 'disliked', { health: 2.5 }],
  ] as const)('%s with a %s item has the effects of the table', (action, category, expected) => {
    expect(changes(action, { item: { name: 'x', category } })).toEqual(expected);
  });
});

test.each([
  [1, { hunger: 10, happiness: -2 }],
  [4, { hunger: 30 }],
  [7, { hunger: 50 }],
  [12, { hunger: 50, trust: -0.5 }],
  [16, { hunger: 50, health: -3, trust: -1 }],
])('a feed %i hours after the last, in a window of ten, gives %j', (hoursSinceFed, expected) => {
  expect(changes('feed', { given: { life: { lastFedAt: after(7 - hoursSinceFed) } } })).toEqual(expected);
});

test('timing scales only the hunger that a feed restores', () => {
  const life = { lastFedAt: after(6) };
  expect(changes('feed', { item: { name: 'tuna', category: 'loved' }, given: { life } })).toEqual({
    hunger: 12,
    happiness: 6,
  });
});

test.each<[TrustSpeed, number]>([
  ['instant', 4],
  ['fast', 3],
  ['medium', 2],
  ['slow', 1],
])('reflect is worth %s trust: %i', (trustSpeed, trust) => {
  expect(changes('reflect', { species: { ...PLAIN, trustSpeed } })).toEqual({ trust });
});

test('trust is lost at the same speed by all species', () => {
  expect(changes('discipline', { species: { ...PLAIN, trustSpeed: 'slow' } })).toMatchObject({ trust: -1 });
});

test('the third on-time feed in a row earns trust, and any other feed ends the streak', () => {
  expect(changes('feed', { given: { record: { streak: 2 } } })).toEqual({ hunger: 50, trust: 1.5 });
  expect(changes('feed', { given: { record: { streak: 1 } } })).toEqual({ hunger: 50 });
  const early = given(aCreature({ record: { streak: 9 } }), { action: 'feed' }, 3);
  expect(early.creature.record.streak).toBe(0);
});

test.each(
  (['instant', 'fast', 'medium', 'slow'] as const)
    .map((trustSpeed): [string, Species] => [trustSpeed, { ...PLAIN, trustSpeed }])
    .concat(['chonk', 'robot', 'snail', 'dragon'].map((slug) => [slug, builtIn(slug)])),
)('the streak bonus is flat for any species and trust speed: %s', (_, species) => {
  const window = species.feedingWindowHours;
  const bonusAt = (streak: number) =>
    changes('feed', {
      species,
      given: { record: { streak }, life: { lastFedAt: after(7) - 0.75 * window * HOUR } },
    })['trust'];
  expect([1, 2, 4, 9, 20].map(bonusAt)).toEqual([undefined, 1.5, 2.5, 5, 5]);
});

test('a harmful meal does not extend a streak and earns no bonus', () => {
  const item = { name: 'soap', category: 'harmful' } as const;
  const fed = given(aCreature({ stats: LOW, record: { streak: 4 } }), { action: 'feed', item });
  expect(fed.creature.record.streak).toBe(4);
  expect(fed.after.trust).toBe(fed.before.trust);
});

describe('effectiveness', () => {
  test.each([
    ['feed', { hunger: 50 }, 'effective'],
    ['feed', { hunger: 75 }, 'effective'],
    ['feed', { hunger: 75.1 }, 'reduced'],
    ['feed', { hunger: 100 }, 'wasted'],
    ['medicine', { health: 100 }, 'wasted'],
    ['play', { happiness: 95 }, 'reduced'],
    ['reflect', { trust: 100 }, 'wasted'],
    ['discipline', { discipline: 100 }, 'wasted'],
  ] as const)('%s at %j is %s', (action, stats, effectiveness) => {
    const creature = aCreature({ stats, life: { settledAt: after(7), lastFedAt: after(0) } });
    expect(given(creature, { action }).effectiveness).toBe(effectiveness);
  });

  test.each(ITEM_ACTIONS)('%s with a harmful item is wasted, whatever changed', (action) => {
    const item = { name: 'soap', category: 'harmful' } as const;
    expect(given(aCreature({ stats: LOW }), { action, item }).effectiveness).toBe('wasted');
  });

  test('changes below a tenth are omitted', () => {
    const nearly = aCreature({
      stats: { hunger: 99.96 },
      life: { settledAt: after(7), lastFedAt: after(0) },
    });
    expect(given(nearly, { action: 'feed' }).effectiveness).toBe('wasted');
  });

  test.each(['void', 'hedgehog'])('a %s without a visible change is not called reduced', (slug) => {
    const sated = aCreature({ stats: { hunger: 90 }, life: { settledAt: after(7), lastFedAt: after(0) } });
    expect(given(sated, { action: 'feed' }, 7, builtIn(slug)).effectiveness).toBe('effective');
  });
});

describe('what is remembered', () => {
  test('of a feed: time, count and timing', () => {
    const { creature, timing } = given(aCreature(), { action: 'feed' });
    expect(timing).toBe('on_time');
    expect(creature.life).toMatchObject({
      lastFedAt: after(7),
      lastCareAt: after(7),
      settledAt: after(7),
      playedSinceFed: false,
    });
    expect(creature.record).toMatchObject({
      feedings: 1,
      streak: 1,
      careActions: 1,
      lastAction: 'feed',
      recentActions: ['feed'],
      consistency: 100,
    });
    expect(creature.life?.rhythm).toEqual({ intervals: 1, averageHours: 7 });
  });

  test('of play and clean: time', () => {
    expect(given(aCreature(), { action: 'play' }).creature.life).toMatchObject({
      lastPlayedAt: after(7),
      lastFedAt: after(0),
      playedSinceFed: true,
    });
    expect(given(aCreature(), { action: 'clean' }).creature.life).toMatchObject({
      lastCleanedAt: after(7),
      lastPlayedAt: after(0),
    });
  });

  test('missed windows', () => {
    const { creature, timing } = given(aCreature(), { action: 'feed' }, 35);
    expect(timing).toBe('missed_window');
    expect(creature.record).toMatchObject({ missedFeedings: 3, streak: 0, consistency: 100 * 0.9 ** 3 });
  });

  test('a visit counts once for any number of acts', () => {
    const first = given(aCreature(), { action: 'play' }, 12).creature as HatchedCreature;
    const second = applyCare(first, PLAIN, { action: 'clean' }, after(12) + 29 * MINUTE) as CareEffect;
    expect(second.creature.life?.rhythm.intervals).toBe(1);
    expect(second.creature.record.responsiveness).toBeCloseTo(96, 10);
  });

  test('a critical state, and its rescuer', () => {
    const dying = aCreature({ stats: { health: 19.9 }, life: { settledAt: after(7) } });
    const treated = given(dying, { action: 'medicine' });
    expect(treated.creature.record).toMatchObject({ wasCritical: true, rescued: true });
    const cleaned = given(dying, { action: 'clean' }).creature.record;
    expect(cleaned).toMatchObject({ wasCritical: true, rescued: false });
    const barely = aCreature({ stats: { health: 14 }, life: { settledAt: after(7) } });
    expect(given(barely, { action: 'medicine' }).creature.record.rescued).toBe(false);
    const never = aCreature({ stats: { health: 20 }, life: { settledAt: after(7) } });
    expect(given(never, { action: 'medicine' }).creature.record.rescued).toBe(false);
  });

  test('milestones, two if two are crossed', () => {
    const fond = aCreature({
      stats: { ...LOW, trust: 49, happiness: 70 },
      record: { streak: 9 },
      life: { settledAt: after(7) },
    });
    const { milestones, creature } = given(fond, {
      action: 'feed',
      item: { name: 'tuna', category: 'loved' },
    });
    expect(milestones).toEqual([
      { type: 'trust_milestone', threshold: 50 },
      { type: 'care_streak', threshold: 10 },
    ]);
    expect(creature.record.milestones).toEqual(['trust_milestone:50', 'care_streak:10']);
  });
});

test('care that takes its last health kills it at that moment, with cause harm', () => {
  const weak = aCreature({ stats: { health: 15 }, life: { settledAt: after(7) } });
  const outcome = given(weak, { action: 'feed', item: { name: 'bleach', category: 'harmful' } });
  expect(outcome).toMatchObject({ killed: true, creature: { died: { at: after(7), cause: 'harm' } } });
  expect(given(weak, { action: 'feed' })).toMatchObject({ killed: false, creature: { died: undefined } });
});

describe('refusals', () => {
  test('asleep it refuses all care but reflect, and nothing changes', () => {
    const sleeper = aCreature({ seed: SLEEPYHEAD });
    for (const action of ['feed', 'play', 'clean', 'medicine', 'discipline', 'sleep'] as const) {
      expect(applyCare(sleeper, PLAIN, { action }, after(11))).toEqual({ refused: 'asleep' });
    }
    expect(applyCare(sleeper, PLAIN, { action: 'reflect' }, after(11))).toHaveProperty('creature');
  });

  test('a jackrabbit refuses food before play', () => {
    const hare = aCreature({ stats: LOW });
    expect(applyCare(hare, builtIn('jackrabbit'), { action: 'feed' }, after(2))).toEqual({
      refused: 'wants_play_first',
    });
    const played = given(hare, { action: 'play' }, 1, builtIn('jackrabbit')).creature as HatchedCreature;
    expect(applyCare(played, builtIn('jackrabbit'), { action: 'feed' }, after(2))).toHaveProperty('creature');
  });

  test('a pangolin below forty trust refuses all care but reflect', () => {
    const shy = aCreature({ stats: { trust: 39.9 } });
    expect(applyCare(shy, builtIn('pangolin'), { action: 'feed' }, after(2))).toEqual({ refused: 'too_shy' });
    expect(applyCare(shy, builtIn('pangolin'), { action: 'reflect' }, after(2))).toHaveProperty('creature');
    expect(
      applyCare(aCreature({ stats: { trust: 40 } }), builtIn('pangolin'), { action: 'feed' }, after(2)),
    ).toHaveProperty('creature');
  });
});

describe('species rules change effects', () => {
  const plainly = (slug: string): Species => ({ ...PLAIN, mechanics: builtIn(slug).mechanics });
  const at = (hours: number) => ({ hours });

  test.each([
    ['persian', 'clean', { health: 30 }, {}],
    ['persian', 'feed', { hunger: 25 }, {}],
    ['persian', 'play', { happiness: 7.5 }, {}],
    ['persian', 'medicine', { health: 25 }, {}],
    ['bengal', 'feed', { hunger: 25 }, {}],
    ['bengal', 'feed', { hunger: 50 }, { given: { life: { playedSinceFed: true } } }],
    ['border_collie', 'play', { happiness: 7.5 }, {}],
    [
      'border_collie',
      'play',
      { happiness: 20, health: 5 },
      { item: { name: 'puzzle box', category: 'loved' } },
    ],
    ['chonk', 'feed', { hunger: 80 }, {}],
    ['chonk', 'medicine', { health: 12.5 }, {}],
    ['owl', 'medicine', { health: 50 }, at(12)],
    ['owl', 'medicine', { health: 50 }, at(17.99)],
    ['owl', 'medicine', { health: 12.5 }, at(18)],
    ['owl', 'medicine', { health: 25 }, at(8)],
    ['kinkajou', 'medicine', { health: 12.5 }, at(7)],
    ['robot', 'reflect', { trust: 3 }, {}],
    ['robot', 'discipline', { discipline: 10, happiness: -5, trust: -2 }, {}],
    ['axolotl', 'medicine', { health: 50 }, {}],
    ['snail', 'play', { happiness: 10.5 }, {}],
    ['goose', 'discipline', { discipline: 7, happiness: -10, trust: -1 }, {}],
    ['sphinx', 'clean', { health: 20 }, {}],
    ['dragon', 'feed', { hunger: 75 }, {}],
    ['null_creature', 'feed', { hunger: 15 }, {}],
  ] as const)('%s, %s: %j', (slug, action, expected, more) => {
    expect(changes(action, { ...more, species: plainly(slug) })).toEqual(expected);
  });

  test('a border collie’s play without a task is never effective', () => {
    const collie = plainly('border_collie');
    expect(given(aCreature({ stats: LOW }), { action: 'play' }, 7, collie).effectiveness).toBe('reduced');
    const task = { name: 'agility training', category: 'loved' as const };
    expect(given(aCreature({ stats: LOW }), { action: 'play', item: task }, 7, collie).effectiveness).toBe(
      'effective',
    );
  });
});

test('a stat hidden before or after is reported in neither', () => {
  const hedgehog = builtIn('hedgehog');
  const creature = aCreature({ stats: { ...LOW, trust: 49.5 } });
  const { shown } = given(creature, { action: 'reflect' }, 7, hedgehog);
  expect(shown).toEqual({ before: {}, after: {} });
});
