import { expect, test } from 'vitest';

import { diary } from '../../tools/sim/diary.ts';
import { simulate } from '../../tools/sim/simulate.ts';
import { findBuiltIn } from '../../src/rules/species/catalog.ts';

// A changed line is a changed rule: review it, then update with `vitest run test/golden -u`.
const LIVES = [
  { slug: 'housecat', keeper: 'diligent', zone: 'Europe/Berlin', start: '2026-03-26T09:00:00Z', days: 14 },
  { slug: 'owl', keeper: 'night_owl', zone: 'America/New_York', start: '2026-10-30T20:00:00Z', days: 20 },
  { slug: 'pangolin', keeper: 'diligent', zone: 'Asia/Kathmandu', start: '2026-05-01T03:00:00Z', days: 14 },
  {
    slug: 'border_collie',
    keeper: 'erratic',
    zone: 'Australia/Lord_Howe',
    start: '2026-04-03T00:00:00Z',
    days: 20,
  },
  {
    slug: 'jackrabbit',
    keeper: 'bursty',
    zone: 'Africa/Casablanca',
    start: '2026-02-13T12:00:00Z',
    days: 20,
  },
  { slug: 'hedgehog', keeper: 'once_a_day', zone: 'Asia/Kolkata', start: '2026-07-01T06:30:00Z', days: 20 },
  { slug: 'void', keeper: 'boundary', zone: 'America/St_Johns', start: '2026-03-06T23:59:59Z', days: 20 },
  {
    slug: 'tortoise',
    keeper: 'neglectful',
    zone: 'Antarctica/Troll',
    start: '2026-10-24T18:00:00Z',
    days: 30,
  },
  { slug: 'beagle', keeper: 'diligent', zone: 'Pacific/Chatham', start: '2026-09-25T09:00:00Z', days: 10 },
  { slug: 'robot', keeper: 'erratic', zone: 'UTC', start: '2026-12-30T00:00:00Z', days: 20 },
] as const;

test.each(LIVES)(
  'the life of a $slug with a $keeper keeper in $zone matches its file',
  async ({ slug, keeper, zone, start, days }) => {
    const species = findBuiltIn(slug);
    if (!species) throw new TypeError(`There is no ${slug}.`);
    const lines = diary(simulate({ species, keeper, seed: 7, zone, startAt: Date.parse(start), days }));
    expect(lines.length).toBeLessThanOrEqual(400);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`./lives/${slug}.txt`);
  },
);
