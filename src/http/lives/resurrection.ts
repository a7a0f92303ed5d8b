import { ROUTES } from '../../contract/routes.ts';
import type { Reply } from '../../contract/server/route.ts';
import { observe } from '../../core/lives/observe.ts';
import { payAndResurrect, type ResurrectionResult } from '../../house/lives/resurrect.ts';
import { resurrectionMessage } from '../../voice/lives/life-messages.ts';
import { drawLayer } from '../../voice/lives/personality.ts';
import { stepsAfterResurrection } from '../../voice/lives/steps-after-look-in.ts';
import { paymentCredentialFrom, apiKeyPlace } from '../money/payment-headers.ts';
import type { Handler } from '../server/handler.ts';
import { isUntrustedName, untrustedFields } from '../server/reply-parts.ts';
import { isLocalRequest } from '../server/request-origin.ts';
import { hiddenStatNames, statOrNull } from './present-creature.ts';

export const resurrectCreature: Handler<typeof ROUTES.resurrectCreature> = {
  async answer(house, { agent, body, idempotencyKey, raw, now }) {
    const payer = {
      agent,
      keyIn: apiKeyPlace(raw.headers),
      resource: ROUTES.resurrectCreature.path,
      from: isLocalRequest(raw) ? ('here' as const) : ('elsewhere' as const),
    };
    const asked = {
      agent,
      // The row lets nothing through that names no creature.
      creatureId: (body.creature_id ?? body.id) as string,
      layer: drawLayer,
      idempotencyKey,
      payer,
      credential: paymentCredentialFrom(raw.headers),
    };
    const { value, replayed, receipt } = await payAndResurrect(house, asked, now, presentResurrection);
    return { body: value, replayed, ...(receipt && { headers: receipt }) };
  },
};

/** One that came back, and what it cost. */
export function presentResurrection(facts: ResurrectionResult): Reply<typeof ROUTES.resurrectCreature> {
  const { creature, species, now } = facts;
  const { shown } = observe(creature, species, now);
  return {
    success: true,
    message: resurrectionMessage({
      name: creature.name,
      seed: creature.seed,
      returns: creature.resurrections,
    }),
    creature: {
      name: creature.name,
      species: species.name,
      stage: creature.stage,
      resurrection_number: creature.resurrections,
      stats: {
        hunger: statOrNull(shown, 'hunger'),
        happiness: statOrNull(shown, 'happiness'),
        health: statOrNull(shown, 'health'),
        trust: statOrNull(shown, 'trust'),
        discipline: statOrNull(shown, 'discipline'),
      },
      hidden_stats: hiddenStatNames(shown),
    },
    credits_spent: facts.spent,
    credits_remaining: facts.remaining,
    next_resurrection_cost: facts.nextCost,
    untrusted_fields: untrustedFields(isUntrustedName(species) ? ['/creature/species'] : []),
    next_steps: [...stepsAfterResurrection(creature)],
  };
}
