import { expect, test } from 'vitest';

import { aCreature, after, PLAIN, SLEEPYHEAD, NOON, type Given } from '../../../test/support/creature.ts';
import { HOUR, MINUTE } from '../base/clock.ts';
import { findBuiltIn } from '../species/catalog.ts';
import { MECHANICS } from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import { requireHatched } from './creature.ts';
import { statsAt } from './decay.ts';
import { diesAt, moveToZone, patienceEndsAt, rankFacts } from './live-until.ts';
import { isCuriousHour, moodOf, observe, recommendedCheckin } from './observe.ts';
import { nightRest } from './rhythm.ts';

test('an observation has all derived facts', () => {
  const creature = aCreature({ record: { recentActions: ['feed', 'play'], responsiveness: 97 } });
  expect(observe(creature, PLAIN, after(3))).toMatchObject({
    at: after(3),
    ageHours: 3,
    shown: { hunger: 97, happiness: 97, health: 100, trust: 20, discipline: 0 },
    hidden: [],
    mood: 'happy',
    asleepUntil: undefined,
    localHour: 15,
    feeding: { status: 'ok', hoursSinceFed: 3, opensAt: after(5), missed: 0 },
    rhythm: { averageHours: 12, thresholdHours: 36, multiplier: 1, established: false },
    progress: { consistency: 100, responsiveness: 97, path: 'high_care', form: undefined },
  });
});

test('the window is open from half on, and windows missed so far are counted', () => {
  expect(observe(aCreature(), PLAIN, after(5) - 1).feeding.opensAt).toBe(after(5));
  expect(observe(aCreature(), PLAIN, after(5)).feeding.opensAt).toBeUndefined();
  const { feeding } = observe(aCreature({ record: { missedFeedings: 2 } }), PLAIN, after(21));
  expect(feeding).toMatchObject({ status: 'critical', missed: 4 });
});

test('a sleeping creature is reported asleep with the end of its night', () => {
  const seen = observe(aCreature({ seed: SLEEPYHEAD }), PLAIN, after(11));
  const asleepUntil = { nightEndsAt: after(18), zone: { name: 'UTC' } };
  expect(seen).toMatchObject({ mood: 'sleeping', asleepUntil });
});

test('an adult has its path and a form', () => {
  const adult = { ...aCreature({ stage: 'adult', record: { consistency: 10 } }), path: 'rescue' as const };
  expect(observe(adult, PLAIN, after(1)).progress).toMatchObject({ path: 'rescue', form: 'Scarcat' });
});

test('a guarded creature hides the stats that its mechanics do not reveal', () => {
  const hedgehog = observe(aCreature({ stats: { trust: 50 } }), findBuiltIn('hedgehog') ?? PLAIN, after(0));
  expect(Object.keys(hedgehog.shown)).toEqual(['hunger']);
  expect(hedgehog.hidden).toEqual(['happiness', 'health', 'trust', 'discipline']);
  const seen = observe(aCreature(), findBuiltIn('void') ?? PLAIN, after(0));
  expect(seen.shown).toEqual({ hunger: 50, happiness: 50, health: 50, trust: 20, discipline: 0 });
});

test('a curious species is curious in some calm hours, others never', () => {
  const calm = aCreature({ stats: { happiness: 60 } });
  const moods = (curious: boolean) =>
    new Set(Array.from({ length: 9 }, (_, hour) => observe(calm, { ...PLAIN, curious }, after(hour)).mood));
  expect(moods(true)).toEqual(new Set(['curious', 'content']));
  expect(moods(false)).toEqual(new Set(['content']));
});

const WELL = { hunger: 60, happiness: 60, health: 90, trust: 50, discipline: 0 };

test.each([
  ['sleeping', { asleep: true, stats: { health: 5 } }],
  ['critical', { stats: { health: 19.9 } }],
  ['sick', { stats: { health: 20 } }],
  ['sick', { stats: { health: 39.9, hunger: 1 } }],
  ['hungry', { stats: { health: 40, hunger: 29.9, happiness: 100 } }],
  ['content', { stats: { hunger: 30 } }],
  ['happy', { stats: { happiness: 80.1, hunger: 50.1 }, curious: true }],
  ['content', { stats: { happiness: 80, hunger: 90 } }],
  ['content', { stats: { happiness: 99, hunger: 50 } }],
  ['curious', { stats: {}, curious: true }],
  ['content', { stats: {} }],
] as const)('the mood is %s for %j', (mood, given) => {
  const { asleep, curious, stats } = { asleep: false, curious: false, ...given };
  expect(moodOf({ asleep, curious, stats: { ...WELL, ...stats } })).toBe(mood);
});

test('two in five hours are curious, by seed', () => {
  const hours = Array.from({ length: 10_000 }, (_, hour) => isCuriousHour(77, hour)).filter(Boolean).length;
  expect(hours).toBeGreaterThan(3800);
  expect(hours).toBeLessThan(4200);
});

const SHY: Species = { ...PLAIN, mechanics: [MECHANICS.armor] };
/** Its first meal is missed only after it died of neglect. */
const PATIENT_EATER: Species = { ...PLAIN, feedingWindowHours: 24 };

