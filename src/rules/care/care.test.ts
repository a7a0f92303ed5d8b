import { expect, test } from 'vitest';

import { aCreature, after, PLAIN, SLEEPYHEAD, type Given, builtIn } from '../../../test/support/creature.ts';
import { HOUR } from '../base/clock.ts';
import {
  type HatchedCreature,
  NEW_RECORD,
  recordAfter,
  rememberAction,
  varietyOf,
} from '../lives/creature.ts';
import { SAME_VISIT } from '../lives/rhythm.ts';
import type { Species } from '../species/species.ts';
import {
  type Action,
  ACTIONS,
  ITEM_ACTIONS,
  ITEM_CATEGORIES,
  STATS,
  type TrustSpeed,
} from '../vocabulary.ts';
import { applyCare, categoryOf, effectOf, scoreWithin, type AskedCare, type CareEffect } from './care.ts';
import {
  consistencyAfter,
  consistencyNow,
  feedingStatusOf,
  missedWindows,
  responsivenessAfter,
  timingOf,
  windowsSinceFed,
  windowStatusOf,
} from './feeding.ts';

const LOW = { hunger: 20, happiness: 20, health: 50, trust: 40, discipline: 10 };
const TUNA = { name: 'tuna', category: 'loved' } as const;
const STRICT = { discipline: 10, happiness: -5, trust: -1 };
const SOAP = { name: 'soap', category: 'harmful' } as const;
/** Settled at the moment of care, last fed seven hours before. */
const AT_REST = { settledAt: after(7), lastFedAt: after(0) };

function given(creature: HatchedCreature, wish: AskedCare, hours = 7, species = PLAIN): CareEffect {
  const outcome = applyCare(creature, species, wish, after(hours));
  if ('refused' in outcome) throw new Error(`refused: ${outcome.refused}`);
  return outcome;
}

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
  const changed = STATS.map((stat) => [stat, Math.round((then[stat] - before[stat]) * 1e6) / 1e6] as const);
  return Object.fromEntries(changed.filter(([, by]) => by !== 0));
}

test.each([
  ['feed', { hunger: 50 }, { hunger: 60, happiness: 8 }, { health: -15 }],
  ['play', { happiness: 15 }, { happiness: 20, health: 5 }, { happiness: -10, health: -5 }],
  ['clean', { health: 10 }, { health: 15, happiness: 8 }, { health: -10 }],
  ['medicine', { health: 25 }, { health: 30, trust: 4 }, { health: -20 }],
  ['sleep', { health: 5 }, { health: 8, happiness: 3 }, { health: -5 }],
  ['discipline', STRICT, { discipline: 12, happiness: -2 }, { happiness: -15, health: -10 }],
] as const)('%s has the effects of the table: plain, loved and harmful', (action, plain, loved, harmful) => {
  const effects = ([undefined, 'neutral', 'loved', 'harmful'] as const).map((each) => effectOf(action, each));
  expect(effects).toEqual([plain, plain, loved, harmful]);
  expect(changes(action)).toEqual(plain);
  expect(changes(action, { item: TUNA })).toEqual(loved);
  expect(changes(action, { item: SOAP })).toEqual(harmful);
});

// Liked: halfway between neutral and loved. Disliked: half the gain at the same cost. Reflect takes no item.
test.each([
  ['feed', 'liked', { hunger: 55, happiness: 4 }],
  ['discipline', 'liked', { discipline: 11, happiness: -3.5, trust: -0.5 }],
  ['feed', 'disliked', { hunger: 25 }],
  ['discipline', 'disliked', { discipline: 5, happiness: -5, trust: -1 }],
  ['reflect', 'harmful', { trust: 2 }],
] as const)('%s with a %s item has the effects %j', (action, category, effects) => {
  expect(effectOf(action, category)).toEqual(effects);
});

test('the category of an item follows from its score', () => {
  const scores = [1, 0.6, 0.5999, 0.5, 0.4999, 0.42, 0.4199, 0.33, 0.3299, -1];
  const loved = ['loved', 'loved', 'liked', 'liked', 'neutral', 'neutral'];
  expect(scores.map(categoryOf)).toEqual([...loved, 'disliked', 'disliked', 'harmful', 'harmful']);
});

test.each(ITEM_CATEGORIES)(
  'a score within the band of %s rises with the position from 0 to 1 and never leaves the band',
  (category) => {
    const scores = [-1, 0, 0.3, 0.6, 1, 7].map((share) => scoreWithin(category, share));
    expect(new Set(scores.map(categoryOf))).toEqual(new Set([category]));
    expect(scores).toEqual(scores.toSorted((one, other) => one - other));
    expect(new Set(scores).size).toBe(4);
  },
);

