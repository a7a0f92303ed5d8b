import fc from 'fast-check';
import { expect, test } from 'vitest';

import { nextTimeOfDay } from '../../src/keeper/round.ts';

const moments = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2037, 0) });
const clocks = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((shown) => shown.map((part) => String(part).padStart(2, '0')).join(':'));

/** The same by the calendar of the language, which older Nodes do not have. */
function byTemporal(timeOfDay: string, zone: string, after: number): number | undefined {
  const today = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(zone).toPlainDate();
  return [today, today.add({ days: 1 })]
    .map((day) => day.toZonedDateTime({ timeZone: zone, plainTime: timeOfDay }).epochMilliseconds)
    .find((at) => at > after);
}

test('the next time of day in a zone agrees with Temporal', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  fc.assert(
    fc.property(clocks, zones, moments, (clock, zone, after) => {
      expect(nextTimeOfDay(clock, zone, after)).toBe(byTemporal(clock, zone, after));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['left out when clocks are put forward', '2026-03-28T20:00Z', '02:30', '2026-03-29T01:30:00.000Z'],
  ['shown twice when they are put back', '2026-10-24T20:00Z', '02:30', '2026-10-25T00:30:00.000Z'],
])('an hour that is %s is still found', (_, after, clock, found) => {
  const at = nextTimeOfDay(clock, 'Europe/Berlin', Date.parse(after));
  expect(new Date(at ?? 0).toISOString()).toBe(found);
});

test('a zone unknown to this Node does not stop the keeper', () => {
  expect(nextTimeOfDay('07:00', 'Mars/Olympus', 0)).toBeUndefined();
});
