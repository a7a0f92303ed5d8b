import { iso } from '../../core/clock.ts';
import type { LookedBack, LookedIn } from '../../house/look-in.ts';
import { afterLook, afterLookingBack } from '../../voice/after-look.ts';
import { backUntil } from '../../voice/late.ts';
import { presentCompact } from './creature.ts';
import { presentMilestone } from './growth.ts';
import { presentLate, presentOffer } from './late.ts';
import { presentCheckin, type Status } from './status.ts';
import { isStrangers, pointers } from './untrusted.ts';

/** What the brief view may take, written out. */
export const MOST_CHARACTERS = 1500;
const MOST_STEPS = 2;

/** The same look for those who pay by the word. */
export function presentBrief(looked: LookedIn | LookedBack): Status {
  return fitting(looked.kind === 'dead' ? briefLookBack(looked) : briefLook(looked));
}

function briefLook(looked: LookedIn): Status {
  return {
    creature: presentCompact(looked),
    // Portraits have no place in here, nor has the news that one is coming.
    milestone: presentMilestone({ ...looked, beingDrawn: false }),
    recommended_checkin: presentCheckin(looked),
    untrusted_fields: pointers(isStrangers(looked.species) ? ['/creature/species'] : []),
    server_time: iso(looked.now),
    next_steps: afterLook(looked).slice(0, MOST_STEPS),
  };
}

function briefLookBack(looked: LookedBack): Status {
  return {
    creature: presentLate(looked),
    message: backUntil(looked),
    resurrection: presentOffer(looked),
    untrusted_fields: pointers(isStrangers(looked.species) ? ['/creature/species'] : []),
    server_time: iso(looked.now),
    next_steps: afterLookingBack(looked).slice(0, MOST_STEPS),
  };
}

/** Long names in every sentence leave no room for a second suggestion. */
function fitting(status: Status): Status {
  const steps = status.next_steps;
  if (steps.length === 0 || JSON.stringify(status).length <= MOST_CHARACTERS) return status;
  return fitting({ ...status, next_steps: steps.slice(0, -1) });
}
