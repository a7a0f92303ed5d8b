import { expect, test } from 'vitest';

import { aCreature, after, NOON, PLAIN } from '../../../test/support/creature.ts';
import { anEgg } from '../../../test/support/facts.ts';
import { HOUR } from '../base/clock.ts';
import type { Stat } from '../vocabulary.ts';
import { NEW_RECORD } from './creature.ts';
import { ageHours, FORMS, milestonesBetween, nextGrowth, pathAt } from './growth.ts';
import { markChecked, hatchEgg, liveUntil, nextEventAt } from './live-until.ts';
import { resurrectionCost, reviveCreature } from './resurrection.ts';

const PATIENT = { ...PLAIN, feedingWindowHours: 24 };

/** Just fed, so nothing was missed. */
function fedAt(hours: number, given: Parameters<typeof aCreature>[0] = {}) {
  const life = { lastFedAt: after(hours), lastCareAt: after(hours), settledAt: after(hours) };
  return aCreature({ ...given, life });
}

const teenAt = (hours: number, consistency: number) =>
  fedAt(hours, { stage: 'teen', record: { consistency } });

test.each([
  ['a baby at 24 hours', aCreature(), { at: after(24), to: 'child', path: undefined }],
  ['a child at 72', aCreature({ stage: 'child' }), { at: after(72), to: 'teen', path: undefined }],
  ['a consistent teen at 120', teenAt(119, 50), { at: after(120), to: 'adult', path: 'balanced' }],
  ['another teen at 216', teenAt(119, 49.99), { at: after(216), to: 'adult', path: 'low_care' }],
  ['a late bloomer at fifty', teenAt(150, 51), { at: after(150), to: 'adult', path: 'balanced' }],
  ['a teen that misses windows before', teenAt(100, 55), { at: after(216), to: 'adult', path: 'low_care' }],
  ['an egg never', aCreature({ stage: 'egg' }), undefined],
  ['an adult never', aCreature({ stage: 'adult' }), undefined],
])('the next growth is exact to the millisecond: %s', (_, creature, growth) => {
  expect(nextGrowth(creature, PLAIN)).toEqual(growth);
});

test('the path follows from consistency, and from a rescue', () => {
  const pathOf = (consistency: number, rescued = false) =>
    pathAt(fedAt(1, { record: { consistency, rescued } }), PLAIN, after(1));
  expect([100, 90, 89.99].map((each) => pathOf(each))).toEqual(['high_care', 'high_care', 'balanced']);
  expect([50, 49.99, 0].map((each) => pathOf(each))).toEqual(['balanced', 'low_care', 'low_care']);
  expect([pathOf(100, true), pathOf(0, true)]).toEqual(['rescue', 'rescue']);
});

test('age counts from hatching and stops at death', () => {
  expect(ageHours(aCreature(), after(30))).toBe(30);
  expect(ageHours({ ...aCreature(), died: { at: after(10), cause: 'hunger' } }, after(30))).toBe(10);
  expect(ageHours({ ...aCreature(), life: undefined }, after(30))).toBe(0);
  expect(ageHours(aCreature({ life: { ageFrom: after(0) + HOUR } }), after(30))).toBe(29);
});

test.each([
  ['cat', ['Hearthcat', 'Straycat', 'Ceilingcat', 'Scarcat']],
  ['dog', ['Sunpup', 'Traildog', 'Ghostdog', 'Threelegs']],
  ['exotic', ['Bonded', 'Wanderer', 'Phantom', 'Mender']],
  ['ai-native', ['Attuned', 'Drifter', 'Void', 'Phoenix']],
] as const)('an adult %s is one of %j', (family, forms) => {
  const { high_care: high, balanced, low_care: low, rescue } = FORMS[family];
  expect([high, balanced, low, rescue]).toEqual(forms);
});

test('an egg hatches when it is looked at, and never before', () => {
  const egg = anEgg();
  expect(liveUntil(egg, PLAIN, after(9999))).toEqual({ creature: egg, happened: [] });
  expect(nextEventAt(egg, PLAIN)).toBeUndefined();
  const at = after(50);
  const stats = { hunger: 100, happiness: 100, health: 100, trust: 20, discipline: 0 };
  expect(hatchEgg(egg, at)).toMatchObject({
    stage: 'baby',
    life: { hatchedAt: at, ageFrom: at, lastFedAt: at, lastCareAt: at, stats },
  });
});

test('events happen at their own time to the millisecond, however late they are read', () => {
  const { creature, happened } = liveUntil(aCreature(), PATIENT, after(500));
  expect(happened).toEqual([
    { kind: 'grew', at: after(24), to: 'child', path: undefined },
    { kind: 'died', at: after(36), cause: 'neglect' },
  ]);
  expect(creature).toMatchObject({ stage: 'child', died: { at: after(36), cause: 'neglect' } });
  expect(liveUntil(aCreature(), PATIENT, after(36) - 1).creature.died).toBeUndefined();
  expect(liveUntil(aCreature(), PATIENT, after(36)).creature.died).toBeDefined();
});

