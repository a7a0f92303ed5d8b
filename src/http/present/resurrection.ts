import type { Reply } from '../../contract/route.ts';
import type { ROUTES } from '../../contract/routes.ts';
import { observe } from '../../core/observe.ts';
import type { Resurrected } from '../../house/resurrect.ts';
import { afterReturn } from '../../voice/after-look.ts';
import { returnMessage } from '../../voice/house-words.ts';
import { hiddenIn, shownOf } from './stats.ts';
import { isStrangers, pointers } from './untrusted.ts';

/** One that came back, and what it cost. */
export function presentResurrection(facts: Resurrected): Reply<typeof ROUTES.resurrectCreature> {
  const { creature, species, now } = facts;
  const { shown } = observe(creature, species, now);
  return {
    success: true,
    message: returnMessage({ name: creature.name, seed: creature.seed, returns: creature.resurrections }),
    creature: {
      name: creature.name,
      species: species.name,
      stage: creature.stage,
      resurrection_number: creature.resurrections,
      stats: {
        hunger: shownOf(shown, 'hunger'),
        happiness: shownOf(shown, 'happiness'),
        health: shownOf(shown, 'health'),
        trust: shownOf(shown, 'trust'),
        discipline: shownOf(shown, 'discipline'),
      },
      hidden_stats: hiddenIn(shown),
    },
    credits_spent: facts.spent,
    credits_remaining: facts.remaining,
    next_resurrection_cost: facts.nextCost,
    untrusted_fields: pointers(isStrangers(species) ? ['/creature/species'] : []),
    next_steps: [...afterReturn(creature)],
  };
}
