import { expect, test } from 'vitest';

import { DAY, SECOND } from '../rules/base/clock.ts';
import { dice } from '../rules/base/dice.ts';
import { applyCare } from '../rules/care/care.ts';
import { hasHatched, isAlive, type Creature, type HatchedCreature } from '../rules/lives/creature.ts';
import { liveUntil, markChecked } from '../rules/lives/live-until.ts';
import { observe } from '../rules/lives/observe.ts';
import { CATALOG } from '../rules/species/catalog.ts';
import type { Species } from '../rules/species/species.ts';
import type { ItemAction } from '../rules/vocabulary.ts';
import type { NextStep } from '../api/fields.ts';
import { bornAt } from '../../test/laws/creatures.ts';
import { stepsAfterCare, stepsAfterLookIn, stepsAfterRefusal } from './creature/steps.ts';

const START = Date.UTC(2026, 2, 27, 9);
const SEEDS = process.env['TEST_LONG'] ? [1, 2, 3] : [1];

type Choice = (steps: readonly NextStep[]) => NextStep | undefined;

function raised(species: Species, seed: number, choose: Choice): HatchedCreature {
  let now = START;
  let creature = bornAt(now, { species, seed, zone: 'Europe/Berlin' });
  const pass = (ms: number) => {
    now += ms;
    creature = alive(liveUntil(creature, species, now).creature);
  };
  const seen = () => ({ creature, species, observed: observe(creature, species, now) });
  const look = () => {
    pass(SECOND);
    creature = alive(markChecked(creature, species, now));
    return stepsAfterLookIn({ ...seen(), others: [], grown: [] });
  };
  const care = ({ action, item: name }: Readonly<Record<string, unknown>>) => {
    pass(6 * SECOND);
    const item = typeof name === 'string' ? { name, category: 'loved' as const } : undefined;
    const outcome = applyCare(creature, species, { action: action as ItemAction, item }, now);
    if ('refused' in outcome) {
      if (outcome.refused === 'asleep') throw new Error('suggested care for one that sleeps');
      return stepsAfterRefusal(outcome.refused, { ...seen(), siblings: [] });
    }
    creature = alive(outcome.creature);
    return stepsAfterCare({ ...seen(), siblings: [] });
  };
  let steps: readonly NextStep[] = look();
  while (now < START + 6 * DAY) {
    const step = choose(steps);
    if (step?.action === 'check_back') {
      const { returnAt: at } = seen().observed.checkin;
      if (at <= now) throw new Error('there is nothing to do, and it is time to come');
      now = at;
    }
    steps = step?.endpoint === '/api/house/care' ? care(step.body ?? {}) : look();
  }
  return creature;
}

function alive(creature: Creature): HatchedCreature {
  if (!hasHatched(creature) || !isAlive(creature)) throw new Error(`${creature.species} died`);
  return creature;
}

test.each(CATALOG)('following the first step raises $slug with the best result', (species) => {
  const best = { stage: 'adult', path: 'high_care' };
  for (const seed of SEEDS) expect(raised(species, seed * 31, ([first]) => first)).toMatchObject(best);
});

test.each(CATALOG)('following any step raises $slug', (species) => {
  for (const seed of SEEDS) {
    let rolls = 0;
    const any: Choice = (steps) => steps[Math.floor(dice(seed, 'words', rolls++) * steps.length)];
    expect(raised(species, seed * 31, any).path).toMatch(/high_care|balanced/);
  }
});