test.each([
  [0.2499, 'early', { hunger: 10, happiness: -2 }],
  [0.25, 'early', { hunger: 30 }],
  [0.4999, 'early', { hunger: 30 }],
  [0.5, 'on_time', { hunger: 50 }],
  [1, 'on_time', { hunger: 50 }],
  [1.0001, 'late', { hunger: 50, trust: -0.5 }],
  [1.5, 'late', { hunger: 50, trust: -0.5 }],
  [1.5001, 'missed_window', { hunger: 50, health: -3, trust: -1 }],
])('a feed at %f of the window is %s and gives %j', (windows, timing, expected) => {
  expect(timingOf(windows).timing).toBe(timing);
  expect(changes('feed', { given: { life: { lastFedAt: after(7 - 10 * windows) } } })).toEqual(expected);
});

test('timing scales only the hunger that a feed restores', () => {
  const early = { given: { life: { lastFedAt: after(6) } } };
  expect(changes('feed', { item: TUNA, ...early })).toEqual({ hunger: 12, happiness: 6 });
});

test.each<[TrustSpeed, number]>([
  ['instant', 4],
  ['fast', 3],
  ['medium', 2],
  ['slow', 1],
])('reflect is worth %s trust: %i, and trust is lost at the same speed by all', (trustSpeed, trust) => {
  const species = { ...PLAIN, trustSpeed };
  expect(changes('reflect', { species })).toEqual({ trust });
  expect(changes('discipline', { species })).toMatchObject({ trust: -1 });
});

test.each(
  (['instant', 'fast', 'medium', 'slow'] as const)
    .map((trustSpeed): [string, Species] => [trustSpeed, { ...PLAIN, trustSpeed }])
    .concat(['chonk', 'robot', 'snail', 'dragon'].map((slug) => [slug, builtIn(slug)])),
)('a streak of on-time feeds earns a flat bonus for any species and trust speed: %s', (_, species) => {
  const life = { lastFedAt: after(7) - 0.75 * species.feedingWindowHours * HOUR };
  const bonusAt = (streak: number) =>
    changes('feed', { species, given: { record: { streak }, life } })['trust'];
  expect([1, 2, 4, 9, 20].map(bonusAt)).toEqual([undefined, 1.5, 2.5, 5, 5]);
});

test('an early feed ends a streak; a harmful one neither extends it nor earns its bonus', () => {
  expect(given(aCreature({ record: { streak: 9 } }), { action: 'feed' }, 3).creature.record.streak).toBe(0);
  const fed = given(aCreature({ stats: LOW, record: { streak: 4 } }), { action: 'feed', item: SOAP });
  expect(fed.creature.record.streak).toBe(4);
  expect(fed.after.trust).toBe(fed.before.trust);
});

test.each([
  ['feed', { hunger: 50 }, 'effective'],
  ['feed', { hunger: 75 }, 'effective'],
  ['feed', { hunger: 75.1 }, 'reduced'],
  ['feed', { hunger: 100 }, 'wasted'],
  ['feed', { hunger: 99.96 }, 'wasted'],
  ['medicine', { health: 100 }, 'wasted'],
  ['play', { happiness: 95 }, 'reduced'],
  ['reflect', { trust: 100 }, 'wasted'],
  ['discipline', { discipline: 100 }, 'wasted'],
] as const)('%s at %j is %s', (action, stats, effectiveness) => {
  expect(given(aCreature({ stats, life: AT_REST }), { action }).effectiveness).toBe(effectiveness);
});

test.each(ITEM_ACTIONS)('%s with a harmful item is wasted, whatever changed', (action) => {
  expect(given(aCreature({ stats: LOW }), { action, item: SOAP }).effectiveness).toBe('wasted');
});

test.each(['void 90', 'hedgehog 90', 'hedgehog 100'])('a feed without a visible change: %s', (of) => {
  const [slug = '', hunger] = of.split(' ');
  const sated = aCreature({ stats: { hunger: Number(hunger) }, life: AT_REST });
  expect(given(sated, { action: 'feed' }, 7, builtIn(slug)).effectiveness).toBe('effective');
});

test('a border collie’s play without a task is never effective', () => {
  const collie: Species = { ...PLAIN, mechanics: builtIn('border_collie').mechanics };
  const task = { name: 'agility training', category: 'loved' } as const;
  const played = [undefined, task].map((item) =>
    given(aCreature({ stats: LOW }), { action: 'play', item }, 7, collie),
  );
  expect(played.map(({ effectiveness }) => effectiveness)).toEqual(['reduced', 'effective']);
});