test('a creature enters the danger list with its first missed meal, or at once if it dies before it can miss one', () => {
  const one = aCreature();
  expect(rankFacts(one, PLAIN, after(14.9)).lostAt).toBeUndefined();
  expect(rankFacts(one, PLAIN, after(15)).lostAt).toBe(diesAt(one, PLAIN));
  expect(rankFacts(one, PATIENT_EATER, NOON).lostAt).toBe(diesAt(one, PATIENT_EATER));
});

test('the rank of a creature with hidden stats uses its visits, never health or trust', () => {
  const ways = [1, 100].map((health) => aCreature({ stats: { health, trust: 45 } }));
  for (const one of ways)
    expect(rankFacts(one, SHY, after(20))).toEqual({ lostAt: patienceEndsAt(one), trustStep: undefined });
  expect(patienceEndsAt(aCreature())).toBe(NOON + 36 * HOUR);
});

test('trust is ranked in steps of ten', () => {
  const stepAt = (trust: number) => rankFacts(aCreature({ stats: { trust } }), PLAIN, NOON).trustStep;
  expect([0, 9.9, 10, 99.9, 100].map(stepAt)).toEqual([0, 0, 1, 9, 10]);
});

test('dead and released creatures have no rank', () => {
  const one = aCreature();
  const dead = { ...one, died: { at: after(40), cause: 'hunger' as const } };
  for (const gone of [dead, { ...one, releasedAt: after(1) }])
    expect(rankFacts(gone, PLAIN, after(41))).toEqual({ lostAt: undefined, trustStep: undefined });
});

test('a new time zone does not change the stats of the hours already lived', () => {
  const creature = aCreature({ seed: SLEEPYHEAD });
  const moved = requireHatched(moveToZone(creature, PLAIN, 'Asia/Tokyo', after(18)));
  expect(statsAt(moved, PLAIN, after(18))).toEqual(statsAt(creature, PLAIN, after(18)));
});

test.each([
  ['UTC', 11, 18],
  ['UTC', 3, 3],
  ['Asia/Kolkata', 6, 12.5],
])('in %s at hour %d the night ends at hour %d, asleep or not', (zone, hours, ends) => {
  expect(nightRest(aCreature({ zone }), after(hours)).nightEndsAt).toBe(after(ends));
});

function advice(hours: number, given: Given = {}, feedingWindowHours = 10) {
  const species = { ...PLAIN, feedingWindowHours };
  const creature = aCreature(given);
  return recommendedCheckin(creature, species, statsAt(creature, species, after(hours)), after(hours));
}

test('the next visit is between half and three quarters of the window', () => {
  const due = { reason: 'in_time', windowStatus: 'before_window', hungerThen: 93.75 };
  const span = { from: after(5) + 2 * MINUTE, to: after(9.5) };
  expect(advice(1)).toEqual({ at: after(6.25), returnAt: after(6.25), span, ...due });
  expect(advice(0, { life: { lastFedAt: NOON } }).at).toBe(after(6.25));
});

test.each([
  [6.25, 'in_window'],
  [9, 'in_window'],
  [12, 'past_window'],
])('at %f of ten hours the visit is due now', (hours, windowStatus) => {
  expect(advice(hours)).toMatchObject({ at: after(hours), reason: 'feed_now', windowStatus });
});

test('with critical feeding or health below twenty the visit is due now', () => {
  expect(advice(15)).toMatchObject({ at: after(15), reason: 'critical' });
  expect(advice(1, { stats: { health: 19.9 } })).toMatchObject({ at: after(1), reason: 'critical' });
  expect(advice(1, { stats: { health: 20 } }).reason).toBe('in_time');
});

// Asleep from ten to eighteen hours after noon.
test.each([
  ['it wakes within three quarters', 26, 18, 'when_it_wakes'],
  ['it wakes after them', 20, 18, 'when_it_wakes'],
  ['the window opens before bedtime', 19, 10 - 5 / 60, 'before_it_sleeps'],
  ['it sleeps before the window opens and after it has closed', 18.5, 10 - 1 / 12, 'before_it_sleeps'],
])('no visit is recommended during sleep: %s', (_, window, hours, reason) => {
  expect(advice(1, { seed: SLEEPYHEAD }, window)).toMatchObject({ at: after(hours), reason });
});

test.each([
  // Fed at 18:00 with a window of ten hours: open from 23:00 to 04:00.
  ['will sleep through its mealtime: a little early', 6.5, { fed: 6 }, 10 - 1 / 12, 'early_rather_than_late'],
  ['slept through its mealtime: on waking', 11, { fed: 6, cared: 6 }, 18, 'late_at_best'],
  ['sleeps in danger: now', 11, { fed: -5 }, 11, 'critical'],
  ['sleeps in danger and has company: on waking', 11, { fed: -5, cared: 11 }, 18, 'critical'],
])(
  'the next visit to a creature that %s',
  (_, hours, { fed, cared = 0 }: { fed: number; cared?: number }, at, reason) => {
    const life = { lastFedAt: after(fed), lastCareAt: after(cared) };
    expect(advice(hours, { seed: SLEEPYHEAD, life })).toMatchObject({ returnAt: after(at), reason });
  },
);
