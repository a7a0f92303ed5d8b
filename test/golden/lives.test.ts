import { expect, test } from 'vitest';

import { diary } from './diary.ts';
import { simulate } from '../../tools/sim/simulate.ts';
import { findBuiltIn } from '../../src/rules/species/catalog.ts';

// A changed line is a changed rule: review it, then update with `vitest run test/golden -u`.
const LIVES = [
  ['housecat', 'diligent', 'Europe/Berlin', '2026-03-26T09:00:00Z', 14],
  ['owl', 'night_owl', 'America/New_York', '2026-10-30T20:00:00Z', 20],
  ['pangolin', 'diligent', 'Asia/Kathmandu', '2026-05-01T03:00:00Z', 14],
  ['border_collie', 'erratic', 'Australia/Lord_Howe', '2026-04-03T00:00:00Z', 20],
  ['jackrabbit', 'bursty', 'Africa/Casablanca', '2026-02-13T12:00:00Z', 20],
  ['hedgehog', 'once_a_day', 'Asia/Kolkata', '2026-07-01T06:30:00Z', 20],
  ['void', 'boundary', 'America/St_Johns', '2026-03-06T23:59:59Z', 20],
  ['tortoise', 'neglectful', 'Antarctica/Troll', '2026-10-24T18:00:00Z', 30],
  ['beagle', 'diligent', 'Pacific/Chatham', '2026-09-25T09:00:00Z', 10],
  ['robot', 'erratic', 'UTC', '2026-12-30T00:00:00Z', 20],
] as const;

test.each(LIVES)(
  'the life of a %s with a %s keeper in %s matches its file',
  async (slug, keeper, zone, start, days) => {
    const species = findBuiltIn(slug);
    if (!species) throw new TypeError(`There is no ${slug}.`);
    const lines = diary(simulate({ species, keeper, seed: 7, zone, startAt: Date.parse(start), days }));
    expect(lines.length).toBeLessThanOrEqual(400);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`./lives/${slug}.txt`);
  },
);
