import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Action, ItemCategory } from '../../src/rules/vocabulary.ts';
import type { NextStep } from '../../src/api/fields.ts';
import {
  type CareChoice,
  chooseAction,
  type VisitDeed,
  type WatchedCreature,
} from '../../src/keeper/choose-action.ts';
import { chooseItem, nextTimeOfDay, nextVisit, type KnownTastes } from '../../src/keeper/round.ts';

const ID = '0197a000-0000-7000-8000-000000000001';

/** A creature that is well and was fed an hour ago, with the fields that decisions read. */
function seen(more: Partial<WatchedCreature> = {}): WatchedCreature {
  const stats = { hunger: 95, happiness: 90, health: 100, trust: 90, discipline: 0 };
  const fed = { next_feeding_window: '2030-01-01T13:30:00.000Z', hours_since_fed: 1 };
  const meals = { feeding_window_hours: 5, ...fed };
  const state = { mood: 'happy', feeding_status: 'ok', ...stats, ...meals };
  const death_clock = { dies_at: '2030-01-02T23:00:00.000Z', urgency: 'safe' };
  return { id: ID, name: 'Pebble', ...state, death_clock, ...more } as WatchedCreature;
}

const HUNGRY = { next_feeding_window: 'open now', hours_since_fed: 3, feeding_status: 'due_soon' as const };
const sleep_info = { sleeping: true, sleep_window_end: '06:00', timezone_used: 'UTC' };
const ASLEEP: Partial<WatchedCreature> = { mood: 'sleeping', sleep_info };

function when(creature: Partial<WatchedCreature>, more: Partial<CareChoice> = {}): CareChoice {
  return { creature: seen(creature), steps: [], done: [], aloneHours: 3, fruitless: new Set(), ...more };
}

function advised(action: Action, item?: string, id = ID): NextStep {
  const body = { action, creature_id: id, ...(item !== undefined && { item }) };
  return { action, method: 'POST', endpoint: '/api/house/care', description: '', body };
}

function did(...actions: readonly Action[]): VisitDeed[] {
  return actions.map((action) => ({ action, taken: 'accepted' }));
}

const DYING = { ...seen().death_clock, urgency: 'imminent' as const };
const UNKNOWN = { hunger: null, happiness: null, health: null, trust: null, discipline: null };
const HIDING = { ...UNKNOWN, hidden_stats: ['trust' as const] };
const SHY = { ...HUNGRY, ...HIDING };
const LAST_SLEEP = { ...ASLEEP, death_clock: DYING };
const MEDICINE_THRICE = did('medicine', 'medicine', 'medicine');
const REFUSED: VisitDeed = { action: 'feed', taken: 'refused' };
const PLAYED_INSTEAD = [REFUSED, ...did('play')];
const reflected = (times: number) => did(...Array<Action>(times).fill('reflect'));
const SIBLING = '0197a000-0000-7000-8000-000000000002';
const CLEAN = { action: 'clean' as const };
const GRANTED: VisitDeed = { ...CLEAN, taken: 'accepted', wished: true };
const COME_BACK = { action: 'check_back', endpoint: '/api/house/status', description: '' };

