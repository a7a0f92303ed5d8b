import { expect, test } from 'vitest';

import { HOUR, MINUTE } from './clock.ts';
import { hourOfDay, localHourAt, nextHourBoundary, offsetAt, TimeZone } from './local-time.ts';

const SPRING = Date.UTC(2026, 2, 29, 1);
const AUTUMN = Date.UTC(2026, 9, 25, 1);

test('clock changes apply at the exact moment', () => {
  expect([
    offsetAt(new TimeZone('Europe/Berlin'), SPRING - 1),
    offsetAt(new TimeZone('Europe/Berlin'), SPRING),
  ]).toEqual([HOUR, 2 * HOUR]);
  expect([
    offsetAt(new TimeZone('Europe/Berlin'), AUTUMN - 1),
    offsetAt(new TimeZone('Europe/Berlin'), AUTUMN),
  ]).toEqual([2 * HOUR, HOUR]);
});

test('a zone without clock changes keeps its offset', () => {
  expect(offsetAt(new TimeZone('Asia/Kolkata'), 0)).toBe(5.5 * HOUR);
  expect(offsetAt(new TimeZone('UTC'), 9e14)).toBe(0);
});

test('the hour repeated by a clock change has one number', () => {
  expect(localHourAt(new TimeZone('Europe/Berlin'), AUTUMN - 30 * MINUTE)).toBe(
    localHourAt(new TimeZone('Europe/Berlin'), AUTUMN + 30 * MINUTE),
  );
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
  expect(nextHourBoundary(new TimeZone('Australia/Lord_Howe'), change - 5 * MINUTE)).toBe(change);
  expect(
    offsetAt(new TimeZone('Australia/Lord_Howe'), change) -
      offsetAt(new TimeZone('Australia/Lord_Howe'), change - 1),
  ).toBe(-HOUR / 2);
});

test.each([
  [0, 0],
  [25, 1],
  [-1, 23],
])("local hour %i is %i o'clock", (hour, shown) => {
  expect(hourOfDay(hour)).toBe(shown);
});
