import type { Reply } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { roundToHundredths } from '../../rules/format-numbers.ts';
import { WINDOW_OPENS } from '../../rules/care/feeding.ts';
import { STATS_AT_BIRTH } from '../../rules/lives/creature.ts';
import { observe } from '../../rules/lives/observe.ts';
import { visibleStats } from '../../rules/species/mechanics.ts';
import { livesWellWith, visitEveryHours } from '../../rules/lives/rhythm.ts';
import type { Family } from '../../rules/vocabulary.ts';
import type { Handler } from '../../server/handler.ts';
import { countAlso, payerFrom } from '../../server/authenticate.ts';
import { paymentCredentialFrom } from '../../server/payment-headers.ts';
import { stepsInView, untrustedFields, untrustedSpecies, type View } from '../../server/reply-parts.ts';
import * as words from '../../text/creature/life-messages.ts';
import { adoptionMessage, type AdoptionMilestone } from '../../text/creature/milestones.ts';
import { soulPrompt } from '../../text/creature/soul-prompt.ts';
import { stepsAfterAdoption, stepsAfterRelease, stepsAfterResurrection } from '../../text/creature/steps.ts';
import { adopt, type AdoptionResult } from './adopt.ts';
import { hiddenStatNames, presentStats } from './creature.present.ts';
import { release, type ReleaseResult } from './release.ts';
import { payAndResurrect, type ResurrectionResult } from './resurrect.ts';

export const adoptCreature: Handler<typeof ROUTES.adoptCreature> = async (
  house,
  { agent, body, query, idempotencyKey, now },
) => {
  const wish = {
    name: body.name,
    imagePrompt: body.image_prompt,
    imageUrl: body.image_url,
    family: body.family,
    speciesSlug: body.species_slug,
    everyHours: body.every_hours,
  };
  const adoption = { agent, wish, personality: words.drawPersonality, idempotencyKey };
  const { value, replayed } = await adopt(house, adoption, now, (adopted) =>
    presentAdoption(adopted, body.family, query.view),
  );
  return { body: value, replayed };
};

type AdoptionReply = Reply<typeof ROUTES.adoptCreature>;

export function presentAdoption(adopted: AdoptionResult, wanted?: Family, view?: View): AdoptionReply {
  const { creature, species } = adopted;
  return {
    creature: presentEgg(adopted),
    rhythm: presentRhythm(adopted),
    soul_prompt: soulPrompt({ creature, species }),
    milestones: presentMilestones(adopted),
    message: `${words.adoptionWelcome(adopted)} ${words.rhythmToCome(adopted)}`,
    untrusted_fields: untrustedFields(untrustedSpecies(species)),
    ...(wanted && wanted !== species.family && { warnings: [words.familyWarning(species)] }),
    next_steps: stepsInView(view, stepsAfterAdoption(adopted)),
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
    // An egg hatches when its keeper first looks at it.
    egg_hatches_in_minutes: 0,
  };
}

function presentRhythm({ creature, species, everyHours }: AdoptionResult): AdoptionReply['rhythm'] {
  const { feedingWindowHours: window } = species;
  return {
    feed_from_hours: roundToHundredths(window * WINDOW_OPENS),
    feed_until_hours: roundToHundredths(window),
    visit_every_hours: visitEveryHours(species),
    sleeps: words.nightWords(creature.zone.name),
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

export const resurrectCreature: Handler<typeof ROUTES.resurrectCreature> = async (
  house,
  { agent, body, idempotencyKey, raw, now },
) => {
  const asked = {
    agent,
    // The schema requires `creature_id` or `id`.
    creatureId: (body.creature_id ?? body.id) as string,
    layer: words.drawLayer,
    idempotencyKey,
    payer: payerFrom(agent, raw, ROUTES.resurrectCreature.path),
    credential: paymentCredentialFrom(raw.headers),
    countUnpaid: () => countAlso(house, 'resurrect', agent.id, now),
  };
  const { value, replayed, receipt } = await payAndResurrect(house, asked, now, presentResurrection);
  return { body: value, replayed, ...(receipt && { headers: receipt }) };
};

function presentResurrection(facts: ResurrectionResult): Reply<typeof ROUTES.resurrectCreature> {
  const { creature, species, now } = facts;
  const { name, seed, stage, resurrections: returns } = creature;
  const { shown } = observe(creature, species, now);
  return {
    success: true,
    message: words.resurrectionMessage({ name, seed, returns }),
    creature: {
      name,
      species: species.name,
      stage,
      resurrection_number: returns,
      stats: presentStats(shown),
      hidden_stats: hiddenStatNames(shown),
    },
    credits_spent: facts.spent,
    credits_remaining: facts.remaining,
    next_resurrection_cost: facts.nextCost,
    untrusted_fields: untrustedFields(untrustedSpecies(species)),
    next_steps: [...stepsAfterResurrection(creature)],
  };
}

export const releaseCreature: Handler<typeof ROUTES.releaseCreature> = async (
  house,
  { agent, body, idempotencyKey, now },
) => {
  const creatureId = (body.creature_id ?? body.id) as string;
  const asked = { agent, creatureId, idempotencyKey };
  const { value, replayed } = await release(house, asked, now, presentRelease);
  return { body: value, replayed };
};

function presentRelease(released: ReleaseResult): Reply<typeof ROUTES.releaseCreature> {
  return {
    success: true,
    message: words.releaseFarewell(released.creature),
    creature_id: released.creature.id,
    next_steps: [...stepsAfterRelease({ others: released.others.length })],
  };
}
