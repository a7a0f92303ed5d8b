import { expect, test } from 'vitest';

import { HOUR, hourOfDay, iso, localHourAt, MINUTE, nextHourBoundary, offsetAt, TimeZone } from './clock.ts';
import { canonicalZone } from './time-zones.ts';

const BERLIN = new TimeZone('Europe/Berlin');
const SPRING = Date.UTC(2026, 2, 29, 1);
const AUTUMN = Date.UTC(2026, 9, 25, 1);

test('a time is written in UTC, always the same, and an invalid one throws', () => {
  const at = Date.UTC(2026, 1, 28, 23, 59, 59, 7);
  expect([iso(at), iso(at)]).toEqual(['2026-02-28T23:59:59.007Z', '2026-02-28T23:59:59.007Z']);
  expect(() => iso(Number.NaN)).toThrow(RangeError);
  expect(() => iso(Infinity)).toThrow(RangeError);
});

test('clock changes apply at the exact moment', () => {
  const moments = [SPRING - 1, SPRING, AUTUMN - 1, AUTUMN];
  // Fresh zones: each remembers the season it was asked about.
  expect(moments.map((at) => offsetAt(new TimeZone('Europe/Berlin'), at) / HOUR)).toEqual([1, 2, 2, 1]);
});

test('a zone without clock changes keeps its offset', () => {
  expect(offsetAt(new TimeZone('Asia/Kolkata'), 0)).toBe(5.5 * HOUR);
  expect(offsetAt(new TimeZone('UTC'), 9e14)).toBe(0);
});

test('the hour repeated by a clock change has one number', () => {
  expect(localHourAt(BERLIN, AUTUMN - 30 * MINUTE)).toBe(localHourAt(BERLIN, AUTUMN + 30 * MINUTE));
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

test('a clock change by half an hour ends an hour early', () => {
  const change = Date.UTC(2026, 3, 4, 15);
  const zone = new TimeZone('Australia/Lord_Howe');
  expect(nextHourBoundary(zone, change - 5 * MINUTE)).toBe(change);
  expect(offsetAt(zone, change) - offsetAt(zone, change - 1)).toBe(-HOUR / 2);
});

test('local hours count from an epoch and wrap at midnight', () => {
  expect([0, 25, -1].map(hourOfDay)).toEqual([0, 1, 23]);
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
