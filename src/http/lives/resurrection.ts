import { ROUTES } from '../../contract/routes.ts';
import type { Reply } from '../../contract/server/route.ts';
import { observe } from '../../core/lives/observe.ts';
import { payAndResurrect, type ResurrectionResult } from '../../house/lives/resurrect.ts';
import { resurrectionMessage } from '../../voice/lives/life-messages.ts';
import { drawLayer } from '../../voice/lives/personality.ts';
import { stepsAfterResurrection } from '../../voice/lives/steps-after-look-in.ts';
import { payerFrom, paymentCredentialFrom } from '../money/payment-headers.ts';
import type { Handler } from '../server/handler.ts';
import { untrustedFields, untrustedSpecies } from '../server/reply-parts.ts';
import { hiddenStatNames, presentStats } from './present-creature.ts';

export const resurrectCreature: Handler<typeof ROUTES.resurrectCreature> = {
  async answer(house, { agent, body, idempotencyKey, raw, now }) {
    const asked = {
      agent,
      // The row lets nothing through that names no creature.
      creatureId: (body.creature_id ?? body.id) as string,
      layer: drawLayer,
      idempotencyKey,
      payer: payerFrom(house, { agent, raw }, ROUTES.resurrectCreature.path),
      credential: paymentCredentialFrom(raw.headers),
    };
    const { value, replayed, receipt } = await payAndResurrect(house, asked, now, presentResurrection);
    return { body: value, replayed, ...(receipt && { headers: receipt }) };
  },
};

/** One that came back, and what it cost. */
function presentResurrection(facts: ResurrectionResult): Reply<typeof ROUTES.resurrectCreature> {
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
