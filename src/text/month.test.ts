import { expect, test } from 'vitest';

import { applyCare } from '../rules/care/care.ts';
import { DAY, HOUR, type Instant } from '../rules/base/clock.ts';
import { localHourAt } from '../rules/base/local-time.ts';
import { hasHatched, newEgg, type Creature, type HatchedCreature } from '../rules/lives/creature.ts';
import { hatchEgg, liveUntil } from '../rules/lives/live-until.ts';
import { observe } from '../rules/lives/observe.ts';
import { CATALOG, findBuiltIn } from '../rules/species/catalog.ts';
import type { Species } from '../rules/species/species.ts';
import type { Action } from '../rules/vocabulary.ts';
import { careMessage } from './creature/care-message.ts';
import { behavior } from './creature/behavior.ts';
import { checkinReason } from './creature/steps.ts';
import { drawPersonality } from './creature/life-messages.ts';
import { soulPrompt } from './creature/soul-prompt.ts';

const START: Instant = Date.UTC(2026, 2, 1, 9, 20);

function born(species: Species, seed: number): Creature {
  const given = { id: 'a', keeperId: 'b', name: 'Pip', zone: 'Europe/Berlin', seed };
  return hatchEgg(
    newEgg({ ...given, species: species.slug, personality: drawPersonality(seed) }, START),
    START,
  );
}

function tell(creature: HatchedCreature, species: Species, now: Instant) {
  const observed = observe(creature, species, now);
  const facts = { observed, creature, species };
  return {
    hour: localHourAt(creature.zone, now),
    behavior: behavior(facts),
    soul: soulPrompt(facts),
    reason: checkinReason(observed.checkin, facts),
  };
}

/** Thirty days, fed every hour that it accepts food, read at this interval. */
function month(species: Species, seed: number, everyHours: number) {
  const told: ReturnType<typeof tell>[] = [];
  const meals: string[] = [];
  let creature = born(species, seed);
  for (let now = START; now < START + 30 * DAY; now += HOUR) {
    const alive = liveUntil(creature, species, now).creature;
    if (alive.died || !hasHatched(alive)) break;
    if ((now - START) % (everyHours * HOUR) === 0) told.push(tell(alive, species, now));
    const { creature: fed, meal } = visited(alive, species, now);
    creature = fed;
    if (meal !== undefined) meals.push(meal);
  }
  return { told, meals };
}

function visited(creature: HatchedCreature, species: Species, now: Instant) {
  const { checkin, shown } = observe(creature, species, now);
  const wishes: Action[] = shown.health !== undefined && shown.health < 60 ? ['medicine'] : [];
  if (checkin.at - now < HOUR) wishes.push('play', 'feed');
  let current = creature;
  let meal: string | undefined;
  for (const action of wishes) {
    const outcome = applyCare(current, species, { action }, now);
    if ('refused' in outcome || !hasHatched(outcome.creature)) continue;
    current = outcome.creature;
    if (action === 'feed') meal = careMessage({ care: outcome, wish: { action }, species });
  }
  return { creature: current, meal };
}

function expectFresh(texts: readonly string[]): void {
  expect(texts.filter((text, at) => at > 0 && text === texts[at - 1])).toEqual([]);
}

const READERS = 'tabby lab tortoise echo hedgehog owl octopus mushroom blob'
  .split(' ')
  .flatMap((slug) => [6, 24].map((everyHours) => ({ slug, everyHours })));

test.each(READERS)('a month with a $slug read every $everyHours h repeats little', ({ slug, everyHours }) => {
  const species = findBuiltIn(slug) ?? CATALOG[0];
  if (!species) throw new Error('the catalog is empty');
  const { told, meals } = month(species, 12_345, everyHours);
  expect(told.length).toBeGreaterThanOrEqual(30);
  expect(meals.length).toBeGreaterThanOrEqual(30);
  expect(new Set(told.map(({ hour }) => hour)).size).toBe(told.length);
  for (const field of ['behavior', 'soul', 'reason'] as const) expectFresh(told.map((each) => each[field]));
  expectFresh(meals);
  expect(new Set(told.map((each) => each.behavior)).size).toBeGreaterThanOrEqual(12);
});
