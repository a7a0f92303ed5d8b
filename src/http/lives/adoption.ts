import type { ROUTES } from '../../contract/routes.ts';
import type { Reply } from '../../contract/server/route.ts';
import { WINDOW_OPENS } from '../../core/care/feeding.ts';
import { STATS_AT_BIRTH } from '../../core/lives/creature.ts';
import { visibleStats } from '../../core/lives/visible-stats.ts';
import { livesWellWith, visitEveryHours } from '../../core/species/visit-rhythm.ts';
import { adopt, type AdoptionResult } from '../../house/lives/adopt.ts';
import { adoptionWelcome, nightWords, rhythmToCome } from '../../voice/lives/life-messages.ts';
import { stepsAfterAdoption } from '../../voice/lives/life-steps.ts';
import { adoptionMessage, type AdoptionMilestone } from '../../voice/lives/milestones.ts';
import { drawPersonality } from '../../voice/lives/personality.ts';
import { soulPrompt } from '../../voice/lives/soul-prompt.ts';
import type { Handler } from '../server/handler.ts';
import { roundToHundredths, untrustedFields, untrustedSpecies } from '../server/reply-parts.ts';
import { hiddenStatNames, presentStats } from './present-creature.ts';

export const adoptCreature: Handler<typeof ROUTES.adoptCreature> = {
  async answer(house, { agent, body, idempotencyKey, now }) {
    const wish = {
      name: body.name,
      imagePrompt: body.image_prompt,
      imageUrl: body.image_url,
      family: body.family,
      speciesSlug: body.species_slug,
      everyHours: body.every_hours,
    };
    const adoption = { agent, wish, personality: drawPersonality, idempotencyKey };
    const { value, replayed } = await adopt(house, adoption, now, presentAdoption);
    return { body: value, replayed };
  },
};

type AdoptionReply = Reply<typeof ROUTES.adoptCreature>;

/** An egg of one's own. */
export function presentAdoption(adopted: AdoptionResult): AdoptionReply {
  const { creature, species } = adopted;
  return {
    creature: presentEgg(adopted),
    rhythm: presentRhythm(adopted),
    soul_prompt: soulPrompt({ creature, species }),
    milestones: presentMilestones(adopted),
    message: `${adoptionWelcome(adopted)} ${rhythmToCome(adopted)}`,
    untrusted_fields: untrustedFields(untrustedSpecies(species)),
    next_steps: [...stepsAfterAdoption(adopted)],
  };
}

function presentEgg({ creature, species }: AdoptionResult): AdoptionReply['creature'] {
  const shown = visibleStats(species, STATS_AT_BIRTH);
  return {
    id: creature.id,
    name: creature.name,
    species: species.name,
    species_key: species.slug,
    tier: species.tier,
    family: species.family,
    stage: 'egg',
    age_hours: 0,
    ...presentStats(shown),
    hidden_stats: hiddenStatNames(shown),
    personality: creature.personality.join(', '),
    feeding_window_hours: roundToHundredths(species.feedingWindowHours),
    // It waits for a look, however soon or late that comes.
    egg_hatches_in_minutes: 0,
  };
}

/** How it wants to be visited. */
function presentRhythm({ creature, species, everyHours }: AdoptionResult): AdoptionReply['rhythm'] {
  const { feedingWindowHours: window } = species;
  return {
    feed_from_hours: roundToHundredths(window * WINDOW_OPENS),
    feed_until_hours: roundToHundredths(window),
    visit_every_hours: visitEveryHours(species),
    sleeps: nightWords(creature.zone),
    ...(everyHours !== undefined && { fits: livesWellWith(species, everyHours) }),
  };
}

function presentMilestones({ creature, first, unlocked }: AdoptionResult): AdoptionReply['milestones'] {
  const reached: AdoptionMilestone[] = [
    ...(first ? (['first_adoption'] as const) : []),
    ...unlocked.map((tier) => `tier_unlocked:${tier}` as const),
  ];
  if (reached.length === 0) return undefined;
  return reached.map((type) => ({ type, message: adoptionMessage(type, creature) }));
}
