import { expect, test } from 'vitest';

import { aCreature, after, NOON, PLAIN, SLEEPYHEAD, type Given } from '../../../test/support/creature.ts';
import { aLook, anEgg, aSibling } from '../../../test/support/facts.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Stage } from '../../rules/vocabulary.ts';
import { presentCompact, presentCreature } from './creature.present.ts';

function seen(given: Given, now = NOON, species: Species = PLAIN) {
  return presentCreature(aLook({ creature: aCreature(given), species, now }));
}

test('stats have one decimal, ages and hours at most two', () => {
  const shown = seen({ stats: { hunger: 91.26, trust: 20.04 } }, after(0.3777));
  expect([shown.hunger, shown.trust]).toEqual([90.9, 20]);
  expect([shown.age_hours, shown.hours_since_fed, shown.death_clock.hours_without_care]).toEqual([
    0.38, 0.38, 0.38,
  ]);
});

test('scores have one decimal', () => {
  const { evolution_progress: progress } = seen({ record: { consistency: 87.654, responsiveness: 99.96 } });
  expect([progress.consistency_score, progress.responsiveness_score]).toEqual([87.7, 100]);
});

test('the species is shown by name', () => {
  expect(seen({})).toMatchObject({ species: 'Plain', tier: 'common', family: 'cat' });
});

test('the feeding window opens at half, and its opening time is shown before', () => {
  expect(seen({}, after(4.9)).next_feeding_window).toBe('2026-01-15T17:00:00.000Z');
  expect(seen({}, after(5)).next_feeding_window).toBe('open now');
});

test('a sleeping creature has its wake-up time and the local end of its night', () => {
  const asleep = seen({ seed: SLEEPYHEAD, zone: 'UTC' }, after(12));
  expect(asleep.mood).toBe('sleeping');
  expect(asleep.sleep_info).toEqual({
    sleeping: true,
    sleep_window_end: '06:00',
    timezone_used: 'UTC',
    wakes_at: '2026-01-16T06:00:00.000Z',
  });
});

test('the end of the night is right in zones with half hours', () => {
  // 22:30 UTC is four in the morning in Kolkata.
  const seeds = Array.from({ length: 50 }, (_, seed) => seen({ seed, zone: 'Asia/Kolkata' }, after(10.5)));
  const asleep = seeds.find(({ sleep_info }) => sleep_info !== undefined);
  expect(asleep?.sleep_info).toEqual({
    sleeping: true,
    sleep_window_end: '06:00',
    timezone_used: 'Asia/Kolkata',
    wakes_at: expect.stringMatching(/T23:30:00|T00:30:00/),
  });
});

test('an awake creature has no sleep_info', () => {
  expect(seen({}).sleep_info).toBeUndefined();
});

test.each<[Stage, string | null, string | undefined]>([
  ['baby', null, 'string'],
  ['child', 'high_care', 'string'],
  ['teen', 'high_care', 'string'],
])('a %s is on the way to %s and has a hint', (stage, path, hint) => {
  const { evolution_progress: progress } = seen({ stage });
  expect(progress.current_path).toBe(path);
  expect(typeof progress.hint).toBe(hint);
  expect(progress.form).toBeUndefined();
});

test('an adult has its form and no hint', () => {
  const creature = { ...aCreature({ stage: 'adult' }), path: 'rescue' as const };
  const { evolution_progress: progress } = presentCreature(aLook({ creature }));
  expect(progress).toMatchObject({ current_path: 'rescue', form: 'Scarcat' });
  expect(progress.hint).toBeUndefined();
});

test('the rhythm is shown with its threshold', () => {
  expect(seen({}).care_rhythm).toEqual({
    average_hours: 12,
    death_threshold_hours: 36,
    decay_multiplier: 1,
    established: false,
  });
});

test('without a portrait image_url is null', () => {
  expect(seen({}).image_url).toBeNull();
  expect(presentCreature(aLook({ imageUrl: 'https://a.example/b.png' })).image_url).toBe(
    'https://a.example/b.png',
  );
});

const dimmed = CATALOG.find(({ mechanics }) => mechanics.some(({ key }) => key === 'idle'));

test('a stat capped at fifty is capped for eggs, too', () => {
  const shown = seen({}, NOON, dimmed);
  expect([shown.hunger, shown.happiness, shown.health]).toEqual([50, 50, 50]);
  const species = dimmed ?? PLAIN;
  expect(presentCompact({ creature: anEgg(species), species, observed: undefined }, after(0)).health).toBe(
    50,
  );
});

test('an egg among siblings has no running clock', () => {
  expect(presentCompact({ creature: anEgg(), species: PLAIN, observed: undefined }, after(0))).toMatchObject({
    stage: 'egg',
    age_hours: 0,
    hunger: 100,
    happiness: 100,
    health: 100,
    trust: 20,
    discipline: 0,
    mood: 'content',
    alive: true,
    feeding_status: 'ok',
    hours_since_fed: 0,
    next_feeding_window: new Date(after(PLAIN.feedingWindowHours / 2)).toISOString(),
    death_clock: null,
  });
});

test('a sibling is summarised', () => {
  const compact = presentCompact(aSibling(aCreature(), PLAIN, after(6)), after(6));
  expect(compact).toMatchObject({
    hunger: 94,
    mood: 'happy',
    feeding_status: 'due_soon',
    hours_since_fed: 6,
  });
  expect(compact.death_clock).toMatchObject({ threshold_hours: 36, urgency: 'safe' });
});