const SITUATIONS: readonly (readonly [string, CareChoice, Action | undefined])[] = [
  ['one that is well is left in peace', when({}), undefined],
  ['one whose window is open is fed', when(HUNGRY), 'feed'],
  ['one that was fed is not fed again', when(HUNGRY, { done: did('feed') }), undefined],
  ['one whose window is shut is not fed, however empty', when({ hunger: 5 }), undefined],
  ['a late meal is given all the same', when({ ...HUNGRY, feeding_status: 'overdue' }), 'feed'],

  ['a sick one gets medicine before food', when({ ...HUNGRY, health: 35 }), 'medicine'],
  ['a sick mood gets medicine, whatever it hides', when({ ...HIDING, mood: 'sick' }), 'medicine'],
  ['advised medicine is given', when(SHY, { steps: [advised('medicine'), advised('feed')] }), 'medicine'],
  ['medicine is given thrice at most', when({ ...HUNGRY, health: 10 }, { done: MEDICINE_THRICE }), 'feed'],

  ['a sleeper is left alone', when({ ...HUNGRY, ...ASLEEP, happiness: 10 }), undefined],
  ['a sleeper in danger is sat with', when(LAST_SLEEP), 'reflect'],
  ['a starving sleeper is sat with', when({ ...ASLEEP, feeding_status: 'critical' }), 'reflect'],
  ['a sleeper is sat with once a visit', when(LAST_SLEEP, { done: did('reflect') }), undefined],

  ['advised play comes before food', when(HUNGRY, { steps: [advised('play', 'a ball')] }), 'play'],
  ['food comes after advised play', when(HUNGRY, { steps: [advised('play')], done: did('play') }), 'feed'],
  ['play advised second comes later', when(HUNGRY, { steps: [advised('feed'), advised('play')] }), 'feed'],
  ['advice for a sibling is ignored', when(HUNGRY, { steps: [advised('play', 'a ball', SIBLING)] }), 'feed'],
  ['advised care follows a refusal', when(HUNGRY, { done: [REFUSED], steps: [advised('play')] }), 'play'],
  ['refused care is tried again', when(HUNGRY, { done: PLAYED_INSTEAD, steps: [advised('feed')] }), 'feed'],
  ['advised reflecting goes on', when(SHY, { done: reflected(3), steps: [advised('reflect')] }), 'reflect'],
  ['advised reflecting ends', when(HUNGRY, { done: reflected(30), steps: [advised('reflect')] }), undefined],

  ['a sad one is played with', when({ happiness: 60 }), 'play'],
  ['play comes once a visit', when({ happiness: 60 }, { done: did('play') }), undefined],
  ['a frail one is cleaned', when({ health: 60 }), 'clean'],
  ['one that does not trust yet is sat with', when({ trust: 20 }), 'reflect'],
  ['one that hides something is sat with', when(HIDING), 'reflect'],
  ['a hiding one is sat with twice', when(HIDING, { done: did('reflect') }), 'reflect'],
  ['a hiding one is not sat with thrice', when(HIDING, { done: did('reflect', 'reflect') }), undefined],
  ['fruitless care waits for tomorrow', when({ happiness: 50 }, { fruitless: new Set(['play']) }), undefined],
  ['one cared for just now is left alone', when({ happiness: 60 }, { aloneHours: 0.2 }), undefined],
  ['one fed just now is not left', when({ happiness: 60 }, { aloneHours: 0.2, done: did('feed') }), 'play'],
  ['what it wishes for is done when it needs nothing', when({}, { wish: CLEAN }), 'clean'],
  ['a wish comes after what it needs', when(HUNGRY, { wish: CLEAN }), 'feed'],
  ['a wish comes once a visit', when({}, { wish: CLEAN, done: [GRANTED] }), undefined],
  ['a sleeper is not woken for a wish', when(ASLEEP, { wish: { action: 'reflect' } }), undefined],
  ['an invitation to come back is not care', when({}, { steps: [COME_BACK, advised('play')] }), undefined],
];

test.each(SITUATIONS)('choice of care: %s', (_, given, action) => {
  expect(chooseAction(given)).toBe(action);
});

const NOTHING = { feed: [], play: [], clean: [], medicine: [], discipline: [], sleep: [] };

type Found = Readonly<Record<string, ItemCategory>>;

function tastes(approved: readonly string[], found: Found = {}): KnownTastes {
  const feed = Object.entries(found).map(([item, category]) => ({ item, category, score: 0.5 }));
  return { preferences: { ...NOTHING, feed: [...approved] }, discovered: { feed } };
}

const CHOICES: readonly (readonly [string, KnownTastes, string | undefined, string | undefined])[] = [
  ['nothing known: nothing', tastes([]), undefined, undefined],
  ['nothing tried: the first that is approved', tastes(['tuna', 'trout']), undefined, 'tuna'],
  ['loved before untried', tastes(['tuna'], { shrimp: 'loved' }), undefined, 'shrimp'],
  ['loved before liked', tastes([], { rice: 'liked', shrimp: 'loved' }), undefined, 'shrimp'],
  ['liked before untried', tastes(['tuna'], { rice: 'liked' }), undefined, 'rice'],
  ['untried before neutral', tastes(['tuna'], { paper: 'neutral' }), undefined, 'tuna'],
  ['disliked is not tried again', tastes(['tuna', 'trout'], { tuna: 'disliked' }), undefined, 'trout'],
  ['what did harm is never tried again', tastes(['tuna'], { tuna: 'harmful' }), undefined, undefined],
  ['what the house suggests comes first', tastes(['tuna', 'trout'], { tuna: 'loved' }), 'trout', 'trout'],
  ['no suggestion that did harm', tastes(['tuna', 'trout'], { trout: 'harmful' }), 'trout', 'tuna'],
];

test.each(CHOICES)('choice of item: %s', (_, known, suggested, item) => {
  expect(chooseItem('feed', known, suggested)).toBe(item);
  // An item loved for one kind of care is not used for another.
  expect(chooseItem('play', known, undefined)).toBeUndefined();
});

