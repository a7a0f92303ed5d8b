import type { z } from 'zod';

import type { DeadCreature, LateCreature, ResurrectionOffer } from '../../contract/creature.ts';
import { HOUR, iso } from '../../core/clock.ts';
import type { Late } from '../../core/problem.ts';
import { resurrectionCost, windowClosesAt } from '../../core/resurrection.ts';
import { ageHours } from '../../core/stages.ts';
import { hundredths } from './numbers.ts';

/** One that died, with all that is left to say. */
export function presentDead({
  creature,
  species,
  imageUrl,
  now,
}: Omit<Late, 'credits'>): z.output<typeof DeadCreature> {
  const { at, cause } = deathOf(creature);
  return {
    id: creature.id,
    name: creature.name,
    species: species.name,
    stage: creature.stage,
    tier: species.tier,
    family: species.family,
    age_hours: hundredths(ageHours(creature, now)),
    hunger: null,
    happiness: null,
    health: null,
    trust: null,
    discipline: null,
    alive: false,
    cause,
    died_at: iso(at),
    personality_traits: [...creature.personality],
    image_url: imageUrl ?? null,
  };
}

/** The same at a glance. */
export function presentLate({ creature, species, now }: Late): z.output<typeof LateCreature> {
  const { at, cause } = deathOf(creature);
  return {
    id: creature.id,
    name: creature.name,
    species: species.name,
    stage: creature.stage,
    age_hours: hundredths(ageHours(creature, now)),
    alive: false,
    cause,
    died_at: iso(at),
  };
}

/** What it takes to have it back, and until when. */
export function presentOffer({ creature, credits, now }: Late): z.output<typeof ResurrectionOffer> {
  const closesAt = windowClosesAt(deathOf(creature).at);
  return {
    possible: now <= closesAt,
    cost: resurrectionCost(creature, now),
    credits,
    closes_at: iso(closesAt),
    hours_left: hundredths(Math.max(0, closesAt - now) / HOUR),
  };
}

function deathOf({ died }: Late['creature']): NonNullable<Late['creature']['died']> {
  if (!died) throw new TypeError('It is not dead.');
  return died;
}
