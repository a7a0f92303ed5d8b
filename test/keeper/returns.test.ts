import { expect, test } from 'vitest';

import type { WatchedCreature } from '../../src/keeper/choose-action.ts';
import { nextVisit } from '../../src/keeper/round.ts';
import { ASLEEP, seen } from './seen.ts';

const NOON = Date.parse('2030-01-01T12:00:00Z');
const at = (time: string) => Date.parse(time);

function back(creature: Partial<WatchedCreature>, recommended: string, now = NOON): string {
  const look = { creature: seen(creature), now, recommended: { at: at(recommended), creatureId: seen().id } };
  return new Date(nextVisit([look])).toISOString();
}

const dying = (dies_at: string): Partial<WatchedCreature> => ({
  death_clock: { ...seen().death_clock, dies_at },
});

test('a keeper returns at the recommended time', () => {
  expect(back({}, '2030-01-01T15:07:00Z')).toBe('2030-01-01T15:07:00.000Z');
});

test('a keeper never stays away longer than three quarters of the time left', () => {
  expect(back(dying('2030-01-01T16:00:00Z'), '2030-01-01T15:30:00Z')).toBe('2030-01-01T15:00:00.000Z');
});

test('care that is due but failed is retried in ten minutes', () => {
  expect(back({}, '2030-01-01T12:00:00Z')).toBe('2030-01-01T12:10:00.000Z');
});

test('a keeper never returns at once, however little time is left', () => {
  expect(back(dying('2030-01-01T12:00:10Z'), '2030-01-01T12:00:00Z')).toBe('2030-01-01T12:01:00.000Z');
});

const NIGHT = at('2030-01-01T02:00:00Z');

test('a creature that sleeps through its medicine and is in no danger is visited after its night', () => {
  const night = { ...ASLEEP, hours_since_fed: 0.5 };
  expect(back(night, '2030-01-01T02:00:00Z', NIGHT)).toBe('2030-01-01T06:00:00.000Z');
});

test('the night ends by the clock of its own zone', () => {
  const sleep_info = { sleeping: true, sleep_window_end: '06:00', timezone_used: 'Asia/Kolkata' };
  const night = { sleep_info, hours_since_fed: 0, feeding_window_hours: 12 };
  expect(back(night, '2030-01-01T02:00:00Z', NIGHT)).toBe('2030-01-01T02:10:00.000Z');
  const evening = at('2029-12-31T17:00:00Z');
  expect(back(night, '2029-12-31T17:00:00Z', evening)).toBe('2030-01-01T00:30:00.000Z');
});

test('a creature that would be hungry by then is visited sooner', () => {
  expect(back({ ...ASLEEP, hours_since_fed: 4 }, '2030-01-01T02:00:00Z', NIGHT)).toBe(
    '2030-01-01T02:10:00.000Z',
  );
});

test('of several replies the last counts, given after all care', () => {
  const other = '0197a000-0000-7000-8000-000000000002';
  const creature = seen();
  const before = { creature, now: NOON, recommended: { at: NOON, creatureId: other } };
  const last = {
    creature: { ...creature, id: other },
    now: NOON + 1000,
    recommended: { at: at('2030-01-01T14:00:00Z'), creatureId: creature.id },
  };
  expect(new Date(nextVisit([before, last])).toISOString()).toBe('2030-01-01T14:00:00.000Z');
});

test('one creature asleep through its medicine does not delay the others', () => {
  const creature = seen({ ...ASLEEP, hours_since_fed: 0.5 });
  const look = { creature, now: NIGHT, recommended: { at: NIGHT, creatureId: creature.id } };
  expect(new Date(nextVisit([look, look])).toISOString()).toBe('2030-01-01T03:00:00.000Z');
});