const NOON = Date.parse('2030-01-01T12:00:00Z');

function back(creature: Partial<WatchedCreature>, recommended: string, now = NOON): string {
  const at = Date.parse(recommended);
  const look = { creature: seen(creature), now, recommended: { at, creatureId: seen().id } };
  return new Date(nextVisit([look])).toISOString();
}

const dying = (dies_at: string) => ({ death_clock: { ...seen().death_clock, dies_at } });

test.each([
  ['a keeper returns at the recommended time', {}, '15:07:00', '15:07:00'],
  ['a keeper returns in three quarters of the time left', dying('2030-01-01T16:00Z'), '15:30:00', '15:00:00'],
  ['care that is due but failed is retried in ten minutes', {}, '12:00:00', '12:10:00'],
  ['a keeper never returns at once', dying('2030-01-01T12:00:10Z'), '12:00:00', '12:01:00'],
])('next visit: %s', (_, creature, recommended, expected) => {
  expect(back(creature, `2030-01-01T${recommended}Z`)).toBe(`2030-01-01T${expected}.000Z`);
});

const NIGHT = Date.parse('2030-01-01T02:00:00Z');

test('a creature that sleeps through its medicine is visited after its night, or sooner if it would be hungry by then', () => {
  const visit = (hours: number) => back({ ...ASLEEP, hours_since_fed: hours }, '2030-01-01T02:00:00Z', NIGHT);
  expect([visit(0.5), visit(4)]).toEqual(['2030-01-01T06:00:00.000Z', '2030-01-01T02:10:00.000Z']);
});

test('the night ends by the clock of its own zone', () => {
  const abroad = { sleep_info: { ...sleep_info, timezone_used: 'Asia/Kolkata' } };
  const night = { ...abroad, hours_since_fed: 0, feeding_window_hours: 12 };
  expect(back(night, '2030-01-01T02:00:00Z', NIGHT)).toBe('2030-01-01T02:10:00.000Z');
  const evening = Date.parse('2029-12-31T17:00:00Z');
  expect(back(night, '2029-12-31T17:00:00Z', evening)).toBe('2030-01-01T00:30:00.000Z');
});

test('of several replies the last counts, given after all care', () => {
  const other = '0197a000-0000-7000-8000-000000000002';
  const creature = seen();
  const before = { creature, now: NOON, recommended: { at: NOON, creatureId: other } };
  const recommended = { at: Date.parse('2030-01-01T14:00:00Z'), creatureId: creature.id };
  const last = { creature: { ...creature, id: other }, now: NOON + 1000, recommended };
  expect(new Date(nextVisit([before, last])).toISOString()).toBe('2030-01-01T14:00:00.000Z');
});

test('one creature asleep through its medicine does not delay the others', () => {
  const creature = seen({ ...ASLEEP, hours_since_fed: 0.5 });
  const look = { creature, now: NIGHT, recommended: { at: NIGHT, creatureId: creature.id } };
  expect(new Date(nextVisit([look, look])).toISOString()).toBe('2030-01-01T03:00:00.000Z');
});

const moments = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2037, 0) });
const clocks = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((shown) => shown.map((part) => String(part).padStart(2, '0')).join(':'));

test('the next time of day in a zone agrees with Temporal', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  fc.assert(
    fc.property(clocks, zones, moments, (clock, zone, after) => {
      // The same by the calendar of the language, which older Nodes do not have.
      const today = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(zone).toPlainDate();
      const days = [today, today.add({ days: 1 })];
      const times = days.map((day) => day.toZonedDateTime({ timeZone: zone, plainTime: clock }));
      const next = times.find((at) => at.epochMilliseconds > after);
      expect(nextTimeOfDay(clock, zone, after)).toBe(next?.epochMilliseconds);
    }),
    { numRuns: process.env['TEST_LONG'] ? 500 : 100 },
  );
});

test.each([
  ['left out when clocks are put forward', '2026-03-28T20:00Z', '02:30', '2026-03-29T01:30:00.000Z'],
  ['shown twice when they are put back', '2026-10-24T20:00Z', '02:30', '2026-10-25T00:30:00.000Z'],
])('an hour that is %s is still found', (_, after, clock, found) => {
  expect(new Date(nextTimeOfDay(clock, 'Europe/Berlin', Date.parse(after)) ?? 0).toISOString()).toBe(found);
  // A zone unknown to this Node does not stop the keeper.
  expect(nextTimeOfDay(clock, 'Mars/Olympus', Date.parse(after))).toBeUndefined();
});
