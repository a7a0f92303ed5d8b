import { expect, test } from 'vitest';

import { GROUPS, literalRow } from '../../sim/literal-table.ts';
import { CHANNELS, type Channel } from '../../sim/literal.ts';

// A short run over a fifth of the species; `npm run literal` has all, in more zones, four at once, for a month.
const TRIAL = {
  zones: ['Asia/Kolkata'],
  seeds: [1],
  days: 4,
  everyNth: 5,
  startAt: Date.parse('2026-03-05T15:00:00Z'),
};

const LEAST_ON_TIME: Record<Channel, readonly [one: number, three: number]> = {
  at: [0.97, 0.9],
  cron: [0.92, 0.9],
  cron_once: [0.92, 0.9],
  heartbeat: [0.92, 0.9],
  calendar: [0.92, 0.9],
};

const TOLD = CHANNELS.flatMap((channel) => ([1, 3] as const).map((creatures) => ({ channel, creatures })));

test.each(TOLD)(
  'whoever does as told by $channel raises $creatures at once in good health, and feeds them on time',
  { timeout: 120_000 },
  ({ channel, creatures }) => {
    const rows = GROUPS.map((group) => literalRow(group, { ...TRIAL, channel, creatures }));
    const meals = rows.reduce((sum, row) => sum + row.meals, 0);
    const onTime = rows.reduce((sum, row) => sum + row.onTime * row.meals, 0) / meals;
    expect(onTime).toBeGreaterThanOrEqual(LEAST_ON_TIME[channel][creatures === 1 ? 0 : 1]);
    for (const row of rows) expect(row).toMatchObject({ deaths: 0, missed: 0, stillWeak: 0 });
  },
);

test('whoever comes when asked comes hardly more often than it eats', { timeout: 120_000 }, () => {
  for (const group of GROUPS) {
    const row = literalRow(group, { ...TRIAL, channel: 'at', creatures: 1 });
    expect(row.visitsPerMeal).toBeLessThanOrEqual(1.2);
  }
});
