import { expect, test } from 'vitest';

import { DAY, HOUR, type Instant } from '../../src/rules/base/clock.ts';
import { fatalRhythm } from '../../src/rules/care/needs.ts';
import { heartAt } from '../../src/rules/heart/feel.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import type { Species } from '../../src/rules/species/species.ts';
import { visitEveryHours } from '../../src/rules/lives/rhythm.ts';
import type { KeeperKind } from '../../tools/sim/keepers.ts';
import { simulate } from '../../tools/sim/simulate.ts';
import { builtIn } from '../support/creature.ts';

const START = Date.parse('2026-03-05T15:00:00Z');
const LONG = process.env['TEST_LONG'] !== undefined;
const SEEDS = LONG ? [1, 2, 3] : [1];
const GOOD_SPECIES = LONG ? CATALOG : CATALOG.filter((_, at) => at % 4 === 0);

/** A life with this keeper: its end, and each look at which the keeper was warned, with the death foretold. */
function lifeWith(species: Species, keeper: KeeperKind, seed: number) {
  const warned: { readonly at: Instant; readonly diesAt: Instant }[] = [];
  const plan = { species, keeper, seed, zone: 'Europe/Berlin', days: 14, startAt: START };
  const story = simulate(plan, ({ creature, observed }) => {
    if (!observed) return;
    const { heart } = heartAt(creature, species, observed.at);
    const fatal = fatalRhythm({ creature, species, observed, heart });
    if (fatal) warned.push({ at: observed.at, diesAt: fatal.diesAt });
  });
  return { warned, diedAt: story.creature.died?.at };
}

// A window of 24 hours leaves 12 from its end to the death by neglect, at 36.
const LEAST_HOURS_BEFORE = 11;
// The void never shows more than 50, and is fed all the time.
const SHOWS_ITS_HUNGER = CATALOG.filter(({ slug }) => slug !== 'void');

test.each(SHOWS_ITS_HUNGER)('feeding a $name below hunger 60 kills it, after a timely warning', (species) => {
  for (const seed of SEEDS) {
    const { warned, diedAt = Infinity } = lifeWith(species, 'below_60', seed);
    expect(diedAt).toBeLessThan(Infinity);
    expect((diedAt - (warned[0]?.at ?? Infinity)) / HOUR).toBeGreaterThanOrEqual(LEAST_HOURS_BEFORE);
    expect(Math.abs((warned.at(-1)?.diesAt ?? 0) - diedAt) / HOUR).toBeLessThan(2);
  }
});

test.each(GOOD_SPECIES)('a keeper of a $name that comes as often as advised is never warned', (species) => {
  for (const keeper of ['diligent', `every_${visitEveryHours(species)}_hours`] as const)
    for (const seed of SEEDS)
      expect(lifeWith(species, keeper, seed)).toEqual({ warned: [], diedAt: undefined });
});

test('a keeper that heals as much as late meals cost is not warned once its rhythm is known', () => {
  const { warned, diedAt } = lifeWith(builtIn('lynx'), 'once_a_day', 1);
  expect(diedAt).toBeUndefined();
  expect(warned.filter(({ at }) => at > START + 3 * DAY)).toEqual([]);
});
