import { expect, test } from 'vitest';

import { HOUR, iso, nextHourBoundary, TimeZone } from './clock.ts';
import { canonicalZone } from './time-zones.ts';

test('a time is written in UTC, always the same, and an invalid one throws', () => {
  const at = Date.UTC(2026, 1, 28, 23, 59, 59, 7);
  expect([iso(at), iso(at)]).toEqual(['2026-02-28T23:59:59.007Z', '2026-02-28T23:59:59.007Z']);
  expect(() => iso(Number.NaN)).toThrow(RangeError);
  expect(() => iso(Infinity)).toThrow(RangeError);
});

test.each([
  ['UTC', 12.25, 13],
  ['Asia/Kolkata', 12, 12.5],
  ['Asia/Kathmandu', 12, 12.25],
  ['UTC', 12, 13],
])('in %s an hour that contains %f ends at %f', (zone, at, end) => {
  const day = Date.UTC(2026, 0, 15);
  expect(nextHourBoundary(new TimeZone(zone), day + at * HOUR)).toBe(day + end * HOUR);
});

test.each([
  ['europe/berlin', 'Europe/Berlin'],
  ['US/Pacific', 'America/Los_Angeles'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Etc/UTC', 'UTC'],
  ['gmt', 'UTC'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
])('the time zone %s is kept as %s', (given, kept) => {
  expect(canonicalZone(given)).toBe(kept);
});

test('other texts are no time zones', () => {
  const texts = ['+05:30', '-08', '', 'Mars/Olympus', 'Etc/Unknown', ' Europe/Berlin', '__proto__'];
  expect(texts.filter((text) => canonicalZone(text) !== undefined)).toEqual([]);
});

test('every zone of the list has one canonical name with the same meaning', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const kept = canonicalZone(zone) ?? '';
    expect(canonicalZone(kept)).toBe(kept);
    expect(new Intl.DateTimeFormat('en', { timeZone: kept }).resolvedOptions().timeZone).toBe(zone);
  }
});