test('dead and released creatures have no events', () => {
  const dead = { ...aCreature(), died: { at: after(1), cause: 'harm' as const } };
  for (const each of [dead, { ...aCreature(), releasedAt: after(1) }]) {
    expect(liveUntil(each, PLAIN, after(999))).toEqual({ creature: each, happened: [] });
    expect(nextEventAt(each, PLAIN)).toBeUndefined();
  }
});

test('an adult gets its path when it grows up', () => {
  const { creature } = liveUntil(teenAt(119, 100), PLAIN, after(120));
  expect(creature).toMatchObject({ stage: 'adult', path: 'high_care' });
});

test('the next event is the next stage, or death if sooner', () => {
  expect(nextEventAt(aCreature(), PLAIN)).toBe(after(24));
  expect(nextEventAt(aCreature({ stats: { health: 4 } }), PLAIN)).toBe(after(17));
});

test('only creatures sensitive to loneliness record visits', () => {
  expect(markChecked(aCreature(), PLAIN, after(4))).toEqual(aCreature());
  const { life } = markChecked(aCreature(), { ...PLAIN, traits: ['social'] }, after(4));
  const settled = { settledAt: after(4), lastCareAt: after(0), stats: { hunger: 95.5 } };
  expect(life).toMatchObject({ lastCheckedAt: after(4), ...settled });
});

function crossing(stat: Stat | 'streak', before: number, then: number, record = NEW_RECORD) {
  const none = { hunger: 0, happiness: 0, health: 0, trust: 0, discipline: 0, streak: 0 };
  const at = (value: number) => {
    const { streak, ...stats } = { ...none, [stat]: value };
    return { stats, streak };
  };
  return milestonesBetween(at(before), at(then), record);
}

test.each([
  ['trust', 'trust_milestone', [50, 75, 90]],
  ['happiness', 'happiness_milestone', [50, 80, 100]],
  ['discipline', 'discipline_milestone', [25, 50, 75]],
  ['streak', 'care_streak', [10, 25, 50, 100]],
] as const)('%s has milestones, each at its threshold', (stat, type, thresholds) => {
  for (const threshold of thresholds) {
    expect(crossing(stat, threshold - 0.1, threshold)).toEqual([{ type, threshold }]);
    expect(crossing(stat, threshold, threshold + 0.1)).toEqual([]);
    expect(crossing(stat, threshold - 0.2, threshold - 0.1)).toEqual([]);
  }
  expect(crossing(stat, 0, 100)).toEqual(thresholds.map((threshold) => ({ type, threshold })));
});

test('health has one milestone, for creatures that had been critical', () => {
  const healed = { type: 'health_milestone', threshold: 80 };
  expect(crossing('health', 70, 85)).toEqual([]);
  expect(crossing('health', 70, 85, { ...NEW_RECORD, wasCritical: true })).toEqual([healed]);
});

const deadAt = (hours: number, resurrections = 0) =>
  ({ ...aCreature(), resurrections, died: { at: after(hours), cause: 'hunger' } }) as const;

test.each([
  ['a day old, first death', 24, 0, 100],
  ['a week old, first death', 168, 0, 100],
  ['a minute over a week', 168 + 1 / 60, 0, 101],
  ['a month old, first death', 28 * 24, 0, 400],
  ['six months old, first death', 182 * 24, 0, 2600],
  ['six months old, second death', 182 * 24, 1, 13_000],
  ['a day old, third death', 24, 2, 2500],
  ['so often that the price is capped', 1e6, 40, 1_000_000_000_000],
])('a return costs the price of the formula: %s', (_, hours, before, cost) => {
  expect(resurrectionCost(deadAt(hours, before), after(hours + 99))).toBe(cost);
});

test('resurrection restarts every clock and keeps its age', () => {
  const now = after(100);
  const back = reviveCreature(deadAt(30), PLAIN, 'a little quieter', now);
  const stats = { hunger: 50, happiness: 50, health: 50, trust: 30, discipline: 50 };
  const clocks = { settledAt: now, lastFedAt: now, lastCareAt: now, hatchedAt: NOON, ageFrom: after(70) };
  expect(back).toMatchObject({
    died: undefined,
    resurrections: 1,
    record: { streak: 0, missedFeedings: 3, consistency: 100 * 0.9 ** 3 },
    personality: ['a little quieter'],
    life: { stats, ...clocks, rhythm: { intervals: 0 } },
  });
  expect(ageHours(back, after(101))).toBe(31);
});
