import { WINDOW_OPENS } from '../../rules/care/feeding.ts';
import { roundToHundredths } from '../../rules/format-numbers.ts';
import { STATS_AT_BIRTH } from '../../rules/lives/creature.ts';
import { observe } from '../../rules/lives/observe.ts';
import { livesWellWith, visitEveryHours } from '../../rules/lives/rhythm.ts';
import { visibleStats } from '../../rules/species/mechanics.ts';
import type { Family } from '../../rules/vocabulary.ts';
import type { Reply } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import {
  adoptionWelcome,
  drawLayer,
  drawPersonality,
  familyWarning,
  nightWords,
  releaseFarewell,
  resurrectionMessage,
  rhythmToCome,
} from '../../text/creature/life-messages.ts';
import { adoptionMessage, type AdoptionMilestone } from '../../text/creature/milestones.ts';
import { soulPrompt } from '../../text/creature/soul-prompt.ts';
import { stepsAfterAdoption, stepsAfterRelease, stepsAfterResurrection } from '../../text/creature/steps.ts';
import type { Handler } from '../../http/handler.ts';
import { countAlso } from '../../http/limits.ts';
import { payerFrom, paymentCredentialFrom } from '../../http/payment-headers.ts';
import { stepsInView, untrustedFields, untrustedSpecies, type View } from '../../http/reply-parts.ts';
import { hiddenStatNames, pageUrl, presentStats } from '../creatures/creature.present.ts';
import type { CreaturesHouse } from '../creatures/settle.ts';
import { adopt, type AdoptionResult } from './adopt.ts';
import { release, type ReleaseResult } from './release.ts';
import { payAndResurrect, type ResurrectionResult } from './resurrect.ts';

export const adoptCreature: Handler<typeof ROUTES.adoptCreature, CreaturesHouse> = async (
  house,
  { agent, body, query, idempotencyKey, now },
) => {
  const choice = {
    name: body.name,
    imagePrompt: body.image_prompt,
    imageUrl: body.image_url,
    family: body.family,
    speciesSlug: body.species_slug,
    everyHours: body.every_hours,
  };
  const adoption = { agent, choice, personality: drawPersonality, idempotencyKey };
  const { value, replayed } = await adopt(house, adoption, now, (adopted) =>
    presentAdoption(adopted, house.baseUrl.origin, body.family, query.view),
  );
  return { body: value, replayed };
};

type AdoptionReply = Reply<typeof ROUTES.adoptCreature>;

export function presentAdoption(
  adopted: AdoptionResult,
  origin: string,
  wanted?: Family,
  view?: View,
): AdoptionReply {
  const { creature, species } = adopted;
  return {
    creature: { ...presentEgg(adopted), page_url: pageUrl(origin, creature.id) },
    rhythm: presentRhythm(adopted),
    soul_prompt: soulPrompt({ creature, species }),
    milestones: presentMilestones(adopted),
    message: `${adoptionWelcome(adopted)} ${rhythmToCome(adopted)}`,
    untrusted_fields: untrustedFields(untrustedSpecies(species)),
    ...(wanted && wanted !== species.family && { warnings: [familyWarning(species)] }),
    next_steps: stepsInView(view, stepsAfterAdoption(adopted)),
  };
}

function presentEgg({ creature, species }: AdoptionResult): Omit<AdoptionReply['creature'], 'page_url'> {
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
    sleeps: nightWords(creature.zone.name),
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

export const resurrectCreature: Handler<typeof ROUTES.resurrectCreature, CreaturesHouse> = async (
  house,
  { agent, body, idempotencyKey, raw, now },
) => {
  const asked = {
    agent,
    // The schema requires `creature_id` or `id`.
    creatureId: (body.creature_id ?? body.id) as string,
    layer: drawLayer,
    idempotencyKey,
    payer: payerFrom(agent, raw, ROUTES.resurrectCreature.path),
    credential: paymentCredentialFrom(raw.headers),
    countUnpaid: () => countAlso(house, 'resurrect', agent.id, now),
  };
  const { value, replayed, receipt } = await payAndResurrect(house, asked, now, (facts) =>
    presentResurrection(facts, house.baseUrl.origin),
  );
  return { body: value, replayed, ...(receipt && { headers: receipt }) };
};

function presentResurrection(
  facts: ResurrectionResult,
  origin: string,
): Reply<typeof ROUTES.resurrectCreature> {
  const { creature, species, now } = facts;
  const { name, seed, stage, resurrections: returns } = creature;
  const { shown } = observe(creature, species, now);
  return {
    success: true,
    message: resurrectionMessage({ name, seed, returns }),
    creature: {
      name,
      species: species.name,
      stage,
      resurrection_number: returns,
      page_url: pageUrl(origin, creature.id),
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

export const releaseCreature: Handler<typeof ROUTES.releaseCreature, CreaturesHouse> = async (
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
    message: releaseFarewell(released.creature),
    creature_id: released.creature.id,
    next_steps: [...stepsAfterRelease({ others: released.others.length })],
  };
}
