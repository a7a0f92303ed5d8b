import type { Reply } from '../../contract/route.ts';
import type { ROUTES } from '../../contract/routes.ts';
import { STATS_AT_BIRTH } from '../../core/creature.ts';
import { shownStats } from '../../core/reveal.ts';
import type { Adopted } from '../../house/adopt.ts';
import { adoptionMessage, type AdoptionMilestone } from '../../voice/milestones.ts';
import { adoptionWelcome } from '../../voice/house-words.ts';
import { afterAdoption } from '../../voice/page-steps.ts';
import { soulPrompt } from '../../voice/soul.ts';
import { hundredths } from './numbers.ts';
import { hiddenIn, shownOf } from './stats.ts';
import { isStrangers, pointers } from './untrusted.ts';

type Adoption = Reply<typeof ROUTES.adoptCreature>;

/** An egg of one's own. */
export function presentAdoption(adopted: Adopted): Adoption {
  const { creature, species } = adopted;
  return {
    creature: presentEgg(adopted),
    soul_prompt: soulPrompt({ creature, species }),
    milestones: presentNotable(adopted),
    message: adoptionWelcome(adopted),
    untrusted_fields: pointers(isStrangers(species) ? ['/creature/species'] : []),
    next_steps: [...afterAdoption(adopted)],
  };
}

function presentEgg({ creature, species }: Adopted): Adoption['creature'] {
  const shown = shownStats(species, STATS_AT_BIRTH);
  return {
    id: creature.id,
    name: creature.name,
    species: species.name,
    species_key: species.slug,
    tier: species.tier,
    family: species.family,
    stage: 'egg',
    age_hours: 0,
    hunger: shownOf(shown, 'hunger'),
    happiness: shownOf(shown, 'happiness'),
    health: shownOf(shown, 'health'),
    trust: shownOf(shown, 'trust'),
    discipline: shownOf(shown, 'discipline'),
    hidden_stats: hiddenIn(shown),
    personality: creature.personality.join(', '),
    feeding_window_hours: hundredths(species.feedingWindowHours),
    // It waits for a look, however soon or late that comes.
    egg_hatches_in_minutes: 0,
  };
}

function presentNotable({ creature, first, unlocked }: Adopted): Adoption['milestones'] {
  const reached: AdoptionMilestone[] = [
    ...(first ? (['first_adoption'] as const) : []),
    ...unlocked.map((tier) => `tier_unlocked:${tier}` as const),
  ];
  if (reached.length === 0) return undefined;
  return reached.map((type) => ({ type, message: adoptionMessage(type, creature) }));
}