test('a feed is remembered with its time, count and timing', () => {
  const { creature, timing } = given(aCreature(), { action: 'feed' });
  expect(timing).toBe('on_time');
  const rhythm = { intervals: 1, averageHours: 7 };
  expect(creature.life).toMatchObject({ lastFedAt: after(7), playedSinceFed: false, rhythm });
  const counts = { feedings: 1, streak: 1, careActions: 1, consistency: 100 };
  expect(creature.record).toMatchObject({ ...counts, lastAction: 'feed', recentActions: ['feed'] });
});

test('play and clean are remembered with their times', () => {
  const played = { lastPlayedAt: after(7), lastFedAt: after(0), playedSinceFed: true };
  expect(given(aCreature(), { action: 'play' }).creature.life).toMatchObject(played);
  const cleaned = { lastCleanedAt: after(7), lastPlayedAt: after(0) };
  expect(given(aCreature(), { action: 'clean' }).creature.life).toMatchObject(cleaned);
});

test('missed windows are remembered', () => {
  const { creature, timing } = given(aCreature(), { action: 'feed' }, 35);
  expect(timing).toBe('missed_window');
  expect(creature.record).toMatchObject({ missedFeedings: 3, streak: 0, consistency: 100 * 0.9 ** 3 });
});

test.each([
  [SAME_VISIT - 1, 'the same visit'],
  [SAME_VISIT, 'another visit'],
])('care %i ms after the last is %s, and only a new visit records an interval', (ms, which) => {
  const creature = aCreature({ record: { responsiveness: 50 } });
  const entry = { action: 'play', timing: undefined, windows: 0.5, health: 90, harmful: false } as const;
  const { responsiveness } = recordAfter(creature, entry, creature.life.lastCareAt + ms);
  expect(responsiveness === 50).toBe(which === 'the same visit');
});

test.each([
  [[], 0],
  [['feed'], 0],
  [['feed', 'feed'], 0],
  [['feed', 'play'], (Math.log(2) / Math.log(7)) * 100],
  [[...ACTIONS], 100],
] as const)('care like %j has a variety of %f', (recent, variety) => {
  expect(varietyOf(recent)).toBeCloseTo(variety, 10);
});

test('the last twenty acts are remembered', () => {
  const meals = Array<'feed'>(20).fill('feed');
  expect(rememberAction(meals, 'play')).toEqual([...meals.slice(1), 'play']);
});

test.each([
  [19.9, 'medicine', false, true, true],
  [19.9, 'clean', false, true, false],
  [14, 'medicine', false, true, false],
  [5, 'clean', false, true, false],
  [20, 'medicine', false, false, false],
  [39.9, 'medicine', true, true, true],
  [40, 'medicine', true, true, false],
] as const)(
  'at health %d %s, a crisis before: %s, now: %s, a rescue: %s',
  (health, action, before, ...now) => {
    const record = { wasCritical: before };
    const creature = aCreature({ stats: { health }, record, life: { settledAt: after(7) } });
    const { creature: saved, felt, after: then } = given(creature, { action });
    expect([saved.record.wasCritical, saved.record.rescued]).toEqual(now);
    expect(JSON.stringify(felt).includes('thin_thread')).toBe(health < 20 && then.health >= 20);
  },
);

test('milestones are remembered, two if two are crossed', () => {
  const stats = { ...LOW, trust: 49, happiness: 70 };
  const fond = aCreature({ stats, record: { streak: 9 }, life: { settledAt: after(7) } });
  const { milestones, creature } = given(fond, { action: 'feed', item: TUNA });
  const reached = ['trust_milestone:50', 'care_streak:10'];
  expect(milestones.map(({ type, threshold }) => `${type}:${threshold}`)).toEqual(reached);
  expect(creature.record.milestones).toEqual(reached);
});

test('care that takes its last health kills it at that moment, with cause harm', () => {
  const weak = aCreature({ stats: { health: 15 }, life: { settledAt: after(7) } });
  const died = { at: after(7), cause: 'harm' };
  expect(given(weak, { action: 'feed', item: SOAP })).toMatchObject({ killed: true, creature: { died } });
  expect(given(weak, { action: 'feed' })).toMatchObject({ killed: false, creature: { died: undefined } });
});

