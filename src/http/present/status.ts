import type { Reply } from '../../contract/route.ts';
import type { ROUTES } from '../../contract/routes.ts';
import { HOUR, iso } from '../../core/clock.ts';
import { regularVisits } from '../../core/regular-visits.ts';
import type { LookedBack, LookedIn } from '../../house/look-in.ts';
import { checkinReason } from '../../voice/checkin.ts';
import { backUntil } from '../../voice/late.ts';
import { afterLook, afterLookingBack } from '../../voice/after-look.ts';
import { soulPrompt } from '../../voice/soul.ts';
import { presentActivity } from './activity.ts';
import { presentCompact, presentCreature } from './creature.ts';
import { cronOf } from './cron.ts';
import { presentEarlierStages, presentMilestone, presentPortraits } from './growth.ts';
import { presentDead, presentOffer } from './late.ts';
import { hundredths } from './numbers.ts';
import { isStrangers, pointers, pointersInto } from './untrusted.ts';

export type Status = Reply<typeof ROUTES.getCreatureStatus>;

/** Everything a look shows. */
export function presentStatus(looked: LookedIn | LookedBack): Status {
  return looked.kind === 'dead' ? presentLookBack(looked) : presentLook(looked);
}

function presentLook(looked: LookedIn): Status {
  const { now, others } = looked;
  return {
    creature: presentCreature(looked),
    milestone: presentMilestone(looked),
    milestones: presentEarlierStages(looked),
    portraits: presentPortraits(looked.portraits),
    other_creatures: others.length === 0 ? undefined : others.map(presentCompact),
    recommended_checkin: presentCheckin(looked),
    soul_prompt: soulPrompt(looked),
    house_activity: presentActivity(looked.activity),
    untrusted_fields: strangersWords(looked),
    server_time: iso(now),
    next_steps: [...afterLook(looked)],
  };
}

function presentLookBack(looked: LookedBack): Status {
  return {
    creature: presentDead(looked),
    message: backUntil(looked),
    portraits: presentPortraits(looked.portraits),
    resurrection: presentOffer(looked),
    untrusted_fields: pointers(isStrangers(looked.species) ? ['/creature/species'] : []),
    server_time: iso(looked.now),
    next_steps: [...afterLookingBack(looked)],
  };
}

/** When to come back, and why. */
export function presentCheckin(looked: LookedIn) {
  const { checkin } = looked.observed;
  return {
    at: iso(checkin.at),
    hours_from_now: hundredths((checkin.at - looked.now) / HOUR),
    reason: checkinReason(checkin, looked),
    feeding_window_status: checkin.windowStatus,
    cron: cronOf(regularVisits(looked.creature, looked.species)),
  };
}

function strangersWords({ species, others }: LookedIn): string[] | undefined {
  return pointers([
    ...(isStrangers(species) ? ['/creature/species'] : []),
    ...pointersInto(
      'other_creatures',
      others.map((other) => isStrangers(other.species)),
      'species',
    ),
  ]);
}
