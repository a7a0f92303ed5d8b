import { expect, test } from 'vitest';

import { TimeZone } from '../base/clock.ts';
import { fitsMoment } from './item-moments.ts';

test.each([
  ['sunny windowsill', 'Europe/Berlin', '2026-03-20T21:32Z', false],
  ['sunny windowsill', 'Europe/Berlin', '2026-03-20T11:00Z', true],
  ['sunny windowsill', 'Asia/Kolkata', '2026-03-20T21:32Z', false],
  ['watching stars', 'UTC', '2026-03-20T12:00Z', false],
  ['moonlit flight', 'UTC', '2026-03-20T23:00Z', true],
  ['snow walk', 'Europe/Berlin', '2026-07-01T12:00Z', false],
  ['snow walk', 'Australia/Sydney', '2026-07-01T12:00Z', true],
  ['autumn leaves', 'UTC', '2026-10-01T12:00Z', true],
  ['autumn leaves', 'UTC', '2026-04-01T12:00Z', false],
  ['snowshoe hare', 'UTC', '2026-07-01T12:00Z', true],
  ['sunflower seeds', 'UTC', '2026-07-01T23:00Z', true],
  ['soft blanket', 'UTC', '2026-07-01T23:00Z', true],
] as const)('%s in %s at %s fits the hour and season: %s', (item, zone, at, fits) => {
  expect(fitsMoment(item, new TimeZone(zone), Date.parse(at))).toBe(fits);
});
