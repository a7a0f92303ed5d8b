import { expect, test } from 'vitest';

import { canonicalZone } from './time-zones.ts';

test.each([
  ['europe/berlin', 'Europe/Berlin'],
  ['US/Pacific', 'America/Los_Angeles'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Etc/UTC', 'UTC'],
  ['gmt', 'UTC'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
])('%s is kept as %s', (given, kept) => {
  expect(canonicalZone(given)).toBe(kept);
});

test.each(['+05:30', '-08', '', 'Mars/Olympus', 'Etc/Unknown', ' Europe/Berlin', '__proto__'])(
  '%j is no time zone',
  (given) => {
    expect(canonicalZone(given)).toBeUndefined();
  },
);

test('every zone of the list has one canonical name with the same meaning', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const kept = canonicalZone(zone) ?? '';
    expect(canonicalZone(kept)).toBe(kept);
    expect(new Intl.DateTimeFormat('en', { timeZone: kept }).resolvedOptions().timeZone).toBe(zone);
  }
});