test.each([
  [20, SOAP, 2],
  [17.8, SOAP, 1],
  [15.5, SOAP, 0.5],
  [15, SOAP, 0],
  [2, undefined, 1],
  [0.5, undefined, 0.5],
] as const)(
  'the penalty of a missed meal stops at health 1: at %f, with %o, %f is left',
  (health, item, left) => {
    const neglected = aCreature({ stats: { health }, life: { settledAt: after(20), lastFedAt: after(0) } });
    const meal = given(neglected, { action: 'feed', item }, 20);
    expect(meal).toMatchObject({ timing: 'missed_window', killed: left === 0 });
    expect(meal.after.health).toBeCloseTo(left, 10);
  },
);

test('asleep it refuses all care but reflect, and nothing changes', () => {
  const sleeper = aCreature({ seed: SLEEPYHEAD });
  for (const action of ITEM_ACTIONS)
    expect(applyCare(sleeper, PLAIN, { action }, after(11))).toEqual({ refused: 'asleep' });
  expect(applyCare(sleeper, PLAIN, { action: 'reflect' }, after(11))).toHaveProperty('creature');
});

test('a jackrabbit refuses food before play', () => {
  const jackrabbit = builtIn('jackrabbit');
  const hare = aCreature({ stats: LOW });
  expect(applyCare(hare, jackrabbit, { action: 'feed' }, after(2))).toEqual({ refused: 'wants_play_first' });
  const played = given(hare, { action: 'play' }, 1, jackrabbit).creature as HatchedCreature;
  expect(applyCare(played, jackrabbit, { action: 'feed' }, after(2))).toHaveProperty('creature');
});

test.each([
  ['persian', 'clean', { health: 30 }, {}],
  ['bengal', 'feed', { hunger: 25 }, {}],
  ['bengal', 'feed', { hunger: 50 }, { given: { life: { playedSinceFed: true } } }],
  ['owl', 'medicine', { health: 50 }, { hours: 17.99 }],
  ['owl', 'medicine', { health: 12.5 }, { hours: 18 }],
  ['owl', 'medicine', { health: 25 }, { hours: 8 }],
  ['robot', 'reflect', { trust: 3 }, {}],
  ['robot', 'discipline', { discipline: 10, happiness: -5, trust: -2 }, {}],
  ['goose', 'discipline', { discipline: 7, happiness: -10, trust: -1 }, {}],
] as const)('the rules of a %s change the effects of %s to %j', (slug, action, expected, more) => {
  const species = { ...PLAIN, mechanics: builtIn(slug).mechanics };
  expect(changes(action, { ...more, species })).toEqual(expected);
});

test('a stat hidden before or after is reported in neither', () => {
  const creature = aCreature({ stats: { ...LOW, trust: 49.5 } });
  const { shown } = given(creature, { action: 'reflect' }, 7, builtIn('hedgehog'));
  expect(shown).toEqual({ before: {}, after: {} });
});

test.each([
  [0.4999, 'ok', 'before_window'],
  [0.5, 'due_soon', 'in_window'],
  [1, 'due_soon', 'in_window'],
  [1.0001, 'overdue', 'past_window'],
  [1.4999, 'overdue', 'past_window'],
  [1.5, 'critical', 'past_window'],
])('at %f of the window feeding is %s', (windows, status, window) => {
  expect(windowsSinceFed(aCreature(), PLAIN, after(10 * windows))).toBeCloseTo(windows, 6);
  expect([feedingStatusOf(windows), windowStatusOf(windows)]).toEqual([status, window]);
});

test.each([
  ['early', 0.4, 80, 80],
  ['on_time', 0.7, 80, 82],
  ['on_time', 0.7, 100, 100],
  ['late', 1.2, 80, 79],
  ['missed_window', 1.6, 80, 72],
  ['missed_window', 3.9, 80, 80 * 0.9 ** 3],
] as const)('a %s feed at %f windows takes consistency from %f to %f', (timing, windows, before, then) => {
  expect(consistencyAfter(before, timing, windows)).toBeCloseTo(then, 10);
});

test.each([
  [1.49, 0, 100],
  [1.5, 1, 90],
  [2, 2, 81],
  [3.7, 3, 72.9],
])('after %f windows without a feed, %i count as missed on every read', (windows, missed, consistency) => {
  expect(missedWindows(windows)).toBe(missed);
  expect(consistencyNow(NEW_RECORD, windows)).toBeCloseTo(consistency, 10);
});

test('a late visit lowers responsiveness', () => {
  const statuses = ['ok', 'due_soon', 'overdue', 'critical'] as const;
  expect(statuses.map((status) => responsivenessAfter(100, status))).toEqual([100, 100, 96, 90]);
});
