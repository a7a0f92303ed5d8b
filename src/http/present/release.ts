import type { Reply } from '../../contract/route.ts';
import type { ROUTES } from '../../contract/routes.ts';
import type { Released } from '../../house/release.ts';
import { releaseFarewell } from '../../voice/house-words.ts';
import { afterRelease } from '../../voice/page-steps.ts';

/** A creature that was let go. */
export function presentRelease(released: Released): Reply<typeof ROUTES.releaseCreature> {
  return {
    success: true,
    message: releaseFarewell(released.creature),
    creature_id: released.creature.id,
    next_steps: [...afterRelease({ others: released.others.length })],
  };
}
