import fc from 'fast-check';
import { expect, test } from 'vitest';

import { diesAt } from '../../src/rules/lives/live-until.ts';
import { statsAt } from '../../src/rules/lives/decay.ts';
import { observe, type Observation } from '../../src/rules/lives/observe.ts';
import { isAsleep } from '../../src/rules/lives/rhythm.ts';
import { anyCreature, type Moment } from './creatures.ts';

interface Found extends Moment {
  readonly ends: number;
  readonly last: Observation;
}

// Situations that the random creatures must cover for the laws to be meaningful.
const SITUATIONS: Record<string, (found: Found) => boolean> = {
  'an established rhythm': ({ last }) => last.rhythm.established,
  'no rhythm yet': ({ last }) => !last.rhythm.established,
  'the shortest threshold': ({ last }) => last.rhythm.thresholdHours === 24,
  'the longest threshold': ({ last }) => last.rhythm.thresholdHours === 48,
  'time at its fastest': ({ last }) => last.rhythm.multiplier === 4,
  'an end by health before patience': ({ creature, species, ends }) =>
    statsAt(creature, species, ends).health === 0,
  'an end by patience': ({ creature, species, ends }) => statsAt(creature, species, ends).health > 0,
  'an end while asleep': ({ creature, ends }) => isAsleep(creature, ends),
  'an adult': ({ creature }) => creature.stage === 'adult',
  'a teen that is late': ({ creature, last }) => creature.stage === 'teen' && last.ageHours > 120,
  'one that was brought back': ({ creature }) => creature.resurrections > 0,
  'one brought back twice': ({ creature }) => creature.resurrections > 1,
  'one with something to hide': ({ last }) => last.hidden.length > 0,
  'one that was rescued': ({ creature }) => creature.record.rescued,
  'one that misses company': ({ species }) => species.traits.includes('social'),
  'one that was critical': ({ creature }) => creature.record.wasCritical,
  'a species of the community': ({ species }) => species.tier === 'community',
};

const found = fc.sample(anyCreature, { numRuns: 2_000, seed: 20_260_301 }).map((moment): Found => {
  const ends = diesAt(moment.creature, moment.species);
  return { ...moment, ends, last: observe(moment.creature, moment.species, ends - 1) };
});

test.each(Object.entries(SITUATIONS))('the random cases of the laws often include %s', (_, holds) => {
  expect(found.filter(holds).length).toBeGreaterThanOrEqual(10);
});
